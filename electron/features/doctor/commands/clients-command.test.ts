// `misfire doctor --clients` against real processes that behave like servers people ship: the whole command where it is about all clients or
// what is printed, otherwise the check of each client that the test names.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ClientId } from '../../../../shared/clients/clients.ts';
import { script, TryOut, value } from '../../../inspector/testing/replays.ts';
import { runHere } from '../../../launch/testing/run-here.ts';

/** `does` decides first; what it leaves undefined gets the usual answer. */
const serverWith = (does: string, before = '', after = ''): string => `
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const write = (line) => process.stdout.write(line + '\\n');
${before}
const usual = {
  initialize: (p) => ({ protocolVersion: p.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } }),
  'tools/list': () => ({ tools: [{ name: 'pay', inputSchema: { type: 'object' } }] }),
};
const does = ${does};
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const own = does(method, params);
  if (own === 'silent') continue;
  if (own === 'dies') process.exit(101);
  const reply = own ?? (usual[method] ? { result: usual[method](params) } : { error: { code: -32601, message: 'Method not found' } });
  write(JSON.stringify({ jsonrpc: '2.0', id, ...reply }));
}
${after}
`;

interface Line {
  client: string;
  version: string;
  result: string;
  why: string;
  fix: string;
  lost: { tool: string; how: string; as?: string }[];
  evidence: string[];
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'misfire-clients-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function check(source: string, ...flags: string[]) {
  const file = join(folder, 'server.mjs');
  writeFileSync(file, source);
  const run = await runHere(['doctor', '--clients', '--json', ...flags, '--', process.execPath, file], {
    data: folder,
  });
  const lines = run.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  const of = (client: string) => lines.find((line) => line.client === client);
  return { code: run.code, of, lines, text: run.stdout };
}

async function meet(source: string, ...clients: ClientId[]) {
  const file = join(folder, 'server.mjs');
  writeFileSync(file, source);
  const { api } = await TryOut.open();
  const { server } = value(await api.addServer({ config: script(file), connect: false }));
  return Promise.all(clients.map(async (client) => value(await api.checkClient({ server, client }))));
}

const all = ['claude-code', 'codex', 'gemini-cli', 'opencode', 'copilot-cli', 'cline'];

test('reports each client once, with its version, and exits with 0 if all work', async () => {
  const { code, lines } = await check(serverWith('() => undefined'));
  expect(lines.map(({ client }) => client)).toEqual(all);
  expect(lines.map(({ result }) => result)).toEqual(all.map(() => 'works'));
  for (const { version } of lines) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(code).toBe(0);
});

test('says who loses a server that dies of an unknown method before initialize', async () => {
  const { code, of } = await check(serverWith(`(method) => (usual[method] ? undefined : 'dies')`));
  expect(of('copilot-cli')).toMatchObject({
    result: 'dies',
    why: 'server/discover ends the server, exit code 101',
    fix: 'Answer unknown methods with -32601 before initialize.',
  });
  expect(of('claude-code')).toMatchObject({ result: 'works', why: 'Restarts it once after server/discover' });
  expect(of('codex')).toMatchObject({ result: 'works', fix: '' });
  expect(code).toBe(1);
});

test('reports a server of the newer era only as refusing clients of the older one', async () => {
  const modern = `(method) => method === 'initialize'
    ? { error: { code: -32022, message: 'Unsupported protocol version', data: { supported: ['2026-07-28'] } } }
    : method === 'server/discover'
      ? { result: { supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, resultType: 'complete' } }
      : undefined`;
  const [claude, copilot, codex] = await meet(serverWith(modern), 'claude-code', 'copilot-cli', 'codex');
  expect(claude?.result).toBe('works');
  expect(copilot?.result).toBe('works');
  expect(codex).toMatchObject({
    result: 'dies',
    why: 'initialize is refused: the server speaks only 2026-07-28',
  });
});

