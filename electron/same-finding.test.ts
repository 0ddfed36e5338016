// A recording of every sample server with everything Misfire does: tour, manual calls, probe, bulk replays, connection check, marks and
// notes. Each failure reads the same everywhere: in rows, on cards, in Failures, Compare and reports, opened from a file, and printed by
// decode, log and the tools for agents. Rows are in time order, and an export that is opened again is identical.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Failure } from '../shared/failure.ts';
import { checkVerdictLine } from '../shared/findings/finding-words.ts';
import type { ReportPart } from '../shared/formats/report-data.ts';
import { isObject, type Json } from '../shared/json/json.ts';
import { Masker } from '../shared/mask/masker.ts';
import { asSentence } from '../shared/text/as-sentence.ts';
import type { Row, RowDetail } from '../shared/timeline.ts';
import { startAgent } from './features/agents/server/testing/agent.ts';
import { recordSamples } from './inspector/testing/sample-recording.ts';
import { TestInspector, value } from './inspector/testing/test-inspector.ts';
import { runHere } from './launch/testing/run-here.ts';
import { samples } from './samples/catalogue.ts';

type Failed = RowDetail & { failure: Failure };

let here: TestInspector;
let probe: string;
let live: Failed[];
let liveRows: Row[];
let livePicture: Awaited<ReturnType<typeof picture>>;
let liveServers: { name: string }[];
let capture: string;
/** Every line on stderr. */
let written: string[];
/** Every message that came. */
let received: string[];

beforeAll(async () => {
  here = await TestInspector.open();
  ({ probe } = await recordSamples(here));
  await markSome();
  const names = new Map<string, string>();
  for (const { id, name } of (await value(here.api.snapshot({}))).servers) names.set(id, name);
  const look = () => picture((server) => names.get(server) ?? server);
  // A last stderr line may arrive after all responses, and a last tool list has earlier failures judged again.
  do livePicture = await look();
  while (!isDeepStrictEqual(await look(), livePicture));
  live = await failedRows();
  liveRows = await here.rows();
  capture = await here.exported();
  liveServers = (await value(here.api.snapshot({}))).servers
    .filter(({ counts }) => counts.messages > 0)
    .map(({ name, colour, transport, counts }) => ({
      name,
      look: { color: colour, transport: transport.startsWith('http') ? 'http' : transport },
      messages: counts.messages,
      failedCalls: counts.failedCalls,
    }));
  const captured = lines(capture).map((line) => JSON.parse(line) as { lane: string; text: string });
  const textsOf = (wanted: string) => captured.flatMap(({ lane, text }) => (lane === wanted ? [text] : []));
  written = textsOf('err');
  received = textsOf('in');
});
afterAll(() => here.close());

async function failedRows(): Promise<Failed[]> {
  const details: Failed[] = [];
  for (const { id, failure } of await here.rows()) {
    if (failure === null) continue;
    details.push((await value(here.api.rowDetail({ id }))) as Failed);
  }
  return details;
}

async function misfire(...args: string[]): Promise<string> {
  return (await runHere(args)).stdout;
}

const lines = (text: string) => text.split('\n').filter(Boolean);

const masker = new Masker();
/** Files and terminals get secrets masked; a finding without any is the same there. */
const isOpen = ({ failure }: Failed) => masker.mask(JSON.stringify(failure)) === JSON.stringify(failure);

/** What a person reads of a finding. */
const read = ({ class: kind, sentence, short, tiny, quote, check, owner, certainty, retry, fix, remedy }: Failure) => ({
  kind,
  sentence,
  short,
  tiny,
  quote,
  check,
  owner,
  certainty,
  retry,
  fix,
  remedy,
});

/** Where a row is, whichever recording it is in. */
const placeOf = ({ row }: RowDetail) => row.ord;

