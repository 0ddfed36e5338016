// The whole inspector against real servers: one correct outcome per call in every case, and nothing lost.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Batch } from '../../shared/contract/api.ts';
import { serverConfigSchema } from '../../shared/server/server-config.ts';
import type { Outcome, Row, RowDetail } from '../../shared/timeline.ts';
import { openInspector } from '../app/open-inspector.ts';
import { builtSample } from '../launch/testing/built-program.ts';
import { hostileFrames } from '../samples/faulty/hostile-frames.ts';
import type { InspectorHandle } from './inspector-handle.ts';
import { value } from './testing/test-inspector.ts';

let folder: string;
let inspector: InspectorHandle;

const open = () =>
  openInspector({ dataDir: folder, version: '0.0.0', abilities: { openExternal: false, secureStorage: false } });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'misfire-inspector-'));
  inspector = await open();
});

afterEach(async () => {
  await inspector.close();
  await rm(folder, { recursive: true, force: true });
});

/** Adds a sample and waits until it is connected. */
async function connect(entry: 'faulty-stdio' | 'faulty-http'): Promise<string> {
  const kind = entry === 'faulty-stdio' ? 'stdio' : 'http-command';
  const config = serverConfigSchema.parse({
    name: entry,
    transport: { kind, command: process.execPath, args: [builtSample(entry)] },
  });
  const { server } = await value(inspector.api.addServer({ config, connect: false }));
  await value(inspector.api.connect({ server }));
  return server;
}

/** Calls a tool and waits for the row to be settled. */
async function call(server: string, name: string, args: object = {}, timeoutMs = 10_000): Promise<RowDetail> {
  const params = JSON.stringify({ name, arguments: args });
  const { id } = await value(inspector.api.call({ server, method: 'tools/call', params, timeoutMs }));
  return settled(id);
}

async function settled(id: number): Promise<RowDetail> {
  for (;;) {
    const detail = await value(inspector.api.rowDetail({ id }));
    if (!detail.row.pending) return detail;
    await new Promise<Batch>((resolve) => {
      const stop = inspector.onBatch((batch) => {
        stop();
        resolve(batch);
      });
    });
  }
}

async function allRows(): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = await value(inspector.api.rows({ view: '', from: rows.length, count: 500 }));
    rows.push(...page.rows);
    if (page.rows.length === 0) return rows;
  }
}

