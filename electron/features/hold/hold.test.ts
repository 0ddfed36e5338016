// Messages that are held between a client and a server: the real service of the app, real sockets to programs, and their lines. What the
// whole programs do with it is in programs.test.ts.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { answersInPlace } from '../../../shared/features/hold/answers-in-place.ts';
import { readActiveHold } from '../../../shared/features/hold/channel.ts';
import type { HeldView } from '../../../shared/features/hold/held.ts';
import type { WantedRule } from '../../../shared/features/hold/rules.ts';
import { readyPlans } from '../../../shared/features/rehearse/ready-plans.ts';
import type { Log } from '../../inspector/log/log.ts';
import { now } from '../../transports/clock.ts';
import { RehearsalService } from '../rehearse/rehearsal-service.ts';
import { HoldService } from './hold-service.ts';
import { loadHold } from './running/load-hold.ts';

const until = (holds: () => boolean | Promise<boolean>, what: string) =>
  expect.poll(holds, { interval: 10, message: what }).toBe(true);

const cancel = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n';

const anyAnswer: WantedRule = {
  client: null,
  server: null,
  method: null,
  tool: null,
  direction: 'response',
  failuresOnly: false,
  once: false,
};

function openService() {
  const data = mkdtempSync(join(tmpdir(), 'misfire-hold-'));
  const service = new HoldService({
    dataDir: data,
    serverNamed: (name) => (name === 'orders' ? 'srv-orders' : null),
    dialectOf: () => 'mcp',
    schemaOf: () => null,
    onChange: () => {},
  });
  onTestFinished(() => {
    service.close();
    rmSync(data, { recursive: true, force: true });
  });
  const held = async (): Promise<HeldView[]> => {
    const answer = await service.holds({});
    return answer.ok ? answer.value.held : [];
  };
  const hold = async (rule: Partial<WantedRule> = {}) => {
    const answer = await service.addHoldRule({ rule: { ...anyAnswer, ...rule } });
    if (!answer.ok) throw new Error(answer.error.message);
    return answer.value;
  };
  /** The next message that is held. */
  const next = async (): Promise<HeldView> => {
    let found: HeldView | undefined;
    await until(async () => {
      [found] = await held();
      return found !== undefined;
    }, 'a held message');
    return found as HeldView;
  };
  return { service, data, file: join(data, 'rehearse', 'active.json'), held, hold, next };
}

/** A program between a client and a server. */
async function joinProgram(file: string, client: string | null = 'opencode', server = 'orders') {
  const loaded = await loadHold(file, { server, client });
  if (!loaded) throw new Error('No app holds messages.');
  onTestFinished(() => loaded.link.close());
  const got = {
    server: [] as string[],
    client: [] as string[],
    copied: [] as string[],
    recorded: [] as unknown[],
    times: [] as number[],
  };
  const lines = loaded.lines({
    toServer: (bytes) => got.server.push(bytes.toString()),
    toClient: (bytes) => got.client.push(bytes.toString()),
    copy: (lane, bytes) => got.copied.push(`${lane} ${bytes}`),
    record: (lane, text, injected, at, isInPlace, original) => {
      got.recorded.push({ lane, text, injected, isInPlace, original });
      got.times.push(at);
    },
    end: () => {},
  });
  return {
    ...got,
    link: loaded.link,
    lines,
    call: (id: number, name = 'refund') =>
      lines.fromClient(
        Buffer.from(`{"jsonrpc":"2.0", "id":${id},"method":"tools/call","params":{"name":"${name}"}}\n`),
      ),
    answer: (id: number, body = '"result":{"content":[]}') =>
      lines.fromServer(Buffer.from(`{"jsonrpc":"2.0", "id":${id},${body}}\n`)),
  };
}

