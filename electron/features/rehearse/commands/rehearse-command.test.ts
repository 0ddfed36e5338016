// `misfire rehearse` as people run it: the built program, a scripted client on the official SDK, and a real server.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCapture } from '../../../../shared/capture/capture.ts';
import { writeActive } from '../../../../shared/features/rehearse/active.ts';
import { readyPlan } from '../../../../shared/features/rehearse/ready-plans.ts';
import type { ReportCard } from '../../../../shared/features/report-card/card.ts';
import { builtProgram } from '../../../launch/testing/built-program.ts';
import { runHere } from '../../../launch/testing/run-here.ts';
import { ended, startWrapped, until } from '../../watch/programs/testing/test-peers.ts';

const server = join(import.meta.dirname, '../../watch/programs/testing/test-tools-server.ts');
const client = join(import.meta.dirname, '../../agents/server/testing/scripted-client.ts');

let data: string;
let plan: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'misfire-rehearse-'));
  plan = join(data, 'one-limit.json');
  writeFileSync(
    plan,
    JSON.stringify({ steps: [{ do: { answer: 'rate_limited', waitMs: 1000 }, often: { first: 1 } }] }),
  );
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

const rehearse = (words: readonly string[], own: readonly string[] = [], env: Record<string, string> = {}) =>
  runHere(['rehearse', '--plan', plan, ...own, '--', process.execPath, client, ...words], { data, env });
const withServer = ['--server', `${process.execPath} ${server}`];
const cardOf = (stdout: string): ReportCard => JSON.parse(stdout.trim());
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // Its new parent may not have collected it yet.
    return !/^State:\s+Z/m.test(existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, 'utf8') : '');
  } catch {
    return false;
  }
}
const verdictOf = (card: ReportCard, rule: string) => card.rules.find((one) => one.rule === rule)?.verdict;

