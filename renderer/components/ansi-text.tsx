// biome-ignore-all lint/suspicious/noArrayIndexKey: spans of one text are identified by their index.
// Terminal text with colors from the theme, and all other control characters made visible.

import type { CSSProperties } from 'react';
import { type AnsiLook, ansiSpans } from '../text/ansi.ts';
import { visibleLine } from '../text/visible-text.ts';
import styles from './foreign-text.module.css';
import { VisibleParts } from './foreign-text.tsx';

/** Line breaks are kept. */
export function AnsiText({ text }: { text: string }) {
  return (
    <span className={styles.text}>
      {ansiSpans(text).map((span, index) => (
        <span key={index} style={styleOf(span)}>
          <VisibleParts text={span.text} />
        </span>
      ))}
    </span>
  );
}

/** On one line. */
export function AnsiLine({ text }: { text: string }) {
  return (
    <bdi>
      {ansiSpans(text).map((span, index) => (
        <span key={index} style={styleOf(span)}>
          {visibleLine(span.text)}
        </span>
      ))}
    </bdi>
  );
}

function styleOf(look: AnsiLook): CSSProperties {
  const lines = [look.underline && 'underline', look.struck && 'line-through'].filter(Boolean).join(' ');
  return {
    color: look.ink === null ? (look.faint ? 'var(--ink-3)' : undefined) : `var(--ansi-${look.ink})`,
    background: look.ground === null ? undefined : `var(--ansi-ground-${look.ground})`,
    fontWeight: look.bold ? 700 : undefined,
    fontStyle: look.italic ? 'italic' : undefined,
    textDecoration: lines || undefined,
  };
}