describe('a held answer', () => {
  it('passes on byte for byte, and is marked because it was late', async () => {
    const { service, file, hold, next, held } = openService();
    await hold();
    const program = await joinProgram(file);
    program.call(1);
    program.answer(1);
    expect(program.client).toEqual([]);
    const { id } = await next();
    await service.decideHeld({ held: id, action: 'pass' });
    await until(() => program.client.length === 1, 'the answer');
    expect(program.client).toEqual(['{"jsonrpc":"2.0", "id":1,"result":{"content":[]}}\n']);
    expect(program.recorded).toMatchObject([{ lane: 'in', injected: 'hold:passed', original: undefined }]);
    expect(await held()).toEqual([]);
  });

  it('is replaced by the edited text, and both are recorded', async () => {
    const { service, file, hold, next } = openService();
    await hold();
    const program = await joinProgram(file);
    program.call(1);
    program.answer(1);
    const text = '{"jsonrpc":"2.0","id":1,\n"result":{"content":[],"isError":true}}';
    await service.decideHeld({ held: (await next()).id, action: 'edit', text });
    await until(() => program.client.length === 1, 'the answer');
    // On stdio a line is a message.
    expect(program.client[0]).toBe('{"jsonrpc":"2.0","id":1, "result":{"content":[],"isError":true}}\n');
    expect(program.recorded).toEqual([
      {
        lane: 'in',
        text,
        injected: 'hold:edited',
        isInPlace: false,
        original: '{"jsonrpc":"2.0", "id":1,"result":{"content":[]}}',
      },
    ]);
  });

  it('never arrives when it is dropped', async () => {
    const { service, file, hold, next } = openService();
    await hold();
    const program = await joinProgram(file);
    program.call(1);
    program.answer(1);
    await service.decideHeld({ held: (await next()).id, action: 'drop' });
    await until(() => program.recorded.length === 1, 'the record');
    expect(program.client).toEqual([]);
    expect(program.recorded).toMatchObject([{ injected: 'hold:dropped', isInPlace: true }]);
  });

  it('is replaced by a failure in the server’s error model, with its id', async () => {
    const { service, file, hold, next } = openService();
    await hold();
    const program = await joinProgram(file);
    program.call(7);
    program.answer(7);
    const { id } = await next();
    const wanted = { held: id, failure: 'answer:rate_limited', dialect: 'own' } as const;
    const made = await service.previewHeldAnswer(wanted);
    if (!made.ok) throw new Error(made.error.message);
    await service.decideHeld({ held: id, action: 'answer', text: made.value.text });
    await until(() => program.client.length === 1, 'the answer');
    expect(JSON.parse(program.client[0] ?? '')).toMatchObject({ id: 7, result: { isError: true } });
    expect(await service.previewHeldAnswer(wanted)).toMatchObject({ ok: false });
  });

  it('lets other calls, progress and pings go on', async () => {
    const { file, hold, next } = openService();
    await hold({ tool: 'refund' });
    await hold({ direction: 'notification' });
    const program = await joinProgram(file);
    program.call(1);
    program.answer(1);
    await next();
    program.call(2, 'list');
    program.answer(2);
    const progress = '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":2}}\n';
    program.lines.fromServer(Buffer.from(progress));
    program.lines.fromServer(Buffer.from('{"jsonrpc":"2.0","id":"p","method":"ping"}\n'));
    expect(program.client).toHaveLength(3);
    // Untouched lines are copied as they came.
    expect(program.copied).toContain(`in ${progress}`);
  });

  it('holds only failures if the rule says so', async () => {
    const { file, hold, next } = openService();
    await hold({ failuresOnly: true });
    const program = await joinProgram(file);
    for (const id of [1, 2, 3]) program.call(id);
    program.answer(1);
    expect(program.client).toHaveLength(1);
    program.answer(2, '"result":{"content":[],"isError":true}');
    expect(await next()).toMatchObject({ isFailure: true, tool: 'refund', direction: 'response' });
    program.answer(3, '"error":{"code":-32603,"message":"no"}');
    expect(program.client).toHaveLength(1);
  });

  it('goes on unchanged when its client cancels the call, and says so', async () => {
    const { service, file, hold, next, held } = openService();
    await hold();
    const program = await joinProgram(file);
    program.call(1);
    program.answer(1);
    const { id } = await next();
    program.lines.fromClient(Buffer.from(cancel));
    expect(program.server.at(-1)).toBe(cancel);
    expect(program.client).toEqual(['{"jsonrpc":"2.0", "id":1,"result":{"content":[]}}\n']);
    await until(async () => (await held()).length === 0, 'nothing is held');
    expect(await service.holds({})).toMatchObject({ value: { gone: { held: { id }, why: 'client' } } });
    expect(await service.decideHeld({ held: id, action: 'edit', text: '{}' })).toMatchObject({ ok: false });
    // The row is not counted as a failure: the cancellation has the mark too.
    expect(program.recorded).toMatchObject([
      { lane: 'out', injected: 'hold:passed' },
      { lane: 'in', injected: 'hold:passed', original: undefined },
    ]);
  });

  it('can be replaced by any failure of a plan that is an answer', async () => {
    const { service, file, hold, next } = openService();
    await hold();
    const program = await joinProgram(file);
    program.call(7);
    program.answer(7);
    const { id: held, ...view } = await next();
    const failures = answersInPlace(view);
    expect(failures).toEqual(expect.arrayContaining(['answer:terminal', 'spoil:reported-as-success', 'end:session']));
    for (const failure of failures)
      expect(await service.previewHeldAnswer({ held, failure, dialect: 'own' }), failure).toMatchObject({ ok: true });
    const inModel = await service.previewHeldAnswer({ held, failure: 'answer:rate_limited', dialect: 'json-rpc' });
    expect(inModel).toMatchObject({ value: { text: expect.stringMatching(/^{"jsonrpc":"2.0","id":7,"error":/) } });
    const noisy = await service.previewHeldAnswer({ held, failure: 'spoil:noise', dialect: 'own' });
    if (!noisy.ok) throw new Error(noisy.error.message);
    await service.decideHeld({ held, action: 'answer', text: noisy.value.text });
    await until(() => program.client.length === 1, 'the answer');
    expect(program.client[0]?.split('\n')).toEqual([
      expect.stringContaining('DEBUG'),
      '{"jsonrpc":"2.0", "id":7,"result":{"content":[]}}',
      '',
    ]);
  });
});

describe('a held request', () => {
  it('reaches the server as it was edited, and its answer is marked too', async () => {
    const { service, file, hold, next } = openService();
    await hold({ direction: 'request', tool: 'refund' });
    const program = await joinProgram(file);
    program.call(1);
    expect(program.server).toEqual([]);
    const text = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"refund","arguments":{"amount":5}}}';
    await service.decideHeld({ held: (await next()).id, action: 'edit', text });
    await until(() => program.server.length === 1, 'the request');
    expect(program.server).toEqual([`${text}\n`]);
    program.answer(1);
    expect(program.client).toHaveLength(1);
    expect(program.recorded).toMatchObject([
      { lane: 'out', injected: 'hold:edited', original: expect.stringContaining('"id":1') },
      { lane: 'in', injected: 'hold:edited' },
    ]);
  });

  it('is answered in the server’s place', async () => {
    const { service, file, hold, next } = openService();
    await hold({ direction: 'request', tool: 'refund' });
    const program = await joinProgram(file);
    program.call(1);
    await service.decideHeld({
      held: (await next()).id,
      action: 'answer',
      text: '{"jsonrpc":"2.0","id":1,"result":{}}',
    });
    await until(() => program.client.length === 1, 'the answer');
    expect(program.server).toEqual([]);
    expect(program.recorded).toMatchObject([
      { lane: 'out', isInPlace: true },
      { lane: 'in', injected: 'hold:answered' },
    ]);
  });

  it('never reaches the server after the client canceled it before any decision', async () => {
    const { file, hold, next, held } = openService();
    await hold({ direction: 'request', tool: 'refund' });
    const program = await joinProgram(file);
    program.call(1);
    await next();
    program.lines.fromClient(Buffer.from(cancel));
    await until(async () => (await held()).length === 0, 'nothing is held');
    expect(program.server).toEqual([cancel]);
    expect(program.recorded).toMatchObject([{ injected: 'hold:passed', isInPlace: true }, { injected: 'hold:passed' }]);
  });

  it('that is a notification is not released by a cancellation without an id', async () => {
    const { file, hold, next, held } = openService();
    await hold({ direction: 'notification', method: 'notifications/roots/list_changed' });
    const program = await joinProgram(file);
    program.lines.fromClient(Buffer.from('{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}\n'));
    await next();
    const canceled = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{}}\n';
    program.lines.fromClient(Buffer.from(canceled));
    await until(() => program.server.length === 1, 'the cancellation');
    expect(program.server).toEqual([canceled]);
    // Released, it would be recorded as dropped.
    expect(program.recorded).toEqual([]);
    expect(await held()).toHaveLength(1);
  });

  it('passes on byte for byte', async () => {
    const { service, file, hold, next } = openService();
    await hold({ direction: 'request' });
    const program = await joinProgram(file);
    const line = '{"jsonrpc":"2.0",  "id":1,"method":"tools/list"}\r\n';
    program.lines.fromClient(Buffer.from(line));
    const asked = now();
    await service.decideHeld({ held: (await next()).id, action: 'pass' });
    await until(() => program.server.length === 1, 'the request');
    expect(program.server).toEqual([line]);
    // Its row says how long the client has waited.
    expect(program.times[0]).toBeLessThanOrEqual(asked);
  });
});

