// One complete result: its size, its blocks, and its structured content next to the output schema.

import { useMemo } from 'react';
import { isObject, type Json, member, parseJson } from '../../shared/json/json.ts';
import { sizeOfText } from '../../shared/seen/answer-size.ts';
import { visibleLine } from '../text/visible-text.ts';
import { Blocks, type ReadLink } from './blocks.tsx';
import { contentWords, readAnswer } from './contents.ts';
import styles from './result-view.module.css';
import { cutBy, SizeLine } from './size-line.tsx';
import { Structured } from './structured.tsx';

/** The only text is the structured content as JSON, as the specification asks: it is shown once. */
function saysTheSame(result: Json, structured: Json | undefined): boolean {
  const content = member(result, 'content');
  if (structured === undefined || !Array.isArray(content) || content.length !== 1) return false;
  const text = member(content[0], 'text');
  const read = typeof text === 'string' ? parseJson(text) : null;
  const said = read?.ok === true ? sorted(read.value) : '';
  return said !== '' && said === sorted(structured);
}

/** Independent of the order of members; '' if it is too deep to compare. */
function sorted(value: Json): string {
  try {
    return JSON.stringify(value, (_, inner) =>
      isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
    );
  } catch {
    return '';
  }
}

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
  const size = useMemo(() => sizeOfText(contentWords(messages.flatMap(({ blocks }) => blocks))), [messages]);
  const cut = useMemo(() => cutBy(result, size), [result, size]);
  const isSame = useMemo(() => saysTheSame(result, structured), [result, structured]);
  const media = messages.flatMap(({ blocks }) => blocks).filter(({ kind }) => kind === 'media').length;
  return (
    <div className={styles.result}>
      {(size.characters > 0 || media > 0) && <SizeLine size={size} media={media} cut={cut} />}
      {(isSame ? [] : messages).map(({ role, blocks }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages are identified by their index.
        <div key={index}>
          {role && <h4 className={styles.heading}>{visibleLine(role)}</h4>}
          {blocks.length === 0 ? (
            <p className={styles.none}>No content.</p>
          ) : (
            <Blocks blocks={blocks} onRead={onRead} />
          )}
        </div>
      ))}
      {structured !== undefined && <Structured value={structured} outputSchema={outputSchema} isAlsoText={isSame} />}
    </div>
  );
}
