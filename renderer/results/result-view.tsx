// One complete result: its size, its blocks, and its structured content next to the output schema.

import { useMemo } from 'react';
import { type Json, member } from '../../shared/json/json.ts';
import { sizeOfText } from '../../shared/seen/answer-size.ts';
import { visibleLine } from '../text/visible-text.ts';
import { Blocks, type ReadLink } from './blocks.tsx';
import { readAnswer, wordsOf } from './contents.ts';
import styles from './result-view.module.css';
import { cutBy, SizeLine } from './size-line.tsx';
import { Structured } from './structured.tsx';

interface ResultViewProps {
  result: Json;
  /** JSON text; empty if the tool has no output schema, null if unknown. */
  outputSchema: string | null;
  onRead?: ReadLink;
}

export function ResultView({ result, outputSchema, onRead = null }: ResultViewProps) {
  const structured = member(result, 'structuredContent');
  const messages = useMemo(() => {
    const read = readAnswer(result);
    // A result with only structured content is shown once.
    return member(result, 'content') === undefined && structured !== undefined ? [] : read;
  }, [result, structured]);
  const size = useMemo(() => sizeOfText(wordsOf(messages.flatMap(({ blocks }) => blocks))), [messages]);
  const cut = useMemo(() => cutBy(result, size), [result, size]);
  const media = messages.flatMap(({ blocks }) => blocks).filter(({ kind }) => kind === 'media').length;
  return (
    <div className={styles.result}>
      {(size.characters > 0 || media > 0) && <SizeLine size={size} media={media} cut={cut} />}
      {messages.map(({ role, blocks }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages are identified by their index.
        <div key={index}>
          {role && <h4>{visibleLine(role)}</h4>}
          {blocks.length === 0 ? (
            <p className={styles.none}>No content.</p>
          ) : (
            <Blocks blocks={blocks} onRead={onRead} />
          )}
        </div>
      ))}
      {structured !== undefined && <Structured value={structured} outputSchema={outputSchema} />}
    </div>
  );
}
