// How large the text of an answer is, in bytes and about how many tokens, and which clients would not take it whole.

import { limitsPassed, type TextSize } from '../../shared/seen/answer-size.ts';
import { type ClientLimit, clientLimits } from '../../shared/seen/client-limits.ts';
import { Pill } from '../components/pill.tsx';
import { bytesWords, count, groupDigits } from '../text/format.ts';
import styles from './result-view.module.css';

export function SizeLine({ size, media }: { size: TextSize; media: number }) {
  const passed = limitsPassed(size);
  const clients = [...new Set(passed.map(({ client }) => client))];
  return (
    <div className={styles.size}>
      {size.bytes === 0 ? (
        <p>No text, {count(media, 'image or sound', 'images or sounds')}</p>
      ) : (
        <p>
          <b>{bytesWords(size.bytes)}</b> of text · about <b>{groupDigits(size.tokens)}</b>{' '}
          {size.tokens === 1 ? 'token' : 'tokens'}
          {media > 0 && ` · ${count(media, 'image or sound', 'images or sounds')} besides`}
        </p>
      )}
      {clients.map((client) => (
        <p key={client} className={styles.passed}>
          <Pill tone="warn">
            {passed.some((limit) => limit.client === client && !limit.passesOn) ? 'too large' : 'large'} for {client}
          </Pill>
          <span>{sentence(passed.filter((limit) => limit.client === client))}</span>
        </p>
      ))}
      <details>
        <summary>{clients.length === 0 ? 'Within the known limits of clients' : 'Known limits of clients'}</summary>
        <p className={styles.none}>
          Defaults, as far as they are publicly known; settings and newer versions change them. A token is counted as
          four signs of English or code, or one and a half of other scripts.
        </p>
        <table>
          <tbody>
            {clientLimits.map((limit) => (
              <tr key={`${limit.client} ${limit.most}`}>
                <td className={styles.client}>{limit.client}</td>
                <td className={styles.figure}>{figure(limit)}</td>
                <td>
                  {limit.beyond} <span className={styles.none}>({limit.source})</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
}

function figure({ most, unit }: ClientLimit): string {
  return `${groupDigits(most)} ${unit}`;
}

/** The harshest of what one client does: its limits are listed from the first to the last that is met. */
function sentence(passed: readonly ClientLimit[]): string {
  const last = passed.at(-1) as ClientLimit;
  return `More than ${figure(last)}: it ${last.beyond}.`;
}
