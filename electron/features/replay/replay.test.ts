import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished, test } from 'vitest';
import { sample, script, TryOut, value } from '../../inspector/testing/replays.ts';

/** A server whose tools fail until the file next to it says that they are fixed. It writes what it receives to a file. */
const brokenServer = `
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const repaired = existsSync(process.env.FIXED) ? JSON.parse(readFileSync(process.env.FIXED, 'utf8')) : [];
const hints = { destructiveHint: process.env.HINT === 'destructive', idempotentHint: process.env.HINT !== 'adds' };
const names = ['a', 'b', 'c', 'd', 'e', 'f', 'wipe'];
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
let flips = 0;
let waits = 0;
for await (const line of createInterface({ input: process.stdin })) {
  appendFileSync(process.env.RECEIVED, line + '\\n');
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') send({ id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } });
  else if (method === 'tools/list') send({ id, result: { tools: names.map((name) => ({ name, inputSchema: { type: 'object' }, annotations: hints })) } });
  else if (params?.name === 'flip') { flips += 1; send(flips % 2 ? { id, error: { code: -32603, message: 'odd' } } : { id, result: { content: [] } }); }
  else if (params?.name === 'hang') continue;
  else if (params?.name === 'wait') send({ id, error: { code: -32000, message: 'Rate limited', data: { retry_after_ms: 40000 * ++waits } } });
  else if (method === 'tools/call' && repaired.includes(params.name)) send({ id, result: { content: [{ type: 'text', text: 'ok' }] } });
  else if (method === 'tools/call') send({ id, error: { code: -32001, message: 'broken since ' + Date.now() } });
}
`;

/** Removed after the last test. Test cleanup runs in reverse order, so each server would lose its folder while it writes there. */
const folders = mkdtempSync(join(tmpdir(), 'misfire-replay-'));
afterAll(() => rmSync(folders, { recursive: true, force: true }));

function broken(env: Record<string, string> = {}) {
  const folder = mkdtempSync(join(folders, 'server-'));
  const file = join(folder, 'server.mjs');
  const repaired = join(folder, 'repaired.json');
  const received = join(folder, 'received.jsonl');
  writeFileSync(file, brokenServer);
  return {
    config: script(file, { FIXED: repaired, RECEIVED: received, ...env }),
    received: () =>
      readFileSync(received, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line): { method: string } => JSON.parse(line)),
    repair: (...names: string[]) => writeFileSync(repaired, JSON.stringify(names)),
  };
}

describe('retry as hinted', () => {
  it('lets qaqnuz recover: one chain, asked and actual wait', async () => {
    const tryOut = await TryOut.open();
    const server = await tryOut.connect(sample('qaqnuz'));
    const first = await tryOut.callTool(server, 'send_invoice', { id: 'INV-1', envelope: true, retry_after_ms: 300 });
    // Viewing the row sends nothing to the server, so the tool is still unknown.
    expect(value(await tryOut.api.draftReplay({ row: first.id })).guard.need).toBe('ask');
    value(await tryOut.api.tools({ server, refresh: false }));
    const draft = value(await tryOut.api.draftReplay({ row: first.id }));
    expect(draft.hinted?.attempts.map(({ earliestMs }) => earliestMs)).toEqual([300, 900, 2100]);
    expect(draft.guard.need).toBe('free');
    expect(draft.headers).toEqual(['Authorization']);

    const view = await tryOut.replayNow(first.id, { when: { kind: 'hinted' } });
    expect(view).toMatchObject({
      state: 'done',
      verdict: 'fixed',
      fixedCount: 1,
      words: 'It passed on the second try.',
    });

    const { attempts, judgements } = await tryOut.detail(first.id);
    expect(attempts.map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
      [1, 'tool_error'],
      [2, 'tool_error'],
      [3, 'answered'],
    ]);
    expect(attempts.map(({ id }) => id).slice(1)).toEqual(view.attempts.map(({ row }) => row));
    expect(attempts[2]?.remarks).toContain('recovered');
    expect(judgements.map(({ finding, toldMs }) => [finding, toldMs])).toEqual([
      ['honoured', 300],
      ['honoured', 600],
    ]);
    expect(tryOut.pushed.some(({ state, nextAt }) => state === 'waiting' && nextAt !== null)).toBe(true);
  });

  it('reads the retry_after of Closient in seconds', async () => {
    const tryOut = await TryOut.open();
    const server = await tryOut.connect(sample('closient'));
    const long = await tryOut.callTool(server, 'export_catalog', { format: 'csv', retry_after: 30 });
    expect(value(await tryOut.api.draftReplay({ row: long.id })).hinted).toMatchObject({
      attempts: [{ earliestMs: 30_000, latestMs: 30_000 }],
      words: '30 s, 1 attempt',
    });
    const short = await tryOut.callTool(server, 'export_catalog', { format: 'json', retry_after: 1 });
    const view = await tryOut.replayNow(short.id, { when: { kind: 'hinted' } });
    expect(view.verdict).toBe('fixed');
    expect((view.attempts[0]?.at ?? 0) - (short.endAt ?? 0)).toBeGreaterThanOrEqual(1000);
  });

  it('waits as the newest answer in the chain asks, from its end on', async () => {
    const tryOut = await TryOut.open();
    const server = await tryOut.connect(broken().config);
    const first = await tryOut.callTool(server, 'wait');
    const second = await tryOut.callTool(server, 'wait');
    expect([second.chain, second.attempt]).toEqual([first.id, 2]);
    expect(value(await tryOut.api.draftReplay({ row: first.id })).hinted?.attempts[0]?.earliestMs).toBe(80_000);
    const { replay } = value(await tryOut.start(first.id, { when: { kind: 'hinted' }, confirm: 'wait' }));
    const { nextAt } = await tryOut.replay(replay, (view) => view.nextAt !== null);
    expect(nextAt).toBeGreaterThanOrEqual((second.endAt as number) + 80_000);
    expect(nextAt).toBeLessThan((second.endAt as number) + 81_000);
    value(await tryOut.api.controlReplay({ replay, action: 'cancel' }));
  });

  it('is refused without a hint', async () => {
    const tryOut = await TryOut.open();
    const server = await tryOut.connect(broken().config);
    const row = await tryOut.callTool(server, 'a');
    const refusal = await tryOut.start(row.id, { when: { kind: 'hinted' } });
    expect(refusal).toMatchObject({ ok: false, error: { code: 'refused' } });
  });
});