describe('rules', () => {
  it('hold one message only if they say "next one only", also with two programs', async () => {
    const { file, hold, held, next, service } = openService();
    await hold({ once: true });
    const [one, other] = [await joinProgram(file), await joinProgram(file, 'Codex')];
    for (const program of [one, other]) {
      program.call(1);
      program.answer(1);
    }
    await next();
    await until(() => one.client.length + other.client.length === 1, 'the other answer');
    expect(await held()).toHaveLength(1);
    expect(await service.holds({})).toMatchObject({ value: { rules: [] } });
  });

  it('name a client by any of its names, and a server by its id', async () => {
    const { hold, file, next } = openService();
    await hold({ client: 'opencode', server: 'srv-orders' });
    const [fits, otherClient, otherServer] = [
      await joinProgram(file, 'opencode'),
      await joinProgram(file, 'Codex'),
      await joinProgram(file, 'opencode', 'files'),
    ];
    for (const program of [otherClient, otherServer, fits]) {
      program.call(1);
      program.answer(1);
    }
    expect(otherClient.client).toHaveLength(1);
    expect(otherServer.client).toHaveLength(1);
    expect(await next()).toMatchObject({ client: 'opencode', server: 'srv-orders' });
  });

  it('reach programs that are connected already, and learn the client from its handshake', async () => {
    const { hold, file, next } = openService();
    await hold({ client: 'Codex' });
    const program = await joinProgram(file, null);
    const hello = { jsonrpc: '2.0', id: 0, method: 'initialize', params: { clientInfo: { name: 'codex-mcp-client' } } };
    // Without a rule of its own nothing is read: the app must have one that may concern any client.
    await hold({ direction: 'notification' });
    await until(() => program.link.rules.length === 1, 'the rules');
    program.lines.fromClient(Buffer.from(`${JSON.stringify(hello)}\n`));
    await until(() => program.link.rules.length === 2, 'the rules for Codex');
    program.call(1);
    program.answer(1);
    expect(await next()).toMatchObject({ client: 'codex-mcp-client', limitMs: expect.any(Number) });
  });

  it('end with one key: all rules go, and all messages pass on', async () => {
    const { service, hold, file, held } = openService();
    await hold();
    const program = await joinProgram(file);
    for (const id of [1, 2, 3]) {
      program.call(id);
      program.answer(id);
    }
    await until(async () => (await held()).length === 3, 'three held answers');
    expect(await service.releaseHeld({})).toMatchObject({ value: { passed: 3 } });
    await until(() => program.client.length === 3, 'the answers');
    expect(program.client.map((line) => JSON.parse(line).id)).toEqual([1, 2, 3]);
    await until(() => !program.link.isOn, 'nothing is held any more');
    expect(() => statSync(file)).toThrow('ENOENT');
  });
});

