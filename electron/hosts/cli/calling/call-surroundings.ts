// What else a server said from the moment a call was sent: noise on stdout, lines on stderr, responses that match no request. Read once the
// connection is closed, when both pipes are empty.

import { clients } from '../../../../shared/clients/clients.ts';
import { firstSeq } from '../../../../shared/exchange/ledger.ts';
import type { ServerConfig } from '../../../../shared/server/server-config.ts';
import type { Row, RowEvent } from '../../../../shared/timeline.ts';
import type { CommandInspector } from '../common/command-inspector.ts';
import type { CommandRun } from '../terminal/command-run.ts';

export interface CallSurroundings {
  /** Lines on stdout that are no messages. */
  stdout: string[];
  /** Those that the server still had in its buffer when Misfire closed the connection. No client sees them. */
  atEnd: string[];
  stderr: string[];
  /** Responses to ids that nothing asked with, or a second response. */
  unmatched: string[];
  /** The methods of questions for a person. */
  asked: string[];
}

const forPeople = new Set(['elicitation/create', 'sampling/createMessage']);
const mostRows = 500;
const mostLines = 200;
const pageLength = 500;

export async function surroundingsOf({ api }: CommandInspector, server: string, call: Row): Promise<CallSurroundings> {
  const found: CallSurroundings = { stdout: [], atEnd: [], stderr: [], unmatched: [], asked: [] };
  const view = await api.openView({ filter: '' });
  if (!view.ok) return found;
  const { view: name, total } = view.value;
  const page = await api.rows({ view: name, from: Math.max(0, total - mostRows), count: mostRows });
  // A row above the call may be a burst, which the lines since the call have joined.
  const rows = page.ok ? page.value.rows.filter((row) => row.server === server) : [];
  const end = rows.find(({ kind, ord }) => kind === 'life' && ord > call.ord);
  const sent = firstSeq(call.id);
  const ended = end === undefined ? Number.POSITIVE_INFINITY : firstSeq(end.id);
  for (const row of rows) {
    if (row.ord > call.ord && row.kind === 'call' && row.direction === 'in' && forPeople.has(row.method ?? ''))
      found.asked.push(row.method ?? '');
    const list = row.ord > call.ord || row.times > 1 ? listFor(row, found) : null;
    if (list === null) continue;
    const isNoise = list === found.stdout;
    await readBetween(api, row, [sent, isNoise ? ended : Number.POSITIVE_INFINITY], list);
    if (isNoise) await readBetween(api, row, [ended, Number.POSITIVE_INFINITY], found.atEnd);
  }
  return found;
}

/** Adds the lines of a row that came between these events. */
async function readBetween(
  api: CommandInspector['api'],
  { id }: Row,
  [since, until]: [since: number, until: number],
  list: string[],
): Promise<void> {
  const add = (events: readonly RowEvent[]) => {
    for (const { seq, lane, text, length } of events)
      if (seq > since && seq < until && (lane === 'in' || lane === 'err') && list.length < mostLines)
        list.push(text.length < length ? `${text}…` : text.trimEnd());
  };
  const detail = await api.rowDetail({ id });
  if (!detail.ok) return;
  if (detail.value.moreEvents === 0) return add(detail.value.events);
  const total = detail.value.events.length + detail.value.moreEvents;
  for (let from = 0; from < total && list.length < mostLines; from += pageLength) {
    const page = await api.rowEvents({ id, from, count: pageLength });
    if (!page.ok) return;
    add(page.value.events);
  }
}

function listFor({ kind }: Row, found: CallSurroundings): string[] | null {
  if (kind === 'noise') return found.stdout;
  if (kind === 'stderr') return found.stderr;
  return kind === 'orphan' ? found.unmatched : null;
}

export const isQuiet = (found: CallSurroundings): boolean => Object.values(found).every(({ length }) => length === 0);

/** Clients that were seen to end the connection. */
const disconnecting = (): string =>
  clients
    .filter(({ seen }) => seen?.beside?.noise === 'the connection')
    .map(({ name }) => name)
    .join(', ');

/** On stderr, beside the answer that programs read. */
export function tellSurroundings({ output }: CommandRun, found: CallSurroundings, { clientSide }: ServerConfig): void {
  const tell = (what: string, lines: readonly string[]) => {
    if (lines.length > 0) output.printMaskedMessage([what, ...lines.map((line) => `  ${line}`)].join('\n'));
  };
  tell('Not a message, on stdout:', found.stdout);
  if (found.stdout.length > 0)
    output.printMaskedMessage(
      `${disconnecting()} closes the connection to a server that prints this. Print it to stderr instead.`,
    );
  tell('Not a message, on stdout, when the connection was closed:', found.atEnd);
  tell('On stderr since the call:', found.stderr);
  tell('Unmatched response:', found.unmatched);
  const isDeclined = (method: string) =>
    (method === 'elicitation/create' ? clientSide?.elicitation : clientSide?.sampling)?.kind === 'refuse';
  const declined = [...new Set(found.asked)].filter(isDeclined);
  if (declined.length > 0)
    output.printMaskedMessage(
      `The server asked with ${declined.join(' and ')}, and Misfire declined. To answer, pass --answer FILE${declined.includes('elicitation/create') ? ', or call it on a terminal' : ''}.`,
    );
}