test('does not blame the first request for a server that always exits', async () => {
  const source = serverWith('() => undefined', `console.error('ACME_URL is not set'); process.exit(1);`);
  for (const verdict of await meet(source, 'copilot-cli', 'codex'))
    expect(verdict).toMatchObject({
      result: 'dies',
      why: 'The server ends at its start, exit code 1: “ACME_URL is not set”',
      fix: expect.stringContaining('ACME_URL'),
    });
});

test('a client that tries again after a refused handshake reaches a server of the newer era', async () => {
  const modern = `(method) => method === 'initialize'
    ? { error: { code: -32022, message: 'no', data: { supported: ['2026-07-28'] } } }
    : method === 'server/discover' && (asked += 1) > 1
      ? { result: { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } } }
      : undefined`;
  const [claude, copilot] = await meet(serverWith(modern, 'let asked = 0;'), 'claude-code', 'copilot-cli');
  expect(claude).toMatchObject({ result: 'works', why: '1 of 1 tool' });
  expect(copilot?.result).toBe('dies');
});

test('a line on stdout that is no message costs only Cline the server', async () => {
  const { lines, of } = await check(serverWith('() => undefined', `write('Server ready');`));
  expect(lines.filter(({ result }) => result !== 'works').map(({ client }) => client)).toEqual(['cline']);
  expect(of('cline')?.why).toContain('“Server ready”');
});

test('a line that a server writes once its input has ended reaches no client', async () => {
  const { lines } = await check(serverWith('() => undefined', '', `write('Server ready');`));
  expect(lines.map(({ result }) => result)).toEqual(all.map(() => 'works'));
});

test('a flood on stderr does not hide a line on stdout that is no message', async () => {
  const [cline] = await meet(
    serverWith(
      `(method) => (method === 'tools/list' ? void write('Listing') : undefined)`,
      `console.error('x\\n'.repeat(3_000));`,
    ),
    'cline',
  );
  expect(cline?.why).toContain('“Listing”');
});

test('a start that takes longer than a client waits is too slow for that one', async () => {
  const slow = serverWith('() => undefined', 'await new Promise((done) => setTimeout(done, 2_500));');
  const [cline, codex] = await meet(slow, 'cline', 'codex');
  expect(cline).toMatchObject({ result: 'slow' });
  expect(cline?.why).toMatch(/^initialize took \d+(\.\d)? s, Cline CLI waits 1\.9 s$/);
  expect(codex?.result).toBe('works');
});

test('a request without an answer hangs those that wait for it', async () => {
  const { of, code } = await check(
    serverWith(`(method) => (method === 'tools/list' ? 'silent' : undefined)`),
    '--timeout',
    '1s',
  );
  expect(of('codex')).toMatchObject({ result: 'hangs', why: 'tools/list gets no answer within 1 s' });
  expect(code).toBe(1);
});

test('names the tools that a client drops or renames', async () => {
  const long = 'x'.repeat(70);
  const tools = [{ name: 'get-sum' }, { name: 'a.b' }, { name: long }].map((tool) => ({
    ...tool,
    inputSchema: { type: 'object' },
  }));
  const [codex, claude, cline] = await meet(
    serverWith(`(method) => (method === 'tools/list' ? { result: { tools: ${JSON.stringify(tools)} } } : undefined)`),
    'codex',
    'claude-code',
    'cline',
  );
  expect(codex?.lost.map(({ tool, as }) => [tool, as])).toEqual([
    ['get-sum', 'get_sum'],
    ['a.b', 'a_b'],
  ]);
  expect(claude?.lost.map(({ tool }) => tool)).toEqual(['a.b']);
  expect(cline?.lost.map(({ tool, how }) => [tool, how])).toEqual([
    ['a.b', 'renamed'],
    [long, 'renamed'],
  ]);
});