describe('a guard', () => {
  it('does not call a destructive tool without its typed name', async () => {
    const tryOut = await TryOut.open();
    const { config, received } = broken({ HINT: 'destructive' });
    const server = await tryOut.connect(config);
    const row = await tryOut.callTool(server, 'wipe');
    value(await tryOut.api.tools({ server, refresh: false }));
    expect(value(await tryOut.api.draftReplay({ row: row.id })).guard).toMatchObject({
      need: 'type_name',
      name: 'wipe',
    });
    for (const confirm of ['', 'yes', 'Wipe', 'wipe ']) {
      expect(await tryOut.start(row.id, { confirm })).toMatchObject({
        ok: false,
        error: { code: 'needs_confirmation' },
      });
    }
    expect(await tryOut.api.startBulk({ rows: [row.id], confirm: [] })).toMatchObject({
      ok: false,
      error: { code: 'needs_confirmation' },
    });
    const calls = () => received().filter(({ method }) => method === 'tools/call').length;
    expect(calls()).toBe(1);
    await tryOut.replayNow(row.id, { confirm: 'wipe' });
    expect(calls()).toBe(2);
    // A typed name is good for one replay only.
    expect((await tryOut.start(row.id)).ok).toBe(false);
  });

  it('asks once per tool if the tool is not marked as safe', async () => {
    const tryOut = await TryOut.open();
    const server = await tryOut.connect(broken({ HINT: 'adds' }).config);
    const [a, b] = [await tryOut.callTool(server, 'a'), await tryOut.callTool(server, 'b')];
    expect(await tryOut.start(a.id)).toMatchObject({ ok: false, error: { code: 'needs_confirmation' } });
    expect((await tryOut.replayNow(a.id, { confirm: 'yes' })).verdict).toBe('same');
    expect((await tryOut.start(a.id)).ok).toBe(true);
    expect((await tryOut.start(b.id)).ok).toBe(false);
  });

  it('asks about a raw text that it cannot parse, and about an unknown tool', async () => {
    const tryOut = await TryOut.open();
    const server = await tryOut.connect(broken().config);
    const row = await tryOut.callTool(server, 'a');
    const raw = (text: string) => tryOut.start(row.id, { message: { kind: 'raw', text } });
    expect((await raw('{"jsonrpc"')).ok).toBe(false);
    expect((await raw('{"jsonrpc":"2.0","id":99,"method":"tools/call","params":{"name":"unheard"}}')).ok).toBe(false);
    expect((await raw('{"jsonrpc":"2.0","id":98,"method":"tools/list"}')).ok).toBe(true);
  });
});