describe('rehearsals', () => {
  const openRehearsals = (dataDir: string) => {
    const log = { store: { lastSeq: () => 0, eventsAfter: () => [] } } as unknown as Log;
    const rehearsals = new RehearsalService({
      dataDir,
      log: () => log,
      dialects: () => ({}),
      follows: false,
      onChange: () => {},
    });
    onTestFinished(() => rehearsals.close());
    return rehearsals;
  };

  it('do not start while messages are held, and nothing is held while one runs', async () => {
    const { service, data, hold } = openService();
    const rehearsals = openRehearsals(data);
    await hold();
    expect(await rehearsals.startRehearsal({ plan: readyPlans[0]?.name ?? '' })).toMatchObject({ ok: false });
    await service.releaseHeld({});
    expect(await rehearsals.startRehearsal({ plan: readyPlans[0]?.name ?? '' })).toMatchObject({ ok: true });
    expect(await service.addHoldRule({ rule: anyAnswer })).toMatchObject({ ok: false });
  });

  it('of an app that was killed keep nothing from being held', async () => {
    const { data, service } = openService();
    await openRehearsals(data).startRehearsal({ plan: readyPlans[0]?.name ?? '' });
    const file = join(data, 'rehearse', 'active.json');
    const { pid } = spawnSync(process.execPath, ['--version']);
    writeFileSync(file, readFileSync(file, 'utf8').replace(`"pid":${process.pid}`, `"pid":${pid}`));
    expect(await service.addHoldRule({ rule: anyAnswer })).toMatchObject({ ok: true });
  });
});