describe('misfire rehearse', () => {
  it.each(['command', 'url'])('grades a client that waits as asked, over the %s', async (way) => {
    const { code, stdout, stderr } = await rehearse([way, 'obedient'], [...withServer, '--json']);
    expect(stderr).toContain('Rehearsing one-limit');
    const card = cardOf(stdout);
    expect(card).toMatchObject({ plan: 'one-limit', injected: 1, client: { name: 'scripted' } });
    expect(verdictOf(card, 'waits-as-asked')).toBe('pass');
    expect(code).toBe(0);
    // Nothing is left behind, but the recording.
    expect(existsSync(join(data, 'rehearse'))).toBe(false);
  });

  it('exits with 1 when the client does not wait', async () => {
    const { code, stdout } = await rehearse(['command', 'hasty'], withServer);
    expect(code).toBe(1);
    expect(stdout).toMatch(/✗ Fail\s+Waits as long as asked/);
  });

  it('writes JUnit and SARIF, and keeps the recording', async () => {
    const out = join(data, 'run.jsonl');
    const junit = await rehearse(['command', 'hasty'], [...withServer, '--format', 'junit', '--out', out]);
    expect(junit.stdout).toMatch(/^<\?xml[\s\S]*<failure/);
    const { entries, problems } = readCapture(readFileSync(out, 'utf8'));
    expect(problems).toEqual([]);
    expect(entries.filter(({ event }) => event.rehearsed).map(({ event }) => event.injected)).toEqual([
      'answer:rate_limited',
      'answer:rate_limited',
    ]);
    const sarif = await rehearse(['command', 'hasty'], [...withServer, '--format', 'sarif']);
    expect(JSON.parse(sarif.stdout)).toMatchObject({ version: '2.1.0' });
  });

  it('replaces {server}, {url} and {config}', async () => {
    const words = ['show', '{url}', 'a={config}', '{server}'];
    const { stderr } = await rehearse(words, withServer);
    const [, shown = ''] = /SHOWN (.*)/.exec(stderr) ?? [];
    const { args, command, url, config } = JSON.parse(shown);
    expect(args[0]).toBe(url);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
    expect(args[1]).toMatch(/^a=.*mcp\.json$/);
    expect(args.slice(2)).toEqual(command);
    expect(command.slice(-2)).toEqual([process.execPath, server]);
    expect(Object.values(config.mcpServers)).toEqual([{ command: command[0], args: command.slice(1) }]);
    expect(existsSync(args[1].slice(2))).toBe(false);
  });

  it('lets a wrap join that the client starts by itself, without variables', async () => {
    const own = JSON.stringify([
      process.execPath,
      builtProgram,
      'wrap',
      '--data',
      data,
      '--',
      process.execPath,
      server,
    ]);
    const { code, stdout } = await rehearse(['own', 'obedient', own], ['--json']);
    expect(cardOf(stdout).injected).toBe(1);
    expect(code).toBe(0);
  });

  it('grades the calls of a wrap that ran before, from the start of the rehearsal on', async () => {
    const wrapped = startWrapped([process.execPath, server], { data, client: 'editor', name: 'tools' });
    const end = ended(wrapped);
    let text = '';
    wrapped.stdout.on('data', (chunk: Buffer) => {
      text += chunk;
    });
    const call = async (id: number) => {
      wrapped.stdin.write(`{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"write"}}\n`);
      await until(() => text.includes(`"id":${id},`), `an answer to ${id}`);
    };
    await call(1);
    const over = join(data, 'over');
    const waits = `setInterval(() => require('node:fs').existsSync(${JSON.stringify(over)}) && process.exit(), 20)`;
    const run = runHere(['rehearse', '--plan', plan, '--json', '--', process.execPath, '-e', waits], { data });
    await until(() => existsSync(join(data, 'rehearse', 'active.json')), 'the rehearsal');
    await call(2);
    await call(3);
    writeFileSync(over, '');
    const { stdout } = await run;
    expect(cardOf(stdout)).toMatchObject({ plan: 'one-limit', injected: 1, servers: ['tools'] });
    expect(verdictOf(cardOf(stdout), 'waits-as-asked')).toBe('fail');
    wrapped.stdin.end();
    await end;
  });

  it('exits with 3 when nothing was injected, and says why', async () => {
    const unused = await rehearse(['nothing'], withServer);
    expect(unused).toMatchObject({ code: 3, stdout: '' });
    expect(unused.stderr).toContain('Nothing was injected: the client started no server through Misfire.');
    writeFileSync(plan, '{"steps":[{"tools":["other"],"do":{"answer":"internal"}}]}');
    const other = await rehearse(['command', 'obedient'], withServer);
    expect(other.code).toBe(3);
    expect(other.stderr).toContain('no step of the plan fits them');
  });

  it('reads what the model got from the transcript, and names the steps that never happened', async () => {
    const folder = join(data, '.claude', 'projects', 'p');
    mkdirSync(folder, { recursive: true });
    // A client that asks its model once, and writes it down like Claude Code.
    const code = `
      const line = (type, content) => JSON.stringify({ type, message: { role: type, content }, timestamp: new Date(), sessionId: 's', cwd: '/', version: '2' });
      const asked = line('assistant', [{ type: 'tool_use', id: 'toolu_1', name: 'mcp__tools__write', input: {} }]);
      await import(${JSON.stringify(client)});
      const got = line('user', [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'It worked.' }]);
      require('node:fs').writeFileSync(${JSON.stringify(join(folder, 's.jsonl'))}, asked + '\\n' + got + '\\n');`;
    const words = ['--', process.execPath, '-e', `(async () => {${code}})()`, 'x', 'command', 'hasty'];
    const env = { HOME: data, USERPROFILE: data };
    const {
      code: exit,
      stdout,
      stderr,
    } = await runHere(['rehearse', ...withServer, '--json', ...words], { data, env });
    expect(stderr).toContain(`What the model got: ${join(folder, 's.jsonl')}`);
    const card = cardOf(stdout);
    expect(card).toMatchObject({ plan: 'one-of-each', injected: 3, asker: 'client' });
    expect(verdictOf(card, 'waits-as-asked')).toBe('fail');
    expect(verdictOf(card, 'notices-silent-failure')).toBe('fail');
    const needsReading = 'it needs a call of a read-only tool, or of one that the plan names.';
    expect(card.missed).toEqual([
      `Step 4, the answer breaks its schema: ${needsReading}`,
      'Step 5, answered “invalid arguments”: the client made only 3 calls, and earlier steps took those that fit.',
      `Step 6, the server process ends: ${needsReading}`,
    ]);
    expect(exit).toBe(1);
  });

  it('exits with 3 when no rule failed and too little was seen', async () => {
    writeFileSync(plan, '{"steps":[{"do":{"answer":"internal"},"often":"once"}]}');
    const { code, stdout, stderr } = await rehearse(['command', 'obedient'], withServer);
    expect(stdout).toContain('No grade: ');
    expect(stderr).toContain('What the model got is not known');
    expect(stderr).toContain('No rule failed, but too little was seen for a grade.');
    expect(code).toBe(3);
  });

  it.each([
    [
      ['--plan', 'no-such-plan', '--', 'x'],
      'There is no plan and no file "no-such-plan". Ready plans: rate-limit-storm',
    ],
    [[], 'Put the client after "--"'],
    [
      ['--plan', 'slow-server', '--', 'no-such-client'],
      'The client "no-such-client" could not be started: it does not exist.',
    ],
    [['--plan', 'slow-server', '--', 'x', '{url}'], '{url} needs --server'],
  ])('exits with 2: %j', async (words, problem) => {
    const { code, stderr } = await runHere(['rehearse', ...words], { data });
    expect(stderr).toContain(problem);
    expect(code).toBe(2);
    expect(existsSync(join(data, 'rehearse'))).toBe(false);
  });

  it('does not start while another rehearsal runs', async () => {
    mkdirSync(join(data, 'rehearse'));
    const active = { plan: readyPlan('slow-server') as never, pid: process.ppid, expiry: Date.now() + 60_000 };
    writeFileSync(join(data, 'rehearse', 'active.json'), writeActive(active));
    const { code, stderr } = await rehearse(['nothing']);
    expect(stderr).toContain(`The rehearsal of slow-server is running (process ${process.ppid}). Stop it first.`);
    expect(code).toBe(2);
    expect(readdirSync(join(data, 'rehearse'))).toEqual(['active.json']);
  });

  it.runIf(process.platform !== 'win32')('gives a secret variable to the server alone', async () => {
    const secret = "it's $HOME sk-live-4eC39HqLyjWDarjtT1zdp7dc";
    const got = join(data, 'got.txt');
    const code = `require('node:fs').writeFileSync(process.env.OUT, process.env.SHOP_KEY); import(${JSON.stringify(server)})`;
    const entry = { command: process.execPath, args: ['-e', code], env: { SHOP_KEY: secret, OUT: got }, cwd: '.' };
    writeFileSync(join(data, 'servers.json'), JSON.stringify({ mcpServers: { shop: entry } }));
    const ran = await rehearse(['command', 'obedient'], ['--server', `${join(data, 'servers.json')}#shop`, '--json']);
    expect(cardOf(ran.stdout)).toMatchObject({ injected: 1 });
    expect(readFileSync(got, 'utf8')).toBe(secret);
    const spool = join(data, 'spool');
    const kept = readdirSync(spool).map((name) => readFileSync(join(spool, name), 'utf8'));
    expect(kept.join('')).toContain('server.sh');
    for (const text of [...kept, ran.said]) expect(text).not.toContain('sk-live');
    expect(ran.stderr).not.toContain('has a secret as an argument');
  });

  it('says that a secret argument can be read by others', async () => {
    const command = `${process.execPath} ${server} --api-key sk-live-4eC39HqLyjWDarjtT1zdp7dc`;
    const { stderr } = await rehearse(['command', 'obedient'], ['--server', command, '--json']);
    expect(stderr).toContain('has a secret as an argument. Other users of this machine can read it');
  });

  it.runIf(process.platform !== 'win32')('ends everything that a client started when its time is over', async () => {
    const file = join(data, 'pid');
    const script = `sleep 600 & echo $! > ${file}; wait`;
    const words = ['rehearse', '--plan', plan, '--timeout', '1s', '--', 'sh', '-c', script];
    const { stderr } = await runHere(words, { data });
    expect(stderr).toContain('is ended now');
    const pid = Number(readFileSync(file, 'utf8'));
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  it('lists the ready plans', async () => {
    const { stdout } = await runHere(['rehearse', '--list'], { data });
    expect(stdout.trim().split('\n')).toHaveLength(11);
  });
});