test('a schema without a type costs four clients nothing and two all tools', async () => {
  const tools = [
    { name: 'good', inputSchema: { type: 'object' } },
    { name: 'bad', inputSchema: {} },
  ];
  const { of, code } = await check(
    serverWith(`(method) => (method === 'tools/list' ? { result: { tools: ${JSON.stringify(tools)} } } : undefined)`),
  );
  for (const client of ['claude-code', 'gemini-cli', 'opencode'])
    expect(of(client)).toMatchObject({
      result: 'loses',
      why: 'bad has an input schema that is not of type object, so the client refuses all 2 tools',
    });
  for (const client of ['codex', 'copilot-cli', 'cline']) expect(of(client)?.result).toBe('works');
  expect(code).toBe(1);
});

test('tools after the first page are lost where a client reads no further', async () => {
  const paged = `(method, params) => method !== 'tools/list' ? undefined : params?.cursor
    ? { result: { tools: [{ name: 'second', inputSchema: { type: 'object' } }] } }
    : { result: { tools: [{ name: 'first', inputSchema: { type: 'object' } }], nextCursor: 'more' } }`;
  const [gemini, cline, opencode] = await meet(serverWith(paged), 'gemini-cli', 'cline', 'opencode');
  expect(gemini).toMatchObject({ result: 'loses', works: true, lost: [{ tool: 'second', how: 'dropped' }] });
  expect(cline).toMatchObject({ result: 'loses', works: true });
  expect(opencode).toMatchObject({ result: 'works', why: '2 of 2 tools' });
});

test('a variable that a client does not pass on is named', async () => {
  const needs = serverWith(
    '() => undefined',
    `if (!process.env.ACME_API_KEY) { console.error('ACME_API_KEY is not set'); process.exit(1); }`,
  );
  const file = join(folder, 'server.mjs');
  writeFileSync(file, needs);
  const run = await runHere(['doctor', '--clients', '--json', '--', process.execPath, file], {
    data: folder,
    env: { ACME_API_KEY: 'abc' },
  });
  const lines = run.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  const of = (client: string) => lines.find((line) => line.client === client);
  expect(of('claude-code')?.result).toBe('works');
  expect(of('codex')).toMatchObject({ result: 'dies', fix: 'Set ACME_API_KEY in the server’s entry in the client.' });
});

test('a server that forks, floods and lists without an end is stopped, and cannot reach the terminal', async () => {
  const pids = join(folder, 'pids');
  const hostile = 'pay\\u001b]52;c;eA==\\u0007\\u202e\\r\\n';
  const child = join(folder, 'child.mjs');
  const stays = `import { appendFileSync } from 'node:fs';
for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) process.on(signal, () => {});
appendFileSync(${JSON.stringify(pids)}, process.pid + ' ');
setInterval(() => {}, 1000);`;
  writeFileSync(child, stays);
  const before = `
import { spawn } from 'node:child_process';
spawn(process.execPath, [${JSON.stringify(child)}], { stdio: 'ignore' });
process.on('SIGTERM', () => {});
console.error('${hostile}'.repeat(20_000));
for (let at = 0; at < 5_000; at += 1) write('${hostile}' + at);
let page = 0;`;
  const does = `(method) => {
  if (method !== 'tools/list') return undefined;
  page += 1;
  const named = ['__proto__', 'constructor', '${hostile}' + page, '${hostile}' + page];
  return { result: { nextCursor: 'page ' + page, tools: named.map((name) => ({ name, inputSchema: { type: 'object' } })) } };
}`;
  const { lines, text } = await check(serverWith(does, before));
  expect(lines.map(({ client, result }) => [client, result])).toEqual(
    all.map((client) => [client, client === 'cline' ? 'dies' : 'loses']),
  );
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f\u202e]/);
  for (const { why } of lines) expect(why.length).toBeLessThan(1_000);
  const started = readFileSync(pids, 'utf8').trim().split(/\s+/).map(Number);
  expect(started.length).toBeGreaterThan(0);
  // An ended process has its number until the system has collected it.
  await expect.poll(() => started.filter((pid) => isAlive(pid))).toEqual([]);
});

