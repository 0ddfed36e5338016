// A recording of every sample server with everything Misfire does: tour, manual calls, probe, bulk replays, connection check, marks and
// notes. Its rows are in time order, and an export that is opened again is identical.

import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Row } from '../../shared/timeline.ts';
import { samples } from '../samples/catalogue.ts';
import { recordSamples } from './testing/sample-recording.ts';
import { TestInspector, value } from './testing/test-inspector.ts';

let here: TestInspector;
let live: Awaited<ReturnType<typeof picture>>;
let liveRows: Row[];
let capture: string;
let liveServers: object[];

beforeAll(async () => {
  here = await TestInspector.open();
  const names = new Map<string, string>();
  await recordSamples(here);
  await markSome();
  for (const { id, name } of (await value(here.api.snapshot({}))).servers) names.set(id, name);
  const look = () => picture((server) => names.get(server) ?? server);
  // A last stderr line may arrive after all responses: exports once nothing more arrives.
  do {
    live = await look();
    liveRows = await here.rows();
    capture = await here.exported();
    liveServers = (await value(here.api.snapshot({}))).servers
      .filter(({ counts }) => counts.messages > 0)
      .map(({ name, colour, transport, counts }) => ({
        name,
        look: { color: colour, transport: transport.startsWith('http') ? 'http' : transport },
        messages: counts.messages,
        incidents: counts.incidents - counts.expected,
      }));
  } while (!isDeepStrictEqual(await look(), live));
});
afterAll(() => here.close());

async function markSome(): Promise<void> {
  const { groups } = await value(here.api.failureGroups({ order: 'count', from: 0, count: 100 }));
  const states = ['expected', 'resolved', null] as const;
  for (const [index, { id }] of groups.slice(0, 6).entries())
    await value(here.api.markGroup({ group: id, state: states[index % 3] ?? null, note: `Note ${index}: by design` }));
}

/** What people count and read, without the ids of rows. */
async function picture(names: (server: string) => string) {
  const { counters, marks } = await value(here.api.snapshot({}));
  const { groups } = await value(here.api.failureGroups({ order: 'last', from: 0, count: 200 }));
  const rows = await here.rows();
  const ordOf = new Map(rows.map(({ id, ord }) => [id, ord]));
  const place = (id: number | null) => (id === null ? null : ordOf.get(id));
  const copies = await Promise.all(
    rows
      .filter(({ actor }) => actor === 'replay')
      .map(async ({ id, ord }) => {
        const { original } = await value(here.api.rowDetail({ id }));
        return [ord, original && { ...original, row: place(original.row) }];
      }),
  );
  return {
    counters,
    copies,
    servers: [...new Set(rows.map(({ server }) => names(server)))],
    rows: rows.map((row) => [
      [
        names(row.server),
        row.epoch,
        row.actor,
        row.kind,
        row.method,
        row.headline,
        row.code,
        row.outcome,
        row.failure?.class,
      ],
      [row.at, row.endAt, row.latencyMs, row.times, row.attempt, row.remarks],
      [place(row.chain), place(row.incident)],
    ]),
    groups: groups.map(({ server, target, code, count, title, mark }) => [
      names(server),
      target,
      code,
      count,
      title,
      mark && [mark.state, mark.note, mark.version],
    ]),
    marks: marks.map(({ state, note, at, version, back }) => ({ state, note, at, version, back })),
  };
}

/** Ignores the order of members in a line. */
const linesOf = (text: string): unknown[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** Each row with an earlier time than the row above it, as text. */
const goingBack = (rows: readonly Row[]) =>
  rows.flatMap((row, index) => {
    const above = rows[index - 1];
    return above && row.at < above.at ? [`${row.kind} ${row.headline} ${above.at - row.at} ms`] : [];
  });

test('contains every sample and every kind of caller', () => {
  expect(live.servers.toSorted()).toEqual(samples.map(({ name }) => name).toSorted());
  expect(new Set(liveRows.map(({ actor }) => actor))).toEqual(
    new Set(['tour', 'you', 'probe', 'doctor', 'replay', 'misfire']),
  );
  expect(live.marks.filter(({ note }) => note !== '')).toHaveLength(6);
});

test('records each replay with the call that it copies, and compares it with that one', () => {
  expect(live.copies.length).toBeGreaterThan(3);
  expect(live.copies.filter(([, original]) => original === null)).toEqual([]);
  const verdicts = live.copies.map(([, original]) => original as { passed: boolean; verdict: string });
  expect(verdicts).toContainEqual(expect.objectContaining({ passed: true, verdict: 'same' }));
  expect(verdicts).toContainEqual(expect.objectContaining({ passed: false, verdict: 'same' }));
});

test('has rows in time order, live, opened and opened again', async () => {
  expect(goingBack(liveRows)).toEqual([]);
  await here.imported(capture);
  expect(goingBack(await here.rows())).toEqual([]);
  await here.imported(await here.exported());
  expect(goingBack(await here.rows())).toEqual([]);
});

test('threads join attempts of one call on one server, and none of a probe or a check', () => {
  const threads = Map.groupBy(
    liveRows.filter(({ chain }) => chain !== null),
    ({ chain }) => chain,
  );
  expect(threads.size).toBeGreaterThan(3);
  for (const rows of threads.values()) {
    expect(new Set(rows.map(({ server, method, target, args }) => [server, method, target, args].join(' '))).size).toBe(
      1,
    );
    expect(rows.filter(({ actor }) => actor === 'probe' || actor === 'doctor' || actor === 'misfire')).toEqual([]);
  }
});

test('a reopened export has the same servers, marks, counts and failures, and exports identically', async () => {
  await here.imported(capture);
  expect(await picture((server) => server)).toEqual(live);
  expect(linesOf(await here.exported())).toEqual(linesOf(capture));
  const { past, recording } = await value(here.api.snapshot({}));
  expect(recording.isLive).toBe(false);
  const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
  expect(past?.servers.map(({ id: _, ...server }) => server).sort(byName)).toEqual(
    (liveServers as { name: string }[]).sort(byName),
  );
});
