// Text from a server, never markup: invisible characters become visible, and the text direction stays inside.

import { EyeOff } from 'lucide-react';
import { Fragment } from 'react';
import { isKnownSign, revealSecret, signPattern } from '../model/masks.ts';
import { useModel } from '../model/model.ts';
import { shownName, visibleLine, visibleParts } from '../text/visible-text.ts';
import styles from './foreign-text.module.css';

/** One line; add `title` if it may be truncated. */
export function ForeignLine({ text, className = '' }: { text: string; className?: string }) {
  return <bdi className={className}>{visibleLine(text)}</bdi>;
}

/** A name of a server or a tool, with a mark if it imitates another. */
export function ForeignName({ text, className = '' }: { text: string; className?: string }) {
  return <bdi className={className}>{shownName(text)}</bdi>;
}

/** Any text with its line breaks; invisible characters as chips. */
export function ForeignText({ text, className = '' }: { text: string; className?: string }) {
  return (
    <span className={`${styles.text} ${className}`}>
      <VisibleParts text={text} />
    </span>
  );
}

export function VisibleParts({ text }: { text: string }) {
  const model = useModel();
  if (!text.includes('‹')) return <PlainParts text={text} />;
  const signs = [...text.matchAll(signPattern)].filter(([sign]) => isKnownSign(model, sign));
  let from = 0;
  const parts = signs.map((match) => {
    const before = text.slice(from, match.index);
    from = match.index + match[0].length;
    return (
      <Fragment key={match.index}>
        <PlainParts text={before} />
        <MaskedSecret sign={match[0]} />
      </Fragment>
    );
  });
  return (
    <>
      {parts}
      <PlainParts text={text.slice(from)} />
    </>
  );
}

function MaskedSecret({ sign }: { sign: string }) {
  const model = useModel();
  const name = sign.slice(1, -1);
  return (
    <button
      type="button"
      className={styles.masked}
      title={`Masked. Show this ${name.replace(/ \d+$/, '')}`}
      aria-label={`Show the masked ${name}`}
      onClick={() => revealSecret(model, sign)}
    >
      <EyeOff size={11} aria-hidden="true" />
      {name}
    </button>
  );
}

function PlainParts({ text }: { text: string }) {
  return visibleParts(text).map((part, index) =>
    part.chip === undefined ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text are identified by their index.
      <Fragment key={index}>{part.text}</Fragment>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text are identified by their index.
      <span key={index} className={styles.chip} title="A character that would otherwise be invisible or obeyed">
        {part.chip}
      </span>
    ),
  );
}
