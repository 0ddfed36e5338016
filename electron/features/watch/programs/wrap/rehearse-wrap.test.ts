// Rehearsals through a real wrap and its pipes: what is touched, what is not, what is recorded, and that it ends.

import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeActive } from '../../../../../shared/features/rehearse/active.ts';
import { answerDialects, answersIn, canWait } from '../../../../../shared/features/rehearse/answer-pairs.ts';
import {
  type Injection,
  type Plan,
  type RehearsalStep,
  readPlan,
} from '../../../../../shared/features/rehearse/rehearsal-plan.ts';
import type { JsonObject } from '../../../../../shared/json/json.ts';
import { decode } from '../../../../../shared/library/library.ts';
import type { LifeEvent, MessageEvent } from '../../../../../shared/wire.ts';
import { cut, pour, writeAll } from '../testing/poured-bytes.ts';
import {
  ended,
  hashOf,
  hashOfLane,
  pouringServer,
  readSpool,
  startWrapped,
  toolsServer,
  until,
  type Wrapping,
} from '../testing/test-peers.ts';

let data: string;
let client: Client;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'misfire-rehearse-'));
});
afterEach(async () => {
  await client?.close();
  rmSync(data, { recursive: true, force: true });
});

class Client {
  readonly child: ChildProcessWithoutNullStreams;
  readonly lines: string[] = [];
  readonly #end: Promise<{ code: number | null; signal: string | null }>;
  #text = '';
  #id = 0;

  constructor(options: Partial<Wrapping> = {}) {
    this.child = startWrapped([process.execPath, toolsServer], { data, name: 'tools', ...options });
    this.#end = ended(this.child);
    this.child.stdin.on('error', () => {});
    this.child.stdout.on('data', (chunk: Buffer) => {
      this.#text += chunk.toString();
      const lines = this.#text.split('\n');
      this.#text = lines.pop() ?? '';
      this.lines.push(...lines);
    });
  }

  /** What came without a line end. */
  get rest(): string {
    return this.#text;
  }

  send(method: string, params: object = {}): number {
    this.#id += 1;
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: this.#id, method, params })}\n`);
    return this.#id;
  }

  async answerTo(id: number): Promise<JsonObject> {
    let found: JsonObject | undefined;
    const matches = (line: string) => {
      if (!line.startsWith('{') || !line.endsWith('}')) return false;
      const message = JSON.parse(line) as JsonObject;
      if (message.id === id) found = message;
      return found !== undefined;
    };
    await until(() => this.lines.some(matches), `an answer to ${id} in ${this.lines.join('\n')}`);
    return found as JsonObject;
  }

  ask(method: string, params: object = {}): Promise<JsonObject> {
    return this.answerTo(this.send(method, params));
  }

  call(tool: string, given: object = {}): Promise<JsonObject> {
    return this.ask('tools/call', { name: tool, arguments: given });
  }

  close() {
    this.child.stdin.end();
    return this.#end;
  }

  ended() {
    return this.#end;
  }
}

function planFile(steps: readonly RehearsalStep[], more: Partial<Plan> = {}): string {
  const file = join(data, 'plan.json');
  writeFileSync(file, JSON.stringify({ name: 'test-plan', ...more, steps }));
  return file;
}

/** A client of a server with this plan, after the tools were listed. */
async function rehearsed(steps: readonly RehearsalStep[], more: Partial<Plan> = {}): Promise<Client> {
  client = new Client({ rehearse: planFile(steps, more) });
  await client.ask('tools/list');
  return client;
}

const callsOf = ({ result }: JsonObject): unknown =>
  ((result as JsonObject).structuredContent as JsonObject | undefined)?.calls;
const marked = () => readSpool(data).events.filter(({ rehearsed }) => rehearsed);

