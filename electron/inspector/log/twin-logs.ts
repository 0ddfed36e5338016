// For tests only: logs as the app puts them together, and twins of them that take the same events, one judging failures and
// one decoding them whole at once. What the first reads again must be what the second has kept.

import { expect, onTestFinished } from 'vitest';
import { builtInDialects } from '../../../shared/dialects/built-in.ts';
import type { Dialect } from '../../../shared/dialects/schema.ts';
import type { EventDraft } from '../../../shared/exchange/fixtures.ts';
import type { Depth } from '../../../shared/exchange/judged.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { Row } from '../../../shared/timeline.ts';
import type { TransportEvent } from '../../transports/transport.ts';
import { DialectWatch } from '../dialect-watch.ts';
import { Log, type LogOptions } from './log.ts';
import { MemoryStore } from './memory-store.ts';
import type { LogStore } from './store.ts';

export interface Wishes {
  dialects?: () => readonly Dialect[];
  pinned?: () => string | undefined;
  /** Every failure is decoded whole when it comes, as one would without reading again. */
  depth?: Depth;
  options?: Partial<LogOptions>;
}

/** A log as the app puts it together. */
export function openLog(
  store: LogStore,
  { dialects = () => builtInDialects, pinned, depth, options }: Wishes = {},
): Log {
  const watch = new DialectWatch({ dialects, pinned: pinned ?? (() => undefined), onClear: () => {} });
  const log = new Log({
    store,
    decode: (subject, given, server, wanted) => watch.decode(subject, given, server, depth ?? wanted),
    dialects,
    ...options,
  });
  onTestFinished(() => log.close());
  return log;
}

export const sent = (drafts: readonly EventDraft[], from = 1000): TransportEvent[] =>
  drafts.map((draft, index) => ({ at: from + index * 10, ...draft }) as TransportEvent);

export const rowsOf = (log: Log): Row[] => log.store.rowsFrom(0, log.counters.rows);

/** Each failed row with its failure. */
export const failuresOf = (log: Log): [number, Failure | null][] =>
  rowsOf(log)
    .filter(({ failure }) => failure !== null)
    .map(({ id }) => [id, log.failureOf(id)]);

/** The same events, judged and decoded whole. */
function twins(drafts: readonly EventDraft[], chunk = 3): { judged: Log; whole: Log } {
  const judged = openLog(new MemoryStore(''));
  const whole = openLog(new MemoryStore(''), { depth: 'whole' });
  const events = sent(drafts);
  for (const log of [judged, whole]) {
    for (let from = 0; from < events.length; from += chunk) log.record('s', 1, events.slice(from, from + chunk));
    log.endOpen();
  }
  return { judged, whole };
}

export function expectTwins(drafts: readonly EventDraft[], chunk?: number): { judged: Log; whole: Log } {
  const both = twins(drafts, chunk);
  expect(rowsOf(both.judged)).toEqual(rowsOf(both.whole));
  expect(failuresOf(both.judged)).toEqual(failuresOf(both.whole));
  return both;
}