describe('what is sent', () => {
  it('is the recorded message with a fresh id, a fresh progress token and nothing else changed', async () => {
    const tryOut = await TryOut.open();
    const server = await tryOut.connect(broken().config);
    const params =
      '{ "name":"a", "arguments":{"n":1.0,"big":12345678901234567890}, "_meta":{"progressToken":"old","x":1}}';
    const { id } = value(await tryOut.api.call({ server, method: 'tools/call', params }));
    await tryOut.until(async () => ((await tryOut.detail(id)).row.pending ? null : true));
    const view = await tryOut.replayNow(id);
    const again = await tryOut.detail(view.attempts[0]?.row ?? 0);
    const sent = again.events[0]?.text ?? '';
    const fresh = (JSON.parse(sent) as { id: number }).id;
    expect(fresh).toBeGreaterThan(2);
    expect(again.params).toBe(params.replace('"old"', String(fresh)));
    expect((await tryOut.detail(id)).params).toBe(params);
    expect(again.row.chain).toBe(id);
  });

  it('can be edited, and is then not an attempt at the same call', async () => {
    const tryOut = await TryOut.open();
    const server = await tryOut.connect(broken().config);
    const row = await tryOut.callTool(server, 'a');
    const message = { kind: 'params', method: 'tools/call', params: '{\n"name": "b"\n}' } as const;
    const view = await tryOut.replayNow(row.id, { message });
    expect(view).toMatchObject({ verdict: 'different', target: 'b' });
    expect((await tryOut.detail(view.attempts[0]?.row ?? 0)).row.chain).toBeNull();
    const bad = await tryOut.start(row.id, { message: { ...message, params: '{' } });
    expect(bad).toMatchObject({ ok: false, error: { code: 'bad_input' } });
  });

  it('goes to a new connection, or to another server', async () => {
    const tryOut = await TryOut.open();
    const { config, repair } = broken();
    const server = await tryOut.connect(config);
    const row = await tryOut.callTool(server, 'a');
    repair('a');
    expect((await tryOut.replayNow(row.id)).verdict).toBe('same');
    const fresh = await tryOut.replayNow(row.id, { to: { kind: 'fresh' } });
    expect(fresh.verdict).toBe('fixed');
    expect((await tryOut.detail(fresh.attempts[0]?.row ?? 0)).row.epoch).toBe(2);

    const other = value(
      await tryOut.api.addServer({ config: { ...broken().config, name: 'other' }, connect: false }),
    ).server;
    const elsewhere = await tryOut.replayNow(row.id, { to: { kind: 'server', server: other }, confirm: 'yes' });
    expect(elsewhere).toMatchObject({ verdict: 'same', to: other, server });
  });

  it('carries manually changed headers, for HTTP', async () => {
    const tryOut = await TryOut.open();
    const server = await tryOut.connect(sample('closient'));
    const row = await tryOut.callTool(server, 'generate_qr_url', { gtin: '09506000134352' });
    const headers = { Authorization: null, 'X-Trace': 'mine', 'Accept-Language': 'de' };
    const view = await tryOut.replayNow(row.id, { headers });
    expect(view.verdict).toBe('different');
    const { events } = await tryOut.detail(view.attempts[0]?.row ?? 0);
    const sent = new Map(events.find(({ http }) => http)?.http?.requestHeaders);
    expect(sent.has('authorization')).toBe(false);
    expect(sent.get('x-trace')).toBe('‹hidden›');
    expect(sent.get('accept-language')).toBe('de');
    const bad = await tryOut.start(row.id, { headers: { 'no good': 'x' } });
    expect(bad).toMatchObject({ ok: false, error: { code: 'bad_input' } });
  });
});

test('n times shows a flaky call as n of m, and until it changes stops at the change', async () => {
  const tryOut = await TryOut.open();
  const server = await tryOut.connect(broken().config);
  const row = await tryOut.callTool(server, 'flip');
  const flaky = await tryOut.replayNow(row.id, { times: 5, confirm: 'yes' });
  expect(flaky).toMatchObject({ verdict: 'flaky', fixedCount: 3, words: '' });
  expect(flaky.attempts).toHaveLength(5);
  const one = await tryOut.replayNow(row.id, { times: 9, untilChange: true });
  expect(one).toMatchObject({ verdict: 'fixed', words: 'It passed on the second try.' });
});

