// Explains a pasted text: its failures as the card shows them, and how much it contained. Pairs and decodes like `misfire decode`.

import { type ReadRow, readRows } from '../../exchange/decode-capture.ts';
import { firstSeq } from '../../exchange/ledger.ts';
import { describeEvent, paramsText } from '../../exchange/row-event.ts';
import { versionIn } from '../../exchange/server-version.ts';
import { failedCallOf } from '../../incident/failed-calls.ts';
import { judgeChain } from '../../retry/judge.ts';
import { beganAt, type Row, type RowDetail } from '../../timeline.ts';
import type { StoredEvent } from '../../wire.ts';
import type { Pasted } from './pasted.ts';

export interface Explanation {
  /** One per failed call, in the order of the text. */
  failures: RowDetail[];
  /** The events of each, to link to a single one. */
  events: readonly StoredEvent[];
  messages: number;
}

/** The events that a card shows of one row. */
const eventLimit = 200;
/** Of one call: a chain of thousands would be judged once for each of them. */
const attemptLimit = 100;
const before = 8;

export function explainPaste({ events }: Pasted): Explanation {
  const stored = events.map((event, index): StoredEvent => ({ ...event, seq: index + 1 }));
  const read = readRows(stored.map((event) => ({ line: event.seq, event, extra: {} })));
  const rows = read.map((one, ord): Row => ({ ...one.row, ord, rev: 1 }));
  const failures = read.flatMap((one, index): RowDetail[] => {
    const row = rows[index] as Row;
    return one.failure === null ? [] : [detailOf(one, row, rows, read, stored)];
  });
  return {
    failures: failures.filter(({ row }) => failedCallOf(row) === row.id),
    events: stored,
    messages: stored.filter(({ lane }) => lane === 'in' || lane === 'out' || lane === 'http').length,
  };
}

function detailOf(
  { failure, events }: ReadRow,
  row: Row,
  rows: readonly Row[],
  read: readonly ReadRow[],
  stored: readonly StoredEvent[],
): RowDetail {
  const eventOf = (seq: number): StoredEvent | null => stored[seq - 1] ?? null;
  const attempts =
    row.chain === null
      ? []
      : rows.filter(({ chain, id }) => chain === row.chain || id === row.chain).slice(0, attemptLimit);
  const shown = events.slice(0, eventLimit);
  return {
    row,
    failure,
    params: paramsText(row, eventOf(firstSeq(row.id))),
    events: shown.flatMap((seq) => eventOf(seq) ?? []).map(describeEvent),
    moreEvents: events.length - shown.length,
    attempts,
    judgements: row.kind === 'call' ? judge(attempts.length > 0 ? attempts : [row], read, stored) : [],
    breadcrumbs: rows.filter(({ server, ord }) => server === row.server && ord < row.ord).slice(-before),
    incident:
      row.incident === null
        ? null
        : { id: row.incident, rows: rows.filter(({ incident }) => incident === row.incident), more: 0, healed: null },
    ...versionFor(row, rows, read, eventOf),
    original: null,
  };
}

/** From the handshake of the same connection, if the text contains it. */
function versionFor(
  { server, epoch }: Row,
  rows: readonly Row[],
  read: readonly ReadRow[],
  eventOf: (seq: number) => StoredEvent | null,
): Pick<RowDetail, 'version'> {
  const handshake = rows.find((row) => row.method === 'initialize' && row.server === server && row.epoch === epoch);
  const seqs = handshake === undefined ? [] : (read[handshake.ord]?.events ?? []);
  for (const seq of seqs) {
    const event = eventOf(seq);
    const version = event?.lane === 'in' ? versionIn(event.text) : null;
    if (version !== null) return { version };
  }
  return {};
}

function judge(attempts: readonly Row[], read: readonly ReadRow[], stored: readonly StoredEvent[]) {
  const judged = attempts.map((row) => ({
    row: row.id,
    at: beganAt(row),
    endAt: row.endAt,
    passed: row.outcome === 'answered',
    failure: read[row.ord]?.failure ?? null,
  }));
  return judgeChain(judged, { until: stored.at(-1)?.at ?? 0, unsafe: null });
}
