// The tool `failures`: recent failed calls, newest first, with one line per cause. `wait` uses the same for future ones. Leaves out what
// Misfire provoked and what the user marked as expected or resolved.

import { z } from 'zod';
import { countsAsFailed } from '../../../../shared/filter/row-facts.ts';
import {
  FailedCallCounter,
  type FailedCalls,
  failedCallOf,
  failedCallWords,
} from '../../../../shared/incident/failed-calls.ts';
import type { Row } from '../../../../shared/timeline.ts';
import { answerTokens, firstWithin, shortLine } from './budget.ts';
import {
  agoWords,
  classSchema,
  type DecodedAnswer,
  decodedCallWords,
  decodedOwnerWords,
  decodedSchema,
  describeFailure,
} from './decoded.ts';
import type { KeptRecording } from './live-log.ts';
import { fenced, plainName } from './quoted-text.ts';
import { SendRefusal } from './sender.ts';
import type { AgentContext } from './tool-context.ts';

export const filterShape = {
  server: z.string().max(200).optional().describe('Part of a server’s name'),
  client: z.string().max(200).optional().describe('Part of a client’s name, as "Cursor"'),
  class: classSchema.optional(),
};

export const failuresInput = z.object({
  ...filterShape,
  since: z.string().max(60).optional().describe('"10m", "2h", "1d", a time, or asOf of an earlier answer'),
  limit: z.number().int().min(1).max(50).default(10),
  cursor: z.string().max(60).optional().describe('From an earlier answer, for older ones'),
});

const entrySchema = decodedSchema.omit({ retry: true, title: true, fix: true, quote: true, quotedFrom: true }).extend({
  id: z.string(),
  count: z.number().describe('Failed calls; a retry counts with its call'),
  server: z.string(),
  call: z.string(),
  client: z.string().optional(),
  lastAt: z.string(),
  retry: z.string(),
});
type Entry = z.infer<typeof entrySchema>;

export const failuresOutput = z.object({
  problem: z.string().optional(),
  failures: z.array(entrySchema).optional(),
  total: z.number().optional().describe('Causes: groups of similar failed calls'),
  count: z.number().optional().describe('Failed calls of all causes, as the window counts them'),
  asOf: z.string().optional().describe('Give it as since, to see only what is new'),
  cursor: z.string().optional().describe('There are older ones; give it back for them'),
  expected: z.number().optional().describe('Left out: what a person marked as expected or resolved'),
});
type Found = z.infer<typeof failuresOutput>;

interface Wanted {
  server?: string | undefined;
  client?: string | undefined;
  class?: Row['failure'] extends infer F ? (F extends { class: infer C } ? C | undefined : never) : never;
  /** Only failures after this time. */
  after: number;
  until: number;
}

/** Similar failed calls. */
interface Group {
  /** The row that stands for the newest one: of a dead process the call that was open. */
  newest: Row;
  calls: Set<number>;
  lastAt: number;
}

export interface Collected {
  groups: Group[];
  counted: FailedCalls;
  /** There are older failures that were not read. */
  isCut: boolean;
}

const page = 1000;
/** The number of failed rows to read. For a log with more, filter by time. */
const most = 20_000;
/** Rows are in the order in which they began, and a call may fail long after that. */
const longestCallMs = 3_600_000;

export const failedAt = (row: Row): number => row.endAt ?? row.at;

export function collect({ log, expected }: KeptRecording, wanted: Wanted): Collected {
  const groups = new Map<string, Group>();
  const counter = new FailedCallCounter(expected);
  let seen = 0;
  for (let ord = log.counters.rows; ; ) {
    const rows = log.store.failedRows(ord, 'older', page);
    for (const row of rows) {
      if (!passes(row, log.serverName(row.server), wanted)) continue;
      counter.take(row);
      if (row.group !== null && expected.has(row.group)) continue;
      const key = row.group ?? `row ${row.id}`;
      const known = groups.get(key);
      const call = failedCallOf(row);
      const group = known ?? { newest: row, calls: new Set<number>(), lastAt: failedAt(row) };
      // Rows that failed with a call come before it here. The newest attempt stands for itself.
      const isSame = failedCallOf(group.newest) === call && group.newest.chain !== call;
      if (row.id === call && isSame) group.newest = row;
      group.calls.add(call);
      group.lastAt = Math.max(group.lastAt, failedAt(row));
      if (!known) groups.set(key, group);
    }
    seen += rows.length;
    const last = rows.at(-1);
    const isOver = !last || rows.length < page || last.at < wanted.after - longestCallMs;
    if (isOver || seen >= most) {
      const sorted = [...groups.values()].sort((one, other) => other.lastAt - one.lastAt);
      return { groups: sorted, counted: counter.count, isCut: !isOver };
    }
    ord = last.ord;
  }
}