describe('every failure of the samples', () => {
  it('is there', () => {
    expect(live.length).toBeGreaterThan(35);
    expect(live.filter(isOpen).length).toBeGreaterThan(30);
    expect(new Set(live.map(({ failure }) => failure.class)).size).toBeGreaterThan(10);
  });

  it('is in its row as on its card', () => {
    for (const { row, failure } of live) {
      const { class: kind, severity, origin, flagged, title, short, tiny, retry } = failure;
      const { verdict, afterMs } = retry;
      expect(row.failure).toEqual({ class: kind, verdict, afterMs, severity, origin, flagged, title, short, tiny });
    }
  });

  it('is in Failures as on the card of the row that it shows', async () => {
    const { groups } = await value(here.api.failureGroups({ order: 'last', from: 0, count: 500 }));
    expect(groups.length).toBeGreaterThan(20);
    const sentences = new Set(live.map(({ failure }) => failure.sentence));
    for (const { sentence } of groups) expect(sentences).toContain(sentence);
  });

  it('is in Compare as on the card', async () => {
    const { rows } = await value(here.api.compareServers({ source: { kind: 'probe', probe } }));
    const cells = rows.flatMap((row) => row.cells).filter(({ state, row }) => state === 'failed' && row);
    expect(cells.length).toBeGreaterThan(5);
    for (const { row, sentence, owner, verdict } of cells) {
      const card = live.find((one) => one.row.id === row);
      expect([sentence, verdict]).toEqual([card?.failure.sentence, card?.failure.retry.verdict]);
      expect(checkVerdictLine(card?.failure as Failure)).toContain(owner);
    }
  });

  it('is in a report as on the card', async () => {
    const page = await here.exported({ format: 'html' });
    const parts = [...page.matchAll(/<script type="[^"]*json[^"]*">(.*?)<\/script>/g)].map(
      ([, json = '']) => JSON.parse(json) as ReportPart,
    );
    const reported = new Map(
      parts.flatMap((part) => (part.part === 'details' ? part.details : [])).map(({ row, failure }) => [row, failure]),
    );
    for (const one of live.filter(isOpen)) expect(read(reported.get(one.row.id) as Failure)).toEqual(read(one.failure));
  });

  it('is printed by log', async () => {
    const printed = lines(await misfire('--data', here.folder, 'log', 'is:failed', '--limit', '1000', '--exit-zero'));
    for (const { failure } of live.filter(isOpen))
      expect(
        printed.filter((line) => line.includes(`${asSentence(failure.sentence)} ${checkVerdictLine(failure)}`)),
      ).not.toEqual([]);
  });

  it('is explained to agents', async () => {
    const agent = await startAgent(here.folder);
    try {
      const { structuredContent } = await agent.ask('failures', { limit: 50 });
      const ids = idsIn(structuredContent as Json);
      expect(ids.length).toBeGreaterThan(5);
      const bySentence = new Map(live.map(({ failure }) => [failure.sentence, failure]));
      for (const id of ids) {
        const { decoded } = (await agent.ask('explain', { id })).structuredContent as {
          decoded: Record<string, unknown> & { cause: string; retry: { verdict: string } };
        };
        const failure = bySentence.get(decoded.cause);
        if (failure === undefined && decoded.cause.includes('‹')) continue;
        expect(decoded).toMatchObject({
          class: failure?.class,
          owner: failure?.owner,
          certainty: failure?.certainty,
          retry: { verdict: failure?.retry.verdict },
        });
      }
    } finally {
      await agent.client.close();
    }
  });

  it('is printed by decode, once for each cause', async () => {
    const file = join(here.folder, 'samples.jsonl');
    writeFileSync(file, capture);
    const decoded = lines(await misfire('decode', '--json', '--exit-zero', file)).map(
      (line) => JSON.parse(line) as Failure,
    );
    const known = new Set(live.filter(isOpen).map(({ failure }) => JSON.stringify(read(failure))));
    const strange = decoded.filter(
      (failure) => !JSON.stringify(failure).includes('‹') && !known.has(JSON.stringify(read(failure))),
    );
    expect(strange.map(({ sentence }) => sentence)).toEqual([]);
    const incidents = new Set(live.map(({ row }) => row.incident));
    expect(decoded.length).toBeLessThanOrEqual(live.length);
    expect(decoded.length).toBeGreaterThanOrEqual(incidents.size);
  });

  it('is the same in the recording that is opened from its file', async () => {
    await here.imported(capture);
    const opened = new Map((await failedRows()).map((one) => [placeOf(one), one]));
    for (const one of live.filter(isOpen))
      expect(read(opened.get(placeOf(one))?.failure as Failure)).toEqual(read(one.failure));
  });
});

