// One failure reads the same everywhere: every failure of every sample server, in rows, on cards, in Failures, Compare and reports,
// opened from a file, and printed by decode, log and the tools for agents.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Failure } from '../shared/failure.ts';
import { verdictLine } from '../shared/findings/finding-words.ts';
import type { ReportPart } from '../shared/formats/report-data.ts';
import { isObject, type Json } from '../shared/json/json.ts';
import { Masker } from '../shared/mask/masker.ts';
import type { RowDetail } from '../shared/timeline.ts';
import { recordSamples } from './inspector/testing/sample-recording.ts';
import { TestInspector, value } from './inspector/testing/test-inspector.ts';
import { runHere } from './launch/testing/run-here.ts';
import { startAgent } from './mcp-server/testing/agent.ts';

type Failed = RowDetail & { failure: Failure };

let here: TestInspector;
let probe: string;
let live: Failed[];
let capture: string;
/** Every line on stderr. */
let written: string[];

beforeAll(async () => {
  here = await TestInspector.open();
  ({ probe } = await recordSamples(here));
  // A tool list that came last has earlier failures judged again.
  do live = await failedRows();
  while (!isDeepStrictEqual(await failedRows(), live));
  capture = await here.exported();
  written = lines(capture)
    .map((line) => JSON.parse(line))
    .flatMap(({ lane, text }) => (lane === 'err' ? [text] : []));
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
      expect(verdictLine(card?.failure as Failure)).toContain(owner);
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
      expect(printed.filter((line) => line.includes(`${failure.sentence}. ${verdictLine(failure)}`))).not.toEqual([]);
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
      if (quote !== null) expect(heard, sentence).toContain(quote.text);
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