describe('nothing gets stuck', () => {
  it('passes everything on unchanged, in order, when the app is gone', async () => {
    const { service, hold, file, held } = openService();
    await hold();
    const program = await joinProgram(file);
    for (let id = 1; id <= 100; id += 1) {
      program.call(id);
      program.answer(id);
    }
    await until(async () => (await held()).length === 100, 'a hundred held answers');
    service.close();
    await until(() => program.client.length === 100, 'the answers');
    expect(program.client.map((line) => JSON.parse(line).id)).toEqual(Array.from({ length: 100 }, (_, id) => id + 1));
    // They were late: their rows must not count against the server.
    expect(program.recorded).toHaveLength(100);
    expect(program.recorded.filter((one) => JSON.stringify(one).includes('"hold:passed"'))).toHaveLength(100);
  });

  it.each([
    ['an unknown client', null, 50_000],
    ['a client that waits a minute', 'opencode', 55_000],
    ['a client that waits ten minutes', 'Gemini CLI', 300_000],
  ])('passes an answer to %s on when its time is over', async (_, client, ms) => {
    const { service, hold, file, held, next } = openService();
    await hold();
    const program = await joinProgram(file, client);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    program.call(1);
    program.answer(1);
    const { id } = await next();
    // The app says this after how long it may be held.
    await hold({ direction: 'notification' });
    await until(() => program.link.rules.length === 2, 'the second rule');
    vi.advanceTimersByTime(ms / 2);
    expect(program.client).toEqual([]);
    await vi.advanceTimersByTimeAsync(ms / 2);
    expect(program.client).toHaveLength(1);
    await until(async () => (await held()).length === 0, 'nothing is held');
    expect(await service.holds({})).toMatchObject({ value: { gone: { held: { id }, why: 'time' } } });
  });

  it('holds nothing while no window is open, and begins again with the next one', async () => {
    const { service, hold, file, held } = openService();
    await hold();
    const program = await joinProgram(file);
    program.call(1);
    program.answer(1);
    await until(async () => (await held()).length === 1, 'a held answer');
    service.leaveWindows();
    await until(() => program.client.length === 1 && program.link.rules.length === 0, 'the answer');
    program.call(2);
    program.answer(2);
    expect(program.client).toHaveLength(2);
    expect(await service.holds({})).toMatchObject({ value: { rules: [{}], held: [] } });
    await until(() => program.link.rules.length === 1, 'the rule again');
  });

  it('gives one message one decision, also from two windows', async () => {
    const { service, hold, file, next } = openService();
    await hold();
    const program = await joinProgram(file);
    program.call(1);
    program.answer(1);
    const { id } = await next();
    const decisions = await Promise.all([
      service.decideHeld({ held: id, action: 'pass' }),
      service.decideHeld({ held: id, action: 'drop' }),
    ]);
    expect(decisions.map(({ ok }) => ok)).toEqual([true, false]);
    await until(() => program.client.length === 1, 'the answer');
  });

  it('passes everything when what the file names is not the app', async () => {
    const { data, file } = openService();
    mkdirSync(join(data, 'rehearse'));
    // It knows the port, but not the key.
    const other = createServer((socket) => {
      socket.on('data', () =>
        socket.write('{"say":"challenge","proof":"AAAAAAAAAAAAAAAAAAAA","nonce":"BBBBBBBBBBBBBBBBBBBB"}\n'),
      );
      socket.on('error', () => {});
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const active = { pid: process.pid, port: (other.address() as AddressInfo).port, key: 'k'.repeat(43) };
    writeFileSync(file, JSON.stringify(active));
    expect(await loadHold(file, { server: 'orders', client: null })).toBeNull();
    writeFileSync(file, JSON.stringify({ ...active, port: 1 }));
    expect(await loadHold(file, { server: 'orders', client: null })).toBeNull();
  });

  it('refuses a program that does not know the key, and what is not a message', async () => {
    const { hold, file, held } = openService();
    await hold();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { port, key } = readActiveHold(readFileSync(file, 'utf8')) ?? { port: 0, key: '' };
    const say = (text: string) =>
      new Promise<string>((resolve) => {
        let got = '';
        const socket = createConnection({ host: '127.0.0.1', port }, () => socket.write(text));
        socket.on('data', (chunk) => {
          got += chunk;
        });
        socket.on('close', () => resolve(got));
        socket.on('error', () => {});
      });
    const forged =
      '{"say":"held","held":1,"rule":1,"direction":"response","from":"server","method":"x","tool":null,"isFailure":false,"text":"{}","heldAt":1,"calledAt":1}\n';
    const prove = '{"say":"prove","proof":"AAAAAAAAAAAAAAAAAAAAAAAA","server":"orders","client":null}\n';
    for (const attack of [forged, prove, 'not JSON\n', `{"say":"hello"}\n`, 'x'.repeat(5000), '[[[[\n', '{}\n'])
      expect(await say(attack)).not.toContain('"rules"');
    // The key itself is never sent.
    const hello = await say('{"say":"hello","nonce":"CCCCCCCCCCCCCCCCCCCC"}\nx\n');
    expect(hello).toContain('challenge');
    expect(hello).not.toContain(key);
    expect(await held()).toEqual([]);
  });
});