test('prints a table with the reason and the fix', async () => {
  const file = join(folder, 'server.mjs');
  writeFileSync(file, serverWith(`(method) => (usual[method] ? undefined : 'dies')`));
  const options = { data: folder, env: { MISFIRE_FORCE_TTY: '160', NO_COLOR: '1' } };
  const { stdout, code } = await runHere(['doctor', '--clients', '--', process.execPath, file], options);
  const plain = stripVTControlCharacters(stdout);
  expect(plain).toMatch(/Client +Version +Result +Why +Fix/);
  expect(plain).toMatch(/GitHub Copilot CLI +1\.0\.102 +dies +server\/discover ends the server/);
  expect(plain).toContain('Works in 5 of 6 clients.');
  expect(code).toBe(1);
});

test('a command that does not exist works in no client', async () => {
  const { stdout, code } = await runHere(['doctor', '--clients', '--json', '--', 'no-such-command-anywhere'], {
    data: folder,
  });
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  expect(lines.map(({ result }) => result)).toEqual(all.map(() => 'dies'));
  expect(lines[0]?.why).toBe('The command “no-such-command-anywhere” was not found.');
  expect(code).toBe(1);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('names tools that the model service of a client refuses, as not run', async () => {
  const { of, code } = await check(
    serverWith(`(method) => (method === 'tools/list'
      ? { result: { tools: [{ name: 'pay', inputSchema: { type: 'object', properties: { n: { minimum: 0, type: 'number', exclusiveMinimum: true } } } }] } }
      : undefined)`),
  );
  expect(of('claude-code')).toMatchObject({
    result: 'loses',
    basis: 'documentation',
    why: expect.stringContaining('Anthropic’s service refuses every request with pay'),
    fix: 'Use the repaired schema that misfire lint prints.',
  });
  expect(of('codex')).toMatchObject({ result: 'works' });
  expect(code).toBe(0);
});

test.each([
  [
    'exit code 3',
    `console.error('bad key'); process.exit(3);`,
    ': “bad key”',
    'Check its arguments, variables and files. Starting it again without a change is likely to end the same way.',
  ],
  [
    'signal SIGKILL',
    `console.error('bad key'); process.kill(process.pid, 'SIGKILL'); await new Promise(() => {});`,
    ': “bad key”',
    expect.any(String),
  ],
  ['exit code 0', '', '', 'Write to stderr why the server ends.'],
])('says how a server ends at its start, and its last line: %s', async (how, source, said, fix) => {
  const verdicts = await meet(source, 'claude-code', 'codex');
  for (const { why } of verdicts) expect(why).toBe(`The server ends at its start, ${how}${said}`);
  expect(verdicts[0]).toMatchObject({ fix, evidence: said === '' ? [] : ['bad key'] });
});

test('advises on an end as the doctor does', async () => {
  const source = `console.error('Please provide a URL as a command-line argument'); process.exit(1);`;
  const [claude] = await meet(source, 'claude-code');
  expect(claude?.fix).toBe(
    'Correct the command of this server: its last lines say which argument is wrong or missing.',
  );
});

test('quotes the line that names a variable, as the doctor does, and not the last one', async () => {
  const said = `console.error('ACME_URL is required.'); console.error('Invalid configuration'); process.exit(1);`;
  const [claude] = await meet(said, 'claude-code');
  expect(claude?.why).toBe('The server ends at its start, exit code 1: “ACME_URL is required.”');
});

test('quotes what a server says when an unknown method ends it', async () => {
  const panics = `(method) => (usual[method] ? undefined : (console.error('panicked at server/discover'), 'dies'))`;
  const [copilot] = await meet(serverWith(panics), 'copilot-cli');
  expect(copilot?.why).toBe('server/discover ends the server, exit code 101: “panicked at server/discover”');
});