describe('a finding of the samples', () => {
  it('quotes only bytes that were received or sent', () => {
    for (const detail of live) {
      const heard = bytesOf(detail);
      const { quote, sentence, short, explanation, remedy } = detail.failure;
      // On a loaded machine a call times out, and its finding quotes the answer that came too late, which is a row of its own.
      if (quote !== null) expect([heard, ...received].join('\n'), sentence).toContain(quote.text);
      for (const text of [sentence, short, explanation, ...remedy])
        for (const [, quoted = ''] of text.matchAll(/“([^”]*)”/g)) expect(heard, text).toContain(quoted);
    }
  });

  it('proposes only values that are in the evidence', () => {
    let proposed = 0;
    for (const detail of live) {
      const { fix } = detail.failure;
      if (fix.kind !== 'request') continue;
      for (const { after, from } of fix.changes) {
        proposed += 1;
        if (from === 'server' && after !== undefined) expect(bytesOf(detail)).toContain(String(after));
      }
    }
    expect(proposed).toBeGreaterThan(0);
  });

  it('proposes no other request where the answer is broken', () => {
    const broken = live.filter(({ failure }) => failure.class === 'invalid_response');
    expect(broken).not.toEqual([]);
    for (const { failure } of broken) expect(failure.fix.kind).toBe('report');
  });
});

/** All that crossed for a row, as written and as JSON reads it. */
function bytesOf({ row, events, params, failure }: Failed): string {
  const texts: string[] = [params, row.target ?? '', ...failure.stderr, ...written];
  const collect = (found: Json): void => {
    if (typeof found === 'string') texts.push(found);
    else if (Array.isArray(found)) found.forEach(collect);
    else if (isObject(found)) Object.values(found).forEach(collect);
    else texts.push(String(found));
  };
  for (const { text, http } of events) {
    texts.push(text, JSON.stringify(http?.headers ?? []), http?.url ?? '', http?.error ?? '');
    for (const part of [text, ...text.split('\n')])
      try {
        collect(JSON.parse(part.replace(/^data: /, '')));
      } catch {}
  }
  return texts.join('\n');
}

function idsIn(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'id' && typeof inner === 'string' ? [inner] : idsIn(inner),
  );
}

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

describe('the recording of the samples', () => {
  it('contains every sample and every kind of caller', () => {
    expect(livePicture.servers.toSorted()).toEqual(samples.map(({ name }) => name).toSorted());
    expect(new Set(liveRows.map(({ actor }) => actor))).toEqual(
      new Set(['tour', 'you', 'probe', 'doctor', 'replay', 'misfire']),
    );
    expect(livePicture.marks.filter(({ note }) => note !== '')).toHaveLength(6);
  });

  it('records each replay with the call that it copies, and compares it with that one', () => {
    expect(livePicture.copies.length).toBeGreaterThan(3);
    expect(livePicture.copies.filter(([, original]) => original === null)).toEqual([]);
    const verdicts = livePicture.copies.map(([, original]) => original as { passed: boolean; verdict: string });
    expect(verdicts).toContainEqual(expect.objectContaining({ passed: true, verdict: 'same' }));
    expect(verdicts).toContainEqual(expect.objectContaining({ passed: false, verdict: 'same' }));
  });

  it('has rows in time order, live, opened and opened again', async () => {
    expect(goingBack(liveRows)).toEqual([]);
    await here.imported(capture);
    expect(goingBack(await here.rows())).toEqual([]);
    await here.imported(await here.exported());
    expect(goingBack(await here.rows())).toEqual([]);
  });

  it('threads join attempts of one call on one server, and none of a probe or a check', () => {
    const threads = Map.groupBy(
      liveRows.filter(({ chain }) => chain !== null),
      ({ chain }) => chain,
    );
    expect(threads.size).toBeGreaterThan(3);
    for (const rows of threads.values()) {
      expect(
        new Set(rows.map(({ server, method, target, args }) => [server, method, target, args].join(' '))).size,
      ).toBe(1);
      expect(rows.filter(({ actor }) => actor === 'probe' || actor === 'doctor' || actor === 'misfire')).toEqual([]);
    }
  });

  it('a reopened export has the same servers, marks, counts and failures, and exports identically', async () => {
    await here.imported(capture);
    expect(await picture((server) => server)).toEqual(livePicture);
    expect(linesOf(await here.exported())).toEqual(linesOf(capture));
    const { past, recording } = await value(here.api.snapshot({}));
    expect(recording.isLive).toBe(false);
    const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
    expect(past?.servers.map(({ id: _, ...server }) => server).sort(byName)).toEqual(liveServers.sort(byName));
  });
});