describe('one correct outcome per call', () => {
  const onStdio: [tool: string, args: object, timeoutMs: number, outcome: Outcome][] = [
    ['ok', {}, 10_000, 'answered'],
    ['empty_error', {}, 10_000, 'tool_error'],
    ['unflagged', {}, 10_000, 'error_in_result'],
    ['result_and_error', {}, 10_000, 'rpc_error'],
    ['garbage', {}, 10_000, 'answered'],
    ['hang', {}, 300, 'timeout'],
    ['garbage_only', {}, 300, 'noise'],
    ['wrong_id', {}, 300, 'timeout'],
    ['late', { ms: 600 }, 200, 'timeout'],
  ];

  test('over stdio', async () => {
    const server = await connect('faulty-stdio');
    for (const [tool, args, timeoutMs, outcome] of onStdio) {
      const { row, failure } = await call(server, tool, args, timeoutMs);
      expect([tool, row.outcome]).toEqual([tool, outcome]);
      expect([tool, failure === null]).toEqual([tool, outcome === 'answered']);
      expect([tool, row.headline === '']).toEqual([tool, false]);
    }
    // The schema is only known once the tools were listed.
    await value(inspector.api.tools({ server, refresh: false }));
    const broken = await call(server, 'schema_break');
    expect(broken.row.outcome).toBe('schema_violation');
    expect(broken.failure).toMatchObject({ class: 'invalid_response', fault: 'server' });
  });

  test('over HTTP', async () => {
    const server = await connect('faulty-http');
    const table: [tool: string, outcome: Outcome][] = [
      ['ok', 'answered'],
      ['rate_limited_seconds', 'http_failure'],
      ['rate_limited_date', 'http_failure'],
      ['problem_json', 'http_failure'],
      ['unauthorized', 'sign_in'],
      ['insufficient_scope', 'sign_in'],
      ['html_500', 'http_failure'],
      ['plain_503', 'http_failure'],
      ['login_page', 'http_failure'],
      ['broken_json', 'http_failure'],
      ['cut_stream', 'unanswered'],
      ['cut_event', 'unanswered'],
      ['reset', 'http_failure'],
      // Reports it in a JSON-RPC error under HTTP 404, as the SDKs do.
      ['session_gone', 'rpc_error'],
    ];
    const { tools } = await value(inspector.api.tools({ server, refresh: false }));
    const offered = tools.map(({ name }) => name);
    for (const [tool, outcome] of table) {
      expect(offered).toContain(tool);
      const { row, failure } = await call(server, tool);
      expect([tool, row.outcome, row.headline]).toEqual([tool, outcome, expect.stringMatching(/\w/)]);
      expect([tool, failure === null]).toEqual([tool, outcome === 'answered']);
    }
  });

  test('a process that dies ends its open calls, each with the exit code and the last stderr lines', async () => {
    const server = await connect('faulty-stdio');
    const params = JSON.stringify({ name: 'hang', arguments: {} });
    const hanging = await value(inspector.api.call({ server, method: 'tools/call', params }));
    const crashed = await call(server, 'crash', { code: 7 });
    for (const detail of [crashed, await settled(hanging.id)]) {
      expect(detail.row.outcome).toBe('process_died');
      expect(JSON.stringify(detail.failure)).toContain('7');
      expect(detail.failure?.stderr.length).toBeGreaterThan(0);
    }
    const { servers } = await value(inspector.api.snapshot({}));
    expect(crashed.failure?.sentence).toMatch(/ ended \(exit code 7\): Error: the disk is made of cheese$/);
    expect(servers[0]).toMatchObject({ state: 'exited', reason: crashed.failure?.sentence });
    // History stays, and the server can be connected again.
    await value(inspector.api.connect({ server }));
    expect((await call(server, 'ok')).row.outcome).toBe('answered');
    expect((await allRows()).some((row) => row.id === hanging.id)).toBe(true);
  });

  test('a call can be canceled', async () => {
    const server = await connect('faulty-stdio');
    const params = JSON.stringify({ name: 'hang', arguments: {} });
    const { id } = await value(inspector.api.call({ server, method: 'tools/call', params }));
    await value(inspector.api.cancel({ id }));
    expect((await settled(id)).row.outcome).toBe('cancelled');
  });
});

test('hostile frames are all in the log, byte for byte, and the next call still works', {
  timeout: 60_000,
}, async () => {
  const server = await connect('faulty-stdio');
  await call(server, 'hostile', {}, 60_000);
  expect((await call(server, 'ok')).row.outcome).toBe('answered');

  const found = new Map<string, number>();
  for (const row of await allRows()) {
    const { events } = await value(inspector.api.rowEvents({ id: row.id, from: 0, count: 500 }));
    for (const { seq, lane, length } of events) {
      if (lane !== 'in') continue;
      let text = '';
      let hex: string | null = null;
      while (text.length < length) {
        const part = await value(inspector.api.body({ seq, offset: text.length, length: 1_000_000 }));
        text += part.text;
        hex ??= part.hex;
      }
      const bytes = hex === null ? Buffer.from(text, 'utf8') : Buffer.from(hex.replaceAll(' ', ''), 'hex');
      found.set(bytes.toString('base64'), row.id);
    }
  }
  const missing = hostileFrames.filter(({ bytes }) => !found.has(bytes.toString('base64')));
  expect(missing.map(({ name }) => name)).toEqual([]);
});

test('a command that does not exist gives a persistent, readable reason', async () => {
  const config = serverConfigSchema.parse({
    name: 'gone',
    transport: { kind: 'stdio', command: 'no-such-command-here' },
  });
  const { server } = await value(inspector.api.addServer({ config, connect: false }));
  const answer = await inspector.api.connect({ server });
  expect(answer).toMatchObject({ ok: false, error: { message: expect.stringContaining('no-such-command-here') } });
  const { servers } = await value(inspector.api.snapshot({}));
  expect(servers[0]).toMatchObject({ state: 'failed', reason: expect.stringContaining('no-such-command-here') });
});

