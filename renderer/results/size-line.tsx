// The size of a response's text, in bytes and estimated tokens, and the clients that would cut it.

import { nameOfClient } from '../../shared/clients/clients.ts';
import type { Json } from '../../shared/json/json.ts';
import type { TextSize } from '../../shared/seen/answer-size.ts';
import { isMeasured } from '../../shared/seen/loss-summary.ts';
import type { Loss } from '../../shared/seen/parts/seen.ts';
import { readServerAnswer } from '../../shared/seen/read-server-answer.ts';
import type { Seen } from '../../shared/seen/seen.ts';
import { seenByAll } from '../../shared/seen/seen-by-all.ts';
import { Pill } from '../components/pill.tsx';
import { bytesWords, countInWords, groupDigits } from '../text/format.ts';
import styles from './result-view.module.css';

const cuts: readonly Loss[] = ['the middle', 'the end', 'everything'];
/** No known client cuts a smaller response. */
const smallest = 8000;

/** The measured clients that cut a response of this size before their models receive it. */
export function cutBy(result: Json, size: TextSize): Seen[] {
  const read = size.characters < smallest / 2 ? null : readServerAnswer(result);
  if (!read?.ok) return [];
  return seenByAll(read.answer).filter(
    ({ client, lost }) => isMeasured(client) && lost.some((loss) => cuts.includes(loss)),
  );
}

export function SizeLine({ size, media, cut }: { size: TextSize; media: number; cut: readonly Seen[] }) {
  return (
    <div className={styles.size}>
      {size.bytes === 0 ? (
        <p>No text, {countInWords(media, 'image or sound', 'images or sounds')}</p>
      ) : (
        <p>
          <b>{bytesWords(size.bytes)}</b> of text · about <b>{groupDigits(size.tokens)}</b>{' '}
          {size.tokens === 1 ? 'token' : 'tokens'}
          {media > 0 && ` · ${countInWords(media, 'image or sound', 'images or sounds')} besides`}
        </p>
      )}
      {cut.map(({ client, rule }) => (
        <p key={client} className={styles.passed}>
          <Pill tone="warn">too large for {nameOfClient(client)}</Pill>
          <span>{rule}</span>
        </p>
      ))}
    </div>
  );
}
