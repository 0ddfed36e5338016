// The same bytes give the same failures, field by field, in `misfire decode`, `misfire import`, `log` and live recording. Rows show parts
// of those failures and nothing else.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readCapture } from '../../../shared/capture/capture.ts';
import { Learner, type LearnerOptions } from '../../../shared/decode/learner.ts';
import { builtInDialects } from '../../../shared/dialects/built-in.ts';
import type { Dialect } from '../../../shared/dialects/dialect-schema.ts';
import { decodeCapture, failedRows } from '../../../shared/exchange/decode-capture.ts';
import { type EventDraft, error, http, into, life, out, request } from '../../../shared/exchange/event-fixtures.ts';
import { rowFailure } from '../../../shared/exchange/failure-words.ts';
import type { Failure } from '../../../shared/failure.ts';
import { writeEvent, writeHeader } from '../../../shared/formats/write-capture.ts';
import type { Json } from '../../../shared/json/json.ts';
import type { WireEvent } from '../../../shared/wire.ts';
import { openInspector } from '../../app/open-inspector.ts';
import type { TransportEvent } from '../../transports/transport.ts';
import { tempFolder } from '../testing/temp-folder.ts';
import { conversations } from './conversations.ts';
import { Log } from './log.ts';
import { openStore, openToRead } from './open-store.ts';
import { ReadOnlyLog } from './read-only-log.ts';
import type { ReadableLog } from './rows/readable-log.ts';
import { MemoryStore } from './store/memory-store.ts';
import type { LogStore } from './store/store.ts';

const started = Date.UTC(2026, 10, 14, 12);

/** As one string, so that lists can be compared in any order. */
const asText = (server: string, failure: Failure): string => `${server} ${JSON.stringify(failure)}`;

function eventsOf(server: string, drafts: readonly EventDraft[]): WireEvent[] {
  return drafts.map((draft, index) => ({ at: started + index * 10, ...draft, server, epoch: 1 }) as WireEvent);
}

const captureOf = (events: readonly WireEvent[]): string =>
  [writeHeader(started), ...events.map((event) => writeEvent(event, started))].join('\n');

function byDecode(text: string): string[] {
  const { entries } = readCapture(text);
  return failedRows(entries)
    .map(({ row, failure }) => asText(row.server, failure))
    .sort();
}

/** Also checks that rows are projections. */
function byRows(log: ReadableLog): string[] {
  return log.store
    .rowsFrom(0, log.counters.rows)
    .flatMap((row) => {
      const failure = log.failureOf(row);
      expect(failure && rowFailure(failure)).toEqual(row.failure);
      return failure === null ? [] : [asText(row.server, failure)];
    })
    .sort();
}

function openLog(store: LogStore, options: LearnerOptions = {}): Log {
  const learner = new Learner({ ...options, onClear: (server) => log.rederiveSoon(server) });
  const log: Log = new Log({
    store,
    decode: (account, context, server) => learner.decode(account, context, server),
    decodeAgain: (account, context, server) => learner.decodeAgain(account, context, server),
  });
  onTestFinished(() => log.close());
  return log;
}

async function recorded(text: string, chunk: number): Promise<string[]> {
  const events = readCapture(text).entries.map(({ event }) => event);
  const log = openLog(new MemoryStore());
  for (let from = 0; from < events.length; ) {
    const { server, epoch } = events[from] as WireEvent;
    let to = from;
    while (to < events.length && to - from < chunk && events[to]?.server === server && events[to]?.epoch === epoch)
      to++;
    log.record(server, epoch, events.slice(from, to) as TransportEvent[]);
    from = to;
  }
  log.endOpen();
  await log.settled;
  return byRows(log);
}

async function imported(text: string): Promise<string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'misfire-one-decoder-'));
  const inspector = await openInspector({
    dataDir,
    version: '0',
    abilities: { openExternal: false, secureStorage: false },
  });
  const begun = await inspector.api.startImport({ name: 'a.jsonl' });
  if (!begun.ok) throw new Error(begun.error.message);
  const done = await inspector.api.importPart({ import: begun.value.import, text, last: true });
  if (!done.ok || done.value.recording === null) throw new Error('not imported');
  const { id } = done.value.recording;
  await inspector.close();
  const { logFile, store } = await openToRead(join(dataDir, 'log.db'));
  onTestFinished(() => logFile.close());
  return byRows(new ReadOnlyLog(store(id), (server) => server));
}