describe('answers in the place of the server', () => {
  it('answers any tool, does not ask the server, and marks both lines', async () => {
    await rehearsed([{ do: { answer: 'rate_limited', waitMs: 2000 }, often: { first: 2 } }]);
    for (const tool of ['write', 'read']) {
      const answer = await client.call(tool);
      expect(decode(answer, { method: 'tools/call' })).toMatchObject({
        class: 'rate_limited',
        retry: { verdict: 'wait', afterMs: 2000 },
      });
    }
    // Two calls were answered before: this is the first that arrives.
    expect(callsOf(await client.call('read'))).toBe(1);
    await client.close();
    const { events, problems } = readSpool(data);
    expect(problems).toEqual([]);
    expect(marked().map(({ lane, injected }) => [lane, injected])).toEqual(
      ['out', 'in', 'out', 'in'].map((lane) => [lane, 'answer:rate_limited']),
    );
    const begun = events.find((event) => event.lane === 'life' && event.event === 'rehearsing') as LifeEvent;
    expect(begun).toMatchObject({ message: 'test-plan' });
    expect(readPlan(JSON.stringify(begun.plan))).toMatchObject({ ok: true, plan: { name: 'test-plan' } });
  });

  it('sends every class in every error model, and each is read back', async () => {
    const pairs = answerDialects
      .filter((dialect) => dialect !== 'http')
      .flatMap((dialect) => answersIn(dialect).map((answer) => ({ answer, dialect, tool: `${answer}-${dialect}` })));
    const steps = pairs.map(({ answer, dialect, tool }) => ({
      tools: [tool],
      do: { answer, dialect, ...(canWait(answer) ? { waitMs: 4000 } : {}) },
    }));
    // A plan has at most 50 steps.
    for (let from = 0; from < steps.length; from += 50) {
      await rehearsed(steps.slice(from, from + 50));
      for (const { answer, tool } of pairs.slice(from, from + 50)) {
        const params = { name: tool, arguments: { nights: 3 } };
        const failure = decode(await client.ask('tools/call', params), { method: 'tools/call', params });
        expect(failure, tool).toMatchObject({ class: answer, flagged: true });
        expect(failure?.retry.afterMs, tool).toBe(canWait(answer) ? 4000 : null);
        if (canWait(answer)) expect(failure?.retry.verdict, tool).toBe('wait');
      }
      await client.close();
    }
  });

  it.each([
    ['session', 'Session not found'],
    ['sign-in', 'Sign in again'],
  ] as const)('reports the end of the %s', async (end, words) => {
    await rehearsed([{ do: { end }, often: 'once' }]);
    expect(JSON.stringify(await client.call('write'))).toContain(words);
    expect(callsOf(await client.call('read'))).toBe(1);
  });

  it('keeps ids as the client wrote them', async () => {
    client = new Client({ rehearse: planFile([{ do: { answer: 'internal' } }]) });
    for (const id of ['12345678901234567890', '"é"', '1.50', '-7'])
      client.child.stdin.write(`{"id":${id},"method":"tools/call","params":{"name":"write"},"jsonrpc":"2.0"}\n`);
    await until(() => client.lines.length === 4, 'four answers');
    expect(client.lines.map((line) => /"id":([^,]+),/.exec(line)?.[1])).toEqual([
      '12345678901234567890',
      '"é"',
      '1.50',
      '-7',
    ]);
  });
});