test('requests to a server that is still connecting wait for its handshake', async () => {
  // It refuses everything before `notifications/initialized`.
  const transport = { kind: 'stdio', command: process.execPath, args: [builtSample('erlmcp')] };
  const config = serverConfigSchema.parse({ name: 'erlmcp', transport });
  const { server } = await value(inspector.api.addServer({ config, connect: true }));
  const params = JSON.stringify({ name: 'calculate', arguments: {} });
  const [tools, offers, { id }] = await Promise.all([
    value(inspector.api.tools({ server, refresh: false })),
    value(inspector.api.offers({ server, refresh: false })),
    value(inspector.api.call({ server, method: 'tools/call', params })),
  ]);
  expect(tools).toMatchObject({ problem: '', tools: expect.arrayContaining([expect.anything()]) });
  expect(offers.problems).toEqual([]);
  expect((await settled(id)).row.code).not.toContain('-32005');
});

test('servers are sent only when they changed', async () => {
  const server = await connect('faulty-stdio');
  const { row } = await call(server, 'empty_error');
  const batches: Batch[] = [];
  const stop = inspector.onBatch((batch) => void batches.push(batch));
  // A waiting replay is sent, and changes nothing about servers.
  const policy = { kind: 'fixed', baseMs: 60_000, capMs: 60_000, attempts: 1, jitter: 0, deadlineMs: null } as const;
  const { replay } = await value(
    inspector.api.startReplay({
      row: row.id,
      message: { kind: 'as_sent' },
      to: { kind: 'same' },
      when: { kind: 'policy', policy },
      times: 1,
      untilChange: false,
      headers: {},
      confirm: 'empty_error',
    }),
  );
  await expect.poll(() => batches.some((batch) => batch.replays !== null)).toBe(true);
  await value(inspector.api.controlReplay({ replay, action: 'cancel' }));
  await value(inspector.api.disconnect({ server }));
  await expect.poll(() => batches.findLast((batch) => batch.servers)?.servers?.[0]?.state).not.toBe('connected');
  expect(batches.some((batch) => batch.servers === null)).toBe(true);
  const texts = batches.flatMap((batch) => (batch.servers ? [JSON.stringify(batch.servers)] : []));
  expect(texts.filter((text, index) => text === texts[index - 1])).toEqual([]);
  stop();
});

test('a marked group is sent to every window', async () => {
  const server = await connect('faulty-stdio');
  await call(server, 'empty_error');
  const { groups } = await value(inspector.api.failureGroups({ order: 'count', from: 0, count: 10 }));
  const batches: Batch[] = [];
  const stop = inspector.onBatch((batch) => void batches.push(batch));
  await value(inspector.api.markGroup({ group: groups[0]?.id ?? '', state: 'expected', note: 'by design' }));
  await expect.poll(() => batches.flatMap(({ marks }) => marks ?? [])).toMatchObject([{ state: 'expected' }]);
  stop();
});

test('closing and opening again shows the same rows and servers', async () => {
  const server = await connect('faulty-stdio');
  await call(server, 'empty_error');
  await value(inspector.api.disconnect({ server }));
  const before = await allRows();
  await inspector.close();
  inspector = await open();
  expect(await allRows()).toEqual(before);
  const { servers } = await value(inspector.api.snapshot({}));
  expect(servers).toMatchObject([{ id: server, name: 'faulty-stdio', state: 'idle' }]);
});

test('a new dialect explains earlier failures', async () => {
  const server = await connect('faulty-stdio');
  const before = await call(server, 'empty_error');
  const dialect = {
    id: 'mumbler',
    name: 'Mumbler',
    kind: 'generic',
    phrases: [{ says: ['nothing in particular'], class: 'terminal' }],
  };
  const added = await inspector.api.addDialect({ fileName: 'mumbler.json', text: JSON.stringify(dialect) });
  expect(added).toMatchObject({ ok: true });
  expect((await value(inspector.api.dialects({}))).dialects.find(({ own }) => own)).toMatchObject({ id: 'mumbler' });
  expect(await inspector.api.pinDialect({ server, dialect: 'no-such' })).toMatchObject({ ok: false });
  await value(inspector.api.pinDialect({ server, dialect: 'mumbler' }));
  const { servers } = await value(inspector.api.snapshot({}));
  expect(servers[0]).toMatchObject({ pinnedDialect: 'mumbler', dialect: { id: 'mumbler', confidence: 1 } });
  const after = await value(inspector.api.rowDetail({ id: before.row.id }));
  expect(after.failure?.dialect.id).toBe('mumbler');
});