describe('the same bytes', () => {
  it('give the same failures when decoded, imported and recorded', async () => {
    const text = captureOf(conversations.flatMap(([name, drafts]) => eventsOf(name, drafts)));
    const decoded = byDecode(text);
    for (const [name] of conversations)
      expect(
        decoded.some((line) => line.startsWith(name)),
        name,
      ).toBe(true);
    expect(await imported(text)).toEqual(decoded);
    expect(await recorded(text, 100)).toEqual(decoded);
    expect(await recorded(text, 1)).toEqual(decoded);
  });

  it('teach the same whenever they arrive: a name in the handshake, a dialect that becomes clear', () => {
    const text = captureOf(conversations.flatMap(([name, drafts]) => eventsOf(name, drafts)));
    const { entries } = readCapture(text);
    const dialects = (server: string) =>
      decodeCapture(entries, started)
        .filter((line) => line.server === server)
        .map(({ dialect }) => dialect.id);
    expect(dialects('a server that names itself')).toEqual(['erlmcp']);
    expect(new Set(dialects('each failure of a server whose dialect becomes clear'))).toEqual(new Set(['erlmcp']));
  });
});

describe('any input', () => {
  const id = fc.constantFrom<Json>(1, 2, 3, '1', null);
  const method = fc.constantFrom('tools/call', 'ping', 'resources/read', 'initialize', 'subscriptions/listen');
  const failing = fc.constantFrom<Json>(
    { code: -32602, message: 'Invalid arguments: a: Required' },
    { code: -32031, message: 'Tool execution failed', data: { tool: 'db', reason: 'connection_timeout' } },
    { code: -32000, message: 'Too many requests, retry in 5 seconds' },
    { code: 'E_X', message: 'x', data: { type: 'https://x.example/t', title: 'One' } },
    { code: 'E_X', message: 'x', data: { type: 'https://x.example/t', title: 'Two' } },
    'just words',
  );
  const results = fc.constantFrom<Json>(
    {},
    { isError: true, content: [{ type: 'text', text: 'HTTP 503' }] },
    { content: [{ type: 'text', text: '{"error":"gone"}' }] },
    { structuredContent: { error: 'x' } },
    { resultType: 'input_required', requestState: 'x' },
    { protocolVersion: '2025-11-25', serverInfo: { name: 'x' } },
  );
  const params = fc.constantFrom<Json>(
    { name: 'a' },
    { name: 'a', requestState: 'x' },
    { uri: 'file:///a', _meta: { progressToken: 1, 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } },
  );
  const asked = fc.record({ id, method, params });
  const answer = fc.oneof(fc.record({ id, error: failing }), fc.record({ id, result: results }));
  const notice = fc.record({
    method: fc.constantFrom('notifications/progress', 'notifications/cancelled'),
    params: fc.record({ requestId: id, progressToken: fc.constant(1) }),
  });
  const message = fc.oneof(asked, answer, notice);
  const said = fc.oneof(
    { weight: 6, arbitrary: message },
    { weight: 1, arbitrary: fc.array(message, { maxLength: 3 }) },
    { weight: 1, arbitrary: fc.constant('noise') },
  );
  const via = fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined });
  const rest = (exchange: number | undefined) => (exchange === undefined ? {} : { via: exchange });
  const body = fc.option(
    fc.oneof(
      fc.constantFrom('Accepted', '<h1>Oops</h1>', '{"error":"invalid_token"}'),
      answer.map((it) => JSON.stringify(it)),
    ),
    { nil: undefined },
  );
  const exchange = fc
    .record({
      status: fc.constantFrom(null, 200, 202, 308, 401, 404, 429, 503),
      exchange: fc.integer({ min: 1, max: 3 }),
      method: fc.constantFrom('POST', 'GET', 'DELETE'),
      headers: fc.constantFrom<Record<string, string>>(
        {},
        { 'retry-after': '7' },
        { 'content-type': 'text/event-stream' },
        { location: '/x' },
      ),
      endedAt: fc.constantFrom(undefined, 9),
      body,
      id: fc.option(id, { nil: undefined }),
    })
    .map(({ status, ...more }) => http(status, more as never));
  const draft: fc.Arbitrary<EventDraft> = fc.oneof(
    { weight: 6, arbitrary: fc.tuple(asked, via).map(([it, v]) => out(it, rest(v))) },
    { weight: 6, arbitrary: fc.tuple(answer, via).map(([it, v]) => into(it, rest(v))) },
    { weight: 2, arbitrary: fc.tuple(said, via).map(([it, v]) => out(it, rest(v))) },
    { weight: 2, arbitrary: fc.tuple(said, via).map(([it, v]) => into(it, rest(v))) },
    { weight: 4, arbitrary: exchange },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom('timeout', 'cancelled', 'stream_ended', 'closed', 'exited', 'stream_opened'), id, via)
        .map(([event, i, v]) => life(event as 'closed', { id: i, ...rest(v) })),
    },
    { weight: 1, arbitrary: fc.constant(into('/messages', { via: 1, sse: { event: 'endpoint' } })) },
    { weight: 1, arbitrary: fc.constant(into('{"a":', { via: 1, sse: { id: '1' } })) },
  );

  // A batch with a duplicate id: one of its calls once lost its card.
  const twice: EventDraft[] = [
    out([
      { id: 1, method: 'tools/call', params: { name: 'a' } },
      { id: 1, method: 'tools/call', params: { name: 'a' } },
    ]),
    into([
      { id: 1, error: { code: -32000, message: 'no' } },
      { id: 1, error: { code: -32000, message: 'no' } },
    ]),
  ];

  it('gives the same failures decoded and recorded', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(draft, { maxLength: 25 }), fc.integer({ min: 1, max: 4 }), async (drafts, chunk) => {
        const text = captureOf(eventsOf('s', drafts));
        expect(await recorded(text, chunk)).toEqual(byDecode(text));
      }),
      { examples: [[twice, 1]] },
    );
  });
});

