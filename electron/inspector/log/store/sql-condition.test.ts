import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { endingKinds } from '../../../../shared/ending/ending.ts';
import { carriers, failureClasses, layers, origins, severities, verdicts } from '../../../../shared/failure.ts';
import { groupOf } from '../../../../shared/filter/failure-group.ts';
import { filterKeys, hasWords, isWords, wordKeys, wordsIn } from '../../../../shared/filter/filter.ts';
import { compileWords } from '../../../../shared/filter/filter-words.ts';
import { compileFilter, rowText } from '../../../../shared/filter/match.ts';
import { parseFilter } from '../../../../shared/filter/parse-filter.ts';
import { outcomes, type Row, rowKinds, rowRemarks } from '../../../../shared/timeline.ts';
import { tempFolder } from '../../testing/temp-folder.ts';
import { openStore } from '../open-store.ts';
import { emptyState, type RowPut } from './store.ts';

const now = 10_000;
const names: Record<string, string> = { a1: 'Closient', b2: 'files' };
const servers = { ids: Object.keys(names), name: (id: string) => names[id] ?? id };

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const failure = maybe(
  fc.record({
    class: fc.constantFrom(...failureClasses),
    verdict: fc.constantFrom(...verdicts),
    afterMs: maybe(fc.constantFrom(0, 1000, 2500)),
    severity: fc.constantFrom(...severities),
    origin: fc.constantFrom(...origins),
    flagged: fc.boolean(),
    title: fc.constant('T'),
    short: fc.constant('S'),
    tiny: fc.constant('S'),
  }),
);
const anyRow: fc.Arbitrary<Omit<Row, 'id' | 'ord' | 'rev'>> = fc.record({
  kind: fc.constantFrom(...rowKinds),
  server: fc.constantFrom('a1', 'b2'),
  epoch: fc.constantFrom(1, 2),
  direction: fc.constantFrom('in', 'out'),
  actor: fc.constantFrom('you', 'probe', 'client'),
  client: maybe(fc.constantFrom('Editor', 'Agent')),
  rehearsed: maybe(fc.constant({ injected: 'spoil:cut' })),
  incident: fc.constant(null),
  at: fc.integer({ min: 0, max: now }),
  endAt: fc.constant(null),
  latencyMs: maybe(fc.constantFrom(0, 2000, 2500.5)),
  method: maybe(fc.constantFrom('tools/call', 'ping')),
  target: maybe(fc.constantFrom('get_a', 'Get_B')),
  args: fc.constant(''),
  outcome: maybe(fc.constantFrom(...outcomes)),
  pending: fc.boolean(),
  headline: fc.constantFrom('Rate limited', 'ok'),
  detail: fc.constant(''),
  code: maybe(fc.constantFrom('-32003', '404 in isError', 'HTTP 429')),
  failure,
  ending: maybe(
    fc.record({
      kind: fc.constantFrom(...endingKinds),
      by: fc.constant('client' as const),
      afterMs: maybe(fc.constant(2.5)),
      limitMs: fc.constant(null),
      lateMs: fc.constant(null),
    }),
  ),
  negative: fc.boolean(),
  chain: maybe(fc.constant(1)),
  attempt: fc.integer({ min: 1, max: 3 }),
  remarks: fc.subarray([...rowRemarks]),
  times: fc.constantFrom(1, 2, 9000),
  group: fc.constant(null),
});
const anyPut: fc.Arbitrary<Omit<RowPut, 'row'> & { row: Omit<Row, 'id' | 'ord' | 'rev'> }> = fc.record({
  row: anyRow,
  http: maybe(fc.constantFrom(200, 404, 503)),
  layer: maybe(fc.constantFrom(...layers)),
  carrier: maybe(fc.constantFrom(...carriers)),
  dialect: maybe(fc.constant('mcp')),
  problem: fc.boolean(),
  issues: fc.boolean(),
  notes: fc.boolean(),
  words: fc.constant('slow'),
  isNew: fc.constant(true),
  failed: fc.constant(false),
  failure: fc.constant(null),
  events: fc.constant([]),
  joined: fc.constant(null),
});

