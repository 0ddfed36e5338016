// Words from a server, always as text: what cannot be seen is made visible, and the direction stays inside.

import { Fragment } from 'react';
import styles from './foreign-text.module.css';
import { visibleLine, visibleParts } from './visible-text.ts';

/** One line; put `title` where it may be cut off. */
export function ForeignLine({ text, className = '' }: { text: string; className?: string }) {
  return <bdi className={className}>{visibleLine(text)}</bdi>;
}

/** Any text, line breaks kept; unseen characters as chips. */
export function ForeignText({ text, className = '' }: { text: string; className?: string }) {
  return (
    <span className={`${styles.text} ${className}`}>
      <VisibleParts text={text} />
    </span>
  );
}

export function VisibleParts({ text }: { text: string }) {
  return visibleParts(text).map((part, index) =>
    part.chip === undefined ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other identity.
      <Fragment key={index}>{part.text}</Fragment>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other identity.
      <span key={index} className={styles.chip} title="A character that would otherwise be invisible or obeyed">
        {part.chip}
      </span>
    ),
  );
}
