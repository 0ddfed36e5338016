// The summary of a recording: how many failed calls, of which servers, when, and what is not in the file.

import { useMemo } from 'react';
import { duration } from '../../shared/text/duration.ts';
import { countedWords } from '../text/counted-words.ts';
import { countInWords } from '../text/format.ts';
import { shownName, visibleLine } from '../text/visible-text.ts';
import { countersOf } from './from-file.ts';
import styles from './report.module.css';
import type { RecordingData } from './report-data.ts';
import { momentWords } from './report-words.ts';

export function Summary({ data: { recording, rows } }: { data: RecordingData }) {
  const counters = useMemo(() => countersOf(rows, recording.marks), [rows, recording.marks]);
  const { failedCalls, expected, recovered, pending } = counters;
  const first = rows[0]?.at ?? recording.startedAt;
  const last = rows.reduce((most, { at, endAt }) => Math.max(most, endAt ?? at), first);
  const facts: [string, string][] = [
    ['Recorded', `${momentWords(first)}${last > first ? `, over ${duration(last - first)}` : ''}`],
    ['Servers', recording.servers.map(({ name }) => shownName(name)).join(', ') || 'none'],
    ['Rows', countInWords(rows.length, 'row')],
  ];
  if (expected > 0) facts.push(['Expected or resolved', countInWords(expected, 'failed call')]);
  if (recovered > 0) facts.push(['Recovered', `${countInWords(recovered, 'call')} worked in the end`]);
  if (pending > 0) facts.push(['Open', `${countInWords(pending, 'call')} without an answer yet`]);
  if (recording.filter !== '') facts.push(['Only', visibleLine(recording.filter)]);
  return (
    <section className={styles.block} aria-label="Summary">
      <p className={`${styles.lead} ${failedCalls > 0 ? styles.bad : styles.ok}`}>
        {failedCalls + expected === 0
          ? `No failed calls in ${countInWords(rows.length, 'row')}`
          : countedWords({ ...counters, expected: 0 })}
      </p>
      {recording.note !== '' && <p>{visibleLine(recording.note)}</p>}
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {new Date(first).getTimezoneOffset() !== 0 && (
        <p className={styles.quiet}>Times in the list are those of your own clock.</p>
      )}
      {recording.leftOut > 0 && (
        <p className={styles.quiet}>
          {countInWords(recording.leftOut, 'earlier row')} {recording.leftOut === 1 ? 'is' : 'are'} not in this report:
          a capture holds them all.
        </p>
      )}
    </section>
  );
}