describe('spoils what passes', () => {
  const spoil = (kind: Injection & { spoil: string }, tools?: string[]): RehearsalStep => ({
    do: kind,
    ...(tools ? { tools } : {}),
  });

  it('passes tools that change data, unless the plan names them', async () => {
    await rehearsed([spoil({ spoil: 'cut' })]);
    expect(await client.call('write')).not.toHaveProperty('error');
    await client.close();
    expect(marked()).toEqual([]);
    await rehearsed([spoil({ spoil: 'duplicate' }, ['write'])]);
    await client.call('write');
    await until(() => client.lines.filter((line) => line.includes('"id":2,')).length === 2, 'the answer twice');
  });

  it('delays an answer while others pass', async () => {
    await rehearsed([{ do: { spoil: 'delay', ms: 300 }, often: 'once' }]);
    const slow = client.send('tools/call', { name: 'read' });
    const quick = client.send('tools/call', { name: 'read' });
    await client.answerTo(slow);
    const order = client.lines.slice(1).map((line) => JSON.parse(line).id);
    expect(order).toEqual([quick, slow]);
    await client.close();
    expect(marked().map(({ injected }) => injected)).toEqual(['spoil:delay', 'spoil:delay']);
  });

  it('cuts, adds noise, changes ids, duplicates, breaks the schema and hides failures', async () => {
    await rehearsed([
      { do: { spoil: 'cut' }, often: 'once' },
      { do: { spoil: 'noise' }, often: 'once', tools: ['read'] },
      { do: { spoil: 'wrong-id' }, often: 'once' },
      { do: { spoil: 'duplicate' }, often: 'once' },
      { do: { spoil: 'broken-schema' }, often: 'once' },
      { do: { spoil: 'reported-as-success' }, often: 'once' },
    ]);
    for (let call = 0; call < 6; call += 1) client.send('tools/call', { name: 'read' });
    await client.ask('ping');
    const [, cutLine = '', noise = '', noisy = '', wrong = '', twice, again, broken = '', silent = ''] = client.lines;
    expect(() => JSON.parse(cutLine)).toThrow();
    expect(() => JSON.parse(noise)).toThrow();
    expect(JSON.parse(noisy)).toMatchObject({ id: 3, result: { structuredContent: { calls: 2 } } });
    expect(JSON.parse(wrong).id).toBe(1_000_004);
    expect(twice).toBe(again);
    expect(JSON.parse(broken).result.structuredContent).toEqual({});
    expect(JSON.parse(silent).result).not.toHaveProperty('isError');
    expect(decode(JSON.parse(silent), { method: 'tools/call' })).toMatchObject({ flagged: false });
    await client.close();
    // What was recorded is what the client got.
    const got = readSpool(data).events.filter((event): event is MessageEvent => event.lane === 'in');
    expect(got.map(({ text }) => text)).toEqual(client.lines);
    expect(got.filter(({ rehearsed }) => rehearsed)).toHaveLength(8);
  });

  it('withholds an answer until the plan is over, or for good if the client cancels', async () => {
    await rehearsed([{ do: { spoil: 'no-answer' }, often: { first: 2 } }], { endsAfterMs: 700 });
    const canceled = client.send('tools/call', { name: 'read' });
    const withheld = client.send('tools/call', { name: 'read' });
    await client.call('read');
    client.child.stdin.write(
      `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${canceled}}}\n`,
    );
    await client.answerTo(withheld);
    expect(client.lines.some((line) => JSON.parse(line).id === canceled)).toBe(false);
  });
});

describe('ends things', () => {
  it('kills the process in the middle of a call and marks its exit', async () => {
    await rehearsed([{ do: { end: 'process' } }]);
    client.send('tools/call', { name: 'read' });
    expect(await client.ended()).toEqual({ code: null, signal: 'SIGKILL' });
    expect(marked().map((event) => (event.lane === 'life' ? event.event : event.lane))).toEqual(['out', 'exited']);
  });

  it('closes the stream in the middle of an answer', async () => {
    await rehearsed([{ do: { end: 'stream' } }]);
    client.send('tools/call', { name: 'read' });
    await until(() => client.child.stdout.readableEnded, 'the end of stdout');
    expect(client.rest).toMatch(/^\{"jsonrpc"/);
    expect(client.rest).not.toMatch(/\}$/);
  });
});