describe('a stored failure', () => {
  const sent = (drafts: readonly EventDraft[]) => eventsOf('s', drafts) as TransportEvent[];
  const failuresOf = (log: ReadableLog) =>
    log.store.rowsFrom(0, log.counters.rows).map((row) => [row.id, log.failureOf(row)] as const);

  it('is the same after a restart, for readers, and through a chosen dialect', async () => {
    const path = join(tempFolder(), 'log.db');
    let pinned: string | undefined;
    const first = openLog(await openStore({ path }), { pinned: () => pinned });
    first.record('s', 1, sent(conversations[0]?.[1] ?? []));
    await first.settled;
    pinned = 'platica';
    first.record('s', 1, sent([request(5), error(5, -32010, 'Busy')]));
    const before = failuresOf(first);
    expect(before.map(([, failure]) => failure?.dialect.id)).toContain('erlmcp');
    expect(before.at(-1)?.[1]?.dialect).toMatchObject({ id: 'platica', confidence: 1 });
    first.close();
    const again = openLog(await openStore({ path }));
    expect(failuresOf(again)).toEqual(before);
    expect(failuresOf(new ReadOnlyLog(again.store, (server) => server))).toEqual(before);
  });

  it('is decoded again through other dialects, and each reader gets its own value', async () => {
    let dialects: readonly Dialect[] = builtInDialects;
    const log = openLog(new MemoryStore(), { dialects: () => dialects });
    log.record('s', 1, sent([request(1), error(1, -32077, 'zap')]));
    const one = log.failureOf(1) as Failure;
    one.title = 'scribbled';
    expect(log.failureOf(1)?.title).not.toBe('scribbled');
    const own = {
      ...(builtInDialects.find(({ id }) => id === 'mcp') as Dialect),
      codes: { '-32077': { class: 'conflict', title: 'Zapped' } },
    } as Dialect;
    dialects = [...builtInDialects.filter(({ id }) => id !== 'mcp'), own];
    await log.rederive('s');
    expect(log.failureOf(1)).toMatchObject({ class: 'conflict', title: 'Zapped' });
    expect(log.failureOf(99)).toBeNull();
  });
});