const anyGroups = fc
  .sample(anyPut, 80)
  .map((put) => groupOf(put.row, put.layer))
  .filter((group) => group !== null);
const marked = new Set(anyGroups.slice(0, 10));

const values: Record<string, fc.Arbitrary<string>> = {
  is: fc.constantFrom(...Object.keys(isWords), ...rowKinds),
  has: fc.constantFrom(...Object.keys(hasWords)),
  server: fc.constantFrom('clo*', 'files', 'b2', 'x'),
  tool: fc.constantFrom('get*', 'get_b'),
  method: fc.constantFrom('ping', 'tools/*'),
  dialect: fc.constantFrom('mcp', 'x'),
  code: fc.constantFrom('-32*', '404', '>0'),
  since: fc.constantFrom('5s', '2000', '1970-01-01T00:00:05Z'),
  before: fc.constantFrom('5s', '0', '1970-01-01T00:00:05Z'),
  group: fc.constantFrom('aaaaaaaa', ...anyGroups),
};
const number = fc
  .tuple(fc.constantFrom('', '>', '>=', '<', '<=', '='), fc.constantFrom('0', '1', '2', '200', '404', '1000', '2000'))
  .map((parts) => parts.join(''));
const term = fc.constantFrom(...filterKeys).chain((key) => {
  const words = Object.hasOwn(wordKeys, key) ? fc.constantFrom(...wordKeys[key as keyof typeof wordKeys]) : number;
  return (values[key] ?? words).map((value) => `${key}:${value}`);
});
const { text } = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(term, fc.constantFrom('"rate"', '/limit/', 'slow')),
    tie('text').map((inner) => `-(${inner})`),
    fc.tuple(tie('text'), tie('text')).map(([a, b]) => `(${a} | ${b})`),
    fc.tuple(tie('text'), tie('text')).map(([a, b]) => `(${a} ${b})`),
  ),
}));

it('SQL and the predicate agree on every filter', async () => {
  const store = await openStore({ path: join(tempFolder(), 'log.db') });
  const puts = fc.sample(anyPut, 80).map((put, ord): RowPut => {
    const group = groupOf(put.row, put.layer);
    const row = { ...put.row, id: ord + 1, ord, rev: ord + 1, group };
    return { ...put, row, failed: row.failure !== null || (row.outcome !== null && row.outcome !== 'answered') };
  });
  store.put(puts, emptyState(1));
  fc.assert(
    fc.property(text, (filterText) => {
      const parsed = parseFilter(filterText);
      if (!parsed.ok) throw new Error(`${filterText}: ${parsed.problem}`);
      const passes = compileFilter(parsed.filter, now);
      const pass = (put: RowPut) =>
        passes({
          ...put,
          serverName: servers.name(put.row.server),
          expected: put.row.group !== null && marked.has(put.row.group),
        });
      const expected = puts.filter(pass).map(({ row }) => row.ord);
      const { filter } = parsed;
      const question = { filter, now, servers, expected: marked };
      const says = (words: string) => puts.filter((put) => compileWords(words)(rowText(put))).map(({ row }) => row.ord);
      const saying = new Map(wordsIn(filter).map((words) => [words, Uint32Array.from(says(words))]));
      const found = store.select({ ...question, saying }, 0, puts.length);
      expect(found, filterText).toEqual({ ords: expected, candidates: [] });
      // If it is unknown which rows contain the words, they are returned to be scanned.
      const { ords, candidates } = store.select(question, 0, puts.length);
      const looked = candidates.filter((put) => pass(put as RowPut)).map(({ row }) => row.ord);
      expect([...ords, ...looked], filterText).toEqual(expected);
    }),
  );
  store.close();
});