describe('leaves everything else alone', () => {
  it('passes 2,000 messages, noise, binary and cut lines both ways as they are with a plan for one tool', async () => {
    const rehearse = planFile([{ tools: ['other'], do: { answer: 'internal' } }]);
    const report = join(data, 'report');
    const server = [process.execPath, pouringServer, report, '11', '2000', '0'];
    const child = startWrapped(server, { data, rehearse });
    const parts: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => parts.push(chunk));
    child.stderr.resume();
    const end = ended(child);
    await writeAll(child.stdin, cut(pour(5, 2000, 0), 3));
    expect(await end).toEqual({ code: 7, signal: null });
    expect(readFileSync(report, 'utf8')).toBe(hashOf(pour(5, 2000, 0)));
    expect(hashOf(parts)).toBe(hashOf(pour(11, 2000, 0)));
    const { events, problems } = readSpool(data);
    expect(problems).toEqual([]);
    expect(hashOfLane(events, 'out')).toBe(hashOf(pour(5, 2000, 0)));
    expect(hashOfLane(events, 'in')).toBe(hashOf(pour(11, 2000, 0)));
    expect(events.some(({ rehearsed }) => rehearsed)).toBe(false);
  });

  it('passes batches and oddly written messages as they are, also those that are read', async () => {
    const rehearse = planFile([{ tools: ['other'], do: { answer: 'internal' } }]);
    const child = startWrapped([process.execPath, '-e', 'process.stdin.pipe(process.stdout)'], { data, rehearse });
    const parts: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => parts.push(chunk));
    const end = ended(child);
    // Each names the tool of the plan or lists tools, so it is parsed.
    const lines = [
      ' \t{ "method" : "tools/list" , "id":1.50,"jsonrpc":"2.0" } \r\n',
      '{"id":1.5,"result":{"tools":[{"name":"\\u006fther","x":1e2,"x":2}]},"jsonrpc":"2.0"}\n',
      '{"jsonrpc":"2.0","id":12345678901234567890,"method":"tools/call","params":{"name":"write","arguments":{"a":"other \\u00e9\\ud800","a":1.0}}}\n',
      '[{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"other"}}]\n',
      `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"write","arguments":{"text":"other ${'é'.repeat(3_000_000)}"}}}\n`,
      `{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"other","arguments":{"text":"${'x'.repeat(17_000_000)}"}}}\n`,
      '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"other"',
    ].map((line) => Buffer.from(line));
    await writeAll(child.stdin, lines);
    await end;
    expect(hashOf(parts)).toBe(hashOf(lines));
    expect(marked()).toEqual([]);
  });

  it('passes all calls once the plan is over', async () => {
    await rehearsed([{ do: { answer: 'internal' } }], { endsAfterMs: 1 });
    await client.call('write');
    expect(callsOf(await client.call('read'))).toBeGreaterThan(0);
  });
});

describe('joins a rehearsal', () => {
  const plan = (): Plan => {
    const read = readPlan(readFileSync(planFile([{ do: { answer: 'internal' } }]), 'utf8'));
    if (!read.ok) throw new Error(read.problem);
    return read.plan;
  };
  const activate = (pid: number, expiry = Date.now() + 60_000): string => {
    mkdirSync(join(data, 'rehearse'), { recursive: true });
    const file = join(data, 'rehearse', 'active.json');
    writeFileSync(file, writeActive({ plan: plan(), pid, expiry }));
    return file;
  };
  const isTouched = async () => JSON.stringify(await client.call('write')).includes('Internal error');

  it('through the file in the data folder, until that is removed', async () => {
    const file = activate(process.pid);
    client = new Client();
    expect(await isTouched()).toBe(true);
    rmSync(file);
    expect(await isTouched()).toBe(false);
  });

  it('through the variable, which does not reach the server', async () => {
    const env = {
      MISFIRE_REHEARSE: planFile([{ do: { answer: 'internal' }, often: 'once' }]),
      MISFIRE_SERVER_URL: 'x',
    };
    client = new Client({ env: { ...env, MISFIRE_OTHER: 'stays' } });
    expect(await isTouched()).toBe(true);
    expect(JSON.stringify(await client.call('write'))).toContain('[\\"MISFIRE_OTHER\\"]');
  });

  it('but not one whose process is gone, that has expired, or that cannot be read', async () => {
    const child = new Client();
    const { pid = 0 } = child.child;
    await child.close();
    activate(pid);
    client = new Client();
    expect(await isTouched()).toBe(false);
    await client.close();
    activate(process.pid, Date.now() - 1);
    client = new Client();
    expect(await isTouched()).toBe(false);
    await client.close();
    writeFileSync(join(data, 'rehearse', 'active.json'), '{');
    client = new Client();
    expect(await isTouched()).toBe(false);
  });

  it('reports a plan that cannot be read and starts nothing', async () => {
    client = new Client({ rehearse: 'rate-limit-strom' });
    let words = '';
    client.child.stderr.on('data', (chunk: Buffer) => {
      words += chunk.toString();
    });
    expect(await client.ended()).toEqual({ code: 2, signal: null });
    expect(words).toContain('There is no plan and no file "rate-limit-strom". Ready plans: rate-limit-storm, ');
  });
});
