// The catalog against the real servers: every tour runs as described, every provocation fails, every tool can be filled in.

import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isObject, type Json, type JsonObject, member, parseJson } from '../../shared/json/json.ts';
import { type CatalogueEntry, type Provocation, sampleProvocations, samples } from './catalogue.ts';
import { type HttpPeer, type StdioPeer, startHttp, startStdio } from './testing/peer.ts';

type Ask = (what: Provocation) => Promise<Outcome>;

// Each server is started once, and the tests run concurrently: tours mostly wait.
const all: readonly CatalogueEntry[] = samples;
const peers: (HttpPeer | StdioPeer)[] = [];
const asks = new Map<string, Ask>();
beforeAll(async () => {
  await Promise.all(all.map(async (sample) => asks.set(sample.id, await start(sample))));
});
afterAll(async () => {
  const ended = await Promise.all(peers.map((peer) => peer.stop()));
  expect(ended).toEqual(all.map(() => ({ code: 0, signal: null })));
});

interface Outcome {
  failed: boolean;
  message: Json;
  hintMs?: number;
}

async function start(sample: CatalogueEntry): Promise<Ask> {
  if (sample.transport === 'stdio') {
    const peer = await startStdio(dirname(sample.entry));
    peers.push(peer);
    return async ({ method, params }) => judge((await peer.request(method, params)) ?? null, 200);
  }
  const peer = await startHttp(dirname(sample.entry), sample.headers);
  peers.push(peer);
  let id = 0;
  return async ({ method, params }) => {
    const response = await peer.post({ jsonrpc: '2.0', id: ++id, method, params });
    const text = (await response.text()).replace(/^(event: message\n|id: .*\n)*data: /, '').trim();
    const parsed = parseJson(text);
    return judge(parsed.ok ? parsed.value : text, response.status);
  };
}

function judge(message: Json, status: number): Outcome {
  const result = member(message, 'result');
  const error = member(message, 'error') ?? member(result, 'error');
  const failed = status >= 400 || error !== undefined || member(result, 'isError') === true;
  const seconds = member(member(error, 'data'), 'retry_after');
  const ms = member(member(member(result, 'structuredContent'), 'retry_hint'), 'retry_after_ms');
  const hintMs = typeof seconds === 'number' ? seconds * 1000 : typeof ms === 'number' ? ms : undefined;
  return { failed, message, ...(hintMs === undefined ? {} : { hintMs }) };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe.concurrent.each(all)('$id', (sample) => {
  test('every tool can be filled in from its schema and has a description', async () => {
    const ask = asks.get(sample.id)!;
    const { message } = await ask({ method: 'tools/list', params: {} });
    const { tools } = member(message, 'result') as unknown as { tools: JsonObject[] };
    expect(tools.length).toBeGreaterThan(1);
    for (const tool of tools) {
      expect(tool).toMatchObject({
        description: expect.stringMatching(/\.$/),
        inputSchema: { type: 'object' },
        annotations: {
          readOnlyHint: expect.any(Boolean),
          destructiveHint: expect.any(Boolean),
          idempotentHint: expect.any(Boolean),
        },
      });
      const properties = member(tool.inputSchema, 'properties');
      for (const property of Object.values(isObject(properties) ? properties : {})) {
        expect(property).toHaveProperty('description');
        expect('default' in (property as object) || 'examples' in (property as object)).toBe(true);
      }
    }
  });

  test('every provocation fails', async () => {
    const ask = asks.get(sample.id)!;
    for (const [name, what] of Object.entries(sampleProvocations[sample.id as keyof typeof sampleProvocations])) {
      expect(await ask(what), name).toMatchObject({ failed: true });
    }
  });
});

describe.concurrent.each(all.filter((sample) => sample.inTour))('the tour of $id', (sample) => {
  test('takes at most eight seconds', () => {
    expect(sample.tour.reduce((sum, step) => sum + step.delayMs, 0)).toBeLessThan(8000);
  });

  test('fails in at least three ways, succeeds sometimes, and recovers after each wait', async () => {
    const ask = asks.get(sample.id)!;
    const outcomes: Outcome[] = [];
    for (const step of sample.tour) {
      if (step.afterHint) await pause((outcomes.at(-1)?.hintMs ?? step.delayMs) + 20);
      outcomes.push(await ask(step));
    }
    const failures = outcomes.filter((outcome) => outcome.failed);
    expect(
      new Set(failures.map(({ message }) => JSON.stringify(member(message, 'error') ?? member(message, 'result'))))
        .size,
    ).toBeGreaterThanOrEqual(3);
    expect(outcomes.length - failures.length).toBeGreaterThanOrEqual(1);
    for (const [index, step] of sample.tour.entries()) {
      if (!step.afterHint) continue;
      expect(step.params).toEqual(sample.tour[index - 1]!.params);
      expect(outcomes[index - 1]!.failed).toBe(true);
      if (!sample.tour[index + 1]?.afterHint) expect(outcomes[index]!.failed).toBe(false);
    }
  });
});

test('the five are in the tour, and invoices are threaded as limited, limited, sent', () => {
  const inTour = all.filter((sample) => sample.inTour).map((sample) => sample.id);
  expect(inTour).toEqual(['closient', 'orders-adapter', 'erlmcp', 'qaqnuz', 'platica']);
  const sends = samples[3].tour.filter((step) => member(step.params, 'name') === 'send_invoice');
  expect(sends.map((step) => step.afterHint ?? false)).toEqual([false, true, true]);
});