test('a policy waits as simulated and stops when the call succeeds', async () => {
  const tryOut = await TryOut.open();
  const server = await tryOut.connect(broken().config);
  const row = await tryOut.callTool(server, 'a');
  const policy = { kind: 'exponential', baseMs: 40, capMs: 1000, attempts: 3, jitter: 0, deadlineMs: null } as const;
  const plan = value(await tryOut.api.simulatePolicy({ policy }));
  expect(plan.attempts.map(({ earliestMs }) => earliestMs)).toEqual([40, 120, 280]);
  const view = await tryOut.replayNow(row.id, { when: { kind: 'policy', policy } });
  expect(view).toMatchObject({
    state: 'done',
    verdict: 'same',
    words: 'It failed 3 times. The policy allows no more.',
  });
  const rows = await Promise.all(view.attempts.map(async ({ row }) => (await tryOut.detail(row ?? 0)).row));
  rows.slice(1).forEach((next, index) => {
    expect(next.at - (rows[index]?.endAt ?? 0)).toBeGreaterThanOrEqual(80 * 2 ** index);
  });
});

test('a failure of an earlier run of Misfire is retried in its own chain', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'misfire-earlier-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { config, repair } = broken();
  const before = await TryOut.open(folder);
  const server = await before.connect(config);
  const row = await before.callTool(server, 'a');
  await before.callTool(server, 'a');
  await before.inspector.close();

  const after = await TryOut.open(folder);
  value(await after.api.connect({ server }));
  expect((await after.replayNow(row.id)).verdict).toBe('same');
  repair('a');
  expect((await after.replayNow(row.id, { to: { kind: 'fresh' } })).verdict).toBe('fixed');
  const { attempts, failure } = await after.detail(row.id);
  expect(attempts.map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
    [1, 'rpc_error'],
    [2, 'rpc_error'],
    [3, 'rpc_error'],
    [4, 'answered'],
  ]);
  expect(failure).not.toBeNull();
});

describe('replay after a fix', () => {
  it('turns five of five to fixed once the server restarts with its bug fixed', async () => {
    const tryOut = await TryOut.open();
    const { config, repair } = broken();
    const server = await tryOut.connect(config);
    for (const name of ['a', 'b', 'c', 'd', 'e', 'a']) await tryOut.callTool(server, name);
    repair('a', 'b', 'c', 'd', 'e');
    value(await tryOut.api.restart({ server }));
    const plan = value(await tryOut.api.planBulk({ filter: `is:failed server:${server}` }));
    expect(plan.items.map(({ target, alike }) => [target, alike])).toEqual([
      ['a', 1],
      ['b', 0],
      ['c', 0],
      ['d', 0],
      ['e', 0],
    ]);
    const { bulk } = value(await tryOut.api.startBulk({ rows: plan.items.map(({ row }) => row), confirm: [] }));
    const views = await bulkOf(tryOut, bulk);
    expect(views.map(({ verdict }) => verdict)).toEqual(['fixed', 'fixed', 'fixed', 'fixed', 'fixed']);
    // Successful calls are not listed again.
    const after = value(await tryOut.api.planBulk({ filter: '' }));
    expect(after).toEqual({ items: [], leftOut: ['6 failed calls passed on a later try'] });
  });

  it('leaves the one that is still broken as the same failure, and connects a disconnected server', async () => {
    const tryOut = await TryOut.open();
    const { config, repair } = broken();
    const server = await tryOut.connect(config);
    const rows: number[] = [];
    for (const name of ['a', 'b', 'c']) rows.push((await tryOut.callTool(server, name)).id);
    repair('a', 'c');
    value(await tryOut.api.disconnect({ server }));
    const { bulk } = value(await tryOut.api.startBulk({ rows, confirm: [] }));
    const views = await bulkOf(tryOut, bulk);
    expect(views.map(({ verdict }) => verdict)).toEqual(['fixed', 'same', 'fixed']);
  });

  it('reports what it leaves out, and what is wrong with a filter', async () => {
    const tryOut = await TryOut.open();
    const server = await tryOut.connect(broken().config);
    await tryOut.callTool(server, 'a');
    expect(value(await tryOut.api.planBulk({ filter: 'is:failed tool:zzz' }))).toEqual({ items: [], leftOut: [] });
    expect(await tryOut.api.planBulk({ filter: 'nonsense:1' })).toMatchObject({
      ok: false,
      error: { code: 'bad_filter' },
    });
  });
});

function bulkOf(tryOut: TryOut, bulk: string) {
  return tryOut.until(async () => {
    const { replays } = value(await tryOut.api.replays({}));
    const own = replays.filter((view) => view.bulk === bulk);
    return own.every(({ state }) => state === 'done') ? own : null;
  });
}