function passes(row: Row, serverName: string, { server, client, class: wanted, after, until }: Wanted): boolean {
  const at = failedAt(row);
  if (!countsAsFailed(row) || row.pending || at < after || at > until) return false;
  if (wanted !== undefined && row.failure?.class !== wanted) return false;
  return includes(serverName, server) && includes(row.client ?? '', client);
}

const includes = (text: string, part: string | undefined): boolean =>
  part === undefined || text.toLowerCase().includes(part.toLowerCase());

export async function listFailures(
  context: AgentContext,
  input: z.output<typeof failuresInput>,
): Promise<{ data: Found; text: string }> {
  const now = Date.now();
  const { until, from } = input.cursor === undefined ? { until: now, from: 0 } : readCursor(input.cursor);
  const wanted = { ...input, after: readSince(input.since, now), until };
  const found = await context.kept.read((recording) => {
    const collected = collect(recording, wanted);
    const entries = collected.groups
      .slice(from, from + input.limit)
      .map((group) => describeGroup(context, recording, group));
    return { collected, entries, recording: recording.name };
  });
  if (!found)
    return { data: { failures: [], total: 0, count: 0, asOf: iso(now) }, text: 'Nothing has been recorded yet.' };
  const { collected, recording } = found;
  // Half of the budget: everything appears once as data and once as text.
  const entries = firstWithin(found.entries, answerTokens / 2 - 80);
  const total = collected.groups.length;
  const left = total - from - entries.length;
  const data: Found = {
    failures: entries,
    total,
    count: collected.counted.failedCalls,
    asOf: iso(until),
    ...(left > 0 ? { cursor: `${until}:${from + entries.length}` } : {}),
    ...(collected.counted.expected > 0 ? { expected: collected.counted.expected } : {}),
  };
  return { data, text: write(data, { from, left, recording, isCut: collected.isCut, now }) };
}

const undecoded = { class: 'unknown', fault: 'nobody', owner: 'none', certainty: 'a guess', retry: 'unknown' };

/** A list says what failed; `explain` says what to change. */
function inList({ class: kind, fault, owner, certainty, cause, code, retry }: DecodedAnswer) {
  return { class: kind, fault, owner, certainty, cause, ...(code === undefined ? {} : { code }), retry: retry.verdict };
}

function describeGroup({ masker }: AgentContext, { log }: KeptRecording, { newest, calls, lastAt }: Group): Entry {
  const failure = log.failureOf(newest);
  const decoded = failure ? inList(describeFailure(masker, failure)) : { ...undecoded, cause: newest.headline };
  return {
    id: String(newest.id),
    count: calls.size,
    ...decoded,
    server: plainName(log.serverName(newest.server)),
    call: shortLine(decodedCallWords(newest), 80),
    ...(newest.client === null ? {} : { client: plainName(newest.client) }),
    lastAt: iso(lastAt),
  };
}

interface PageInfo {
  from: number;
  left: number;
  recording: string;
  isCut: boolean;
  now: number;
}

function write({ failures = [], total = 0, count = 0, expected, cursor }: Found, info: PageInfo): string {
  const { from, left, isCut, now } = info;
  if (failures.length === 0) {
    const quiet =
      expected === undefined ? '' : ` ${expected} that a person marked as expected or resolved are left out.`;
    return `No failed calls match.${quiet}`;
  }
  const lines = failures.map(
    (entry) =>
      `${entry.id}  ×${entry.count}  ${entry.class} (${decodedOwnerWords(entry)}; retry: ${entry.retry})  ${entry.server}  ${entry.call}  ${agoWords(Date.parse(entry.lastAt), now)}\n    ${entry.cause}`,
  );
  const counted = failedCallWords({ failedCalls: count, causes: total, expected: 0 });
  const head = `${counted}${isCut ? ', or more' : ''}. One line per cause, ${from + 1}-${from + failures.length} of ${total}, newest first.`;
  const rest = [
    left > 0 ? `${left} older left out: cursor "${cursor}".` : '',
    expected === undefined ? '' : `${expected} marked as expected or resolved left out.`,
    'explain takes an id.',
  ];
  return [head, fenced('decoded from what servers said', lines.join('\n')), rest.filter(Boolean).join(' ')].join('\n');
}

export function readSince(text: string | undefined, now: number): number {
  if (text === undefined) return 0;
  const span = /^(\d{1,6})\s*(s|m|h|d)$/.exec(text.trim());
  if (span) return now - Number(span[1]) * { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }[span[2] as 's'];
  const at = Date.parse(text);
  if (Number.isNaN(at))
    throw new SendRefusal(`"${text}" is not a time. Write "10m", "2h", "1d" or 2026-01-31T14:05:00Z.`);
  return at;
}

function readCursor(text: string): { until: number; from: number } {
  const found = /^(\d{1,16}):(\d{1,9})$/.exec(text);
  if (!found)
    throw new SendRefusal('The cursor is not one of an earlier answer. Leave it out to begin with the newest.');
  return { until: Number(found[1]), from: Number(found[2]) };
}

const iso = (at: number): string => new Date(at).toISOString();
