// Transcripts of clients on the command line: decode explains them, import keeps them, databases are read from a copy.

import { appendFileSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { sampleLogs } from '../../../../shared/transcripts/testing/sample-logs.ts';
import { privateTexts, sampleTranscripts } from '../../../../shared/transcripts/testing/sample-transcripts.ts';
import { tempFolder } from '../../../inspector/testing/temp-folder.ts';
import { runHere, startHere } from '../../../launch/testing/run-here.ts';

let folder: string;
beforeEach(() => {
  folder = tempFolder();
});

const misfire = (args: string[], input = '') => runHere(args, { cwd: folder, data: join(folder, 'data'), input });

/** As opencode keeps it, with a prompt in a part of its own. */
function writeDatabase(file: string): void {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('CREATE TABLE session (id TEXT, version TEXT)');
  database.exec('CREATE TABLE part (id TEXT, session_id TEXT, time_created INTEGER, data TEXT)');
  database.prepare('INSERT INTO session VALUES (?, ?)').run('session-5', '1.18.34');
  const insert = database.prepare('INSERT INTO part VALUES (?, ?, ?, ?)');
  insert.run('p0', 'session-5', 1, JSON.stringify({ type: 'text', text: privateTexts[0] }));
  for (const [index, line] of sampleTranscripts.opencode.entries()) {
    const { opencode, at } = JSON.parse(line);
    insert.run(`p${index + 1}`, 'session-5', at, JSON.stringify(opencode));
  }
  database.close();
}

test('decode explains a transcript with the lines of the call and of its result', async () => {
  writeFileSync(join(folder, 'session.jsonl'), sampleTranscripts['claude-code'].join('\n'));
  const { code, stdout } = await misfire(['decode', 'session.jsonl', '--json']);
  expect(code).toBe(1);
  const failures = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(failures).toMatchObject([
    { server: 'shop', target: 'pay', request: 5, line: 6 },
    { server: 'shop', target: 'refund', request: 9, line: 10, owner: 'client' },
  ]);
  for (const text of privateTexts) expect(stdout).not.toContain(text);
});

test('decode hides a secret of the arguments where the answer repeats it', async () => {
  const text = sampleTranscripts['claude-code']
    .join('\n')
    .replace('"amount":5', '"password":"hunter2hunter2"')
    .replace('Card declined', 'Card declined for hunter2hunter2');
  writeFileSync(join(folder, 'session.jsonl'), text);
  for (const args of [[], ['--json']]) {
    const { stdout } = await misfire(['decode', 'session.jsonl', ...args]);
    expect(stdout).toContain('Card declined');
    expect(stdout).not.toContain('hunter2');
  }
});

test('decode reads a transcript on stdin and says what it found', async () => {
  const { code, stdout, stderr } = await misfire(['decode', '-'], sampleTranscripts.codex.join('\n'));
  expect(code).toBe(1);
  expect(stdout).toContain('line 9  shop  tools/call pay');
  expect(stderr).toContain('stdin: transcript of Codex, 3 calls to MCP servers.');
});

test('decode says which lines it does not understand, with their shape and without their values', async () => {
  const strange = JSON.stringify({ type: 'dream', payload: { text: privateTexts[0] } });
  writeFileSync(join(folder, 'session.jsonl'), [...sampleTranscripts.codex, strange].join('\n'));
  const { stderr } = await misfire(['decode', 'session.jsonl']);
  expect(stderr).toContain(
    'does not know lines of the kind "dream". It was skipped. Shape: {type: string, payload: {text: string}}',
  );
  expect(stderr).not.toContain(privateTexts[0]);
});

test('decode and import read a log of a client, with the server of its folder', async () => {
  const [path = '', lines = []] = Object.entries(sampleLogs)[0] ?? [];
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), lines.join('\n'));
  const { code, stdout, stderr } = await misfire(['decode', path]);
  expect(code).toBe(1);
  expect(stdout).toContain('line 5  shop  tools/call pay');
  expect(stderr).toContain('log of Claude Code, 1 call to MCP servers.');
  expect((await misfire(['import', path])).stdout).toContain('client log, ');
  expect((await misfire(['log', 'server:shop'])).stdout).toContain('client log');
});

test('decode reads the database of opencode from a copy and leaves it as it is', async () => {
  const file = join(folder, 'opencode.db');
  writeDatabase(file);
  const before = readFileSync(file);
  const files = readdirSync(folder);
  const { code, stdout } = await misfire(['decode', 'opencode.db']);
  expect(code).toBe(1);
  expect(stdout).toContain('shop  tools/call pay');
  expect(stdout).toContain('opencode does not offer refund of shop');
  expect(readFileSync(file)).toEqual(before);
  expect(readdirSync(folder).filter((name) => name !== 'data')).toEqual(files);
});

test('import keeps the calls of a transcript and of a database, each as a recording', async () => {
  writeFileSync(join(folder, 'session.jsonl'), sampleTranscripts['gemini-cli'].join('\n'));
  writeDatabase(join(folder, 'opencode.db'));
  const { code, stdout } = await misfire(['import', 'session.jsonl', 'opencode.db']);
  expect(code).toBe(0);
  expect(stdout).toContain('session.jsonl: transcript, 3 messages, 2 failed calls, 2 causes.');
  expect(stdout).toContain('opencode.db: transcript, 3 messages, 2 failed calls, 2 causes.');
  const log = await misfire(['log', '--recording', '1', 'is:failed', '--json']);
  expect(log.stdout).toContain('"remarks":["transcript","never_sent"]');
});

test('a transcript without calls to MCP servers is no failure', async () => {
  writeFileSync(join(folder, 'session.jsonl'), sampleTranscripts.codex.slice(0, 3).join('\n'));
  const decoded = await misfire(['decode', 'session.jsonl']);
  expect(decoded.code).toBe(0);
  expect(decoded.stderr).toContain('0 calls to MCP servers.');
  const imported = await misfire(['import', 'session.jsonl']);
  expect(imported.code).toBe(2);
  expect(imported.stderr).toContain('session.jsonl is a transcript without calls to MCP servers.');
});

/** As wrap leaves it: one call that fails, with the id that Claude Code sends along. */
function writeSpool(client: string | null = 'Claude Code', hasId = true, server = 'shop'): void {
  const spool = join(folder, 'data', 'spool');
  mkdirSync(spool, { recursive: true });
  const start = Date.parse('2026-11-17T08:59:59.000Z');
  const line = (t: number, more: object) =>
    JSON.stringify({ t, server, by: 'client', ...(client === null ? {} : { client }), ...more });
  const message = (t: number, lane: string, value: object) =>
    line(t, { lane, text: JSON.stringify({ jsonrpc: '2.0', id: 1, ...value }) });
  const meta = hasId ? { _meta: { 'claudecode/toolUseId': 'toolu_2' } } : {};
  const params = { name: 'pay', arguments: { amount: 5 }, ...meta };
  const result = {
    content: [{ type: 'text', text: 'Card declined: insufficient funds' }],
    structuredContent: { reason: 'funds' },
    isError: true,
  };
  const lines = [
    JSON.stringify({
      misfire: 1,
      started: new Date(start).toISOString(),
      server,
      ...(client === null ? {} : { client }),
      command: ['shop'],
      pid: 1,
    }),
    line(0, { lane: 'life', event: 'spawned' }),
    message(1210, 'out', { method: 'tools/call', params }),
    message(1250, 'in', { result }),
    line(9000, { lane: 'life', event: 'closed', closedBy: 'client' }),
  ];
  writeFileSync(join(spool, `${start}-1-0001.jsonl`), `${lines.join('\n')}\n`);
}

test.each([
  [null, true],
  ['my own agent', true],
  ['codex', true],
  ['claude-code', false],
] as const)('import joins a transcript by ids or names if the client is called %s', async (client, hasId) => {
  writeSpool(client, hasId);
  writeFileSync(join(folder, 'session.jsonl'), sampleTranscripts['claude-code'].join('\n'));
  const { stdout } = await misfire(['import', 'session.jsonl']);
  expect(stdout).toContain('Joined with watched traffic: 1 of ');
  expect(stdout).toMatch(/not joined: \d, never sent to its server/);
});

test('import says why nothing was joined', async () => {
  writeFileSync(join(folder, 'session.jsonl'), sampleTranscripts['claude-code'].join('\n'));
  const alone = await misfire(['import', 'session.jsonl']);
  expect(alone.stdout).toMatch(/Joined with watched traffic: 0 of \d calls\.\n {2}not joined: \d, nothing was watched/);
  writeSpool('Codex', false);
  const [other] = (await misfire(['import', 'session.jsonl', '--again', '--json'])).stdout.trim().split('\n');
  expect(JSON.parse(other ?? '').calls).toMatchObject({
    joined: 0,
    apart: expect.arrayContaining([
      expect.objectContaining({ why: 'what was watched then is of another client: Codex' }),
    ]),
  });
});

test('import names what was watched, if nothing has the name of the server', async () => {
  writeSpool('Claude Code', false, 'node');
  writeFileSync(join(folder, 'session.jsonl'), sampleTranscripts['claude-code'].join('\n'));
  const { stdout } = await misfire(['import', 'session.jsonl']);
  expect(stdout).toContain('no server called shop was watched then, only node');
});

test('a transcript of Cline is read, also spread over lines, and joined by the name in its handshake', async () => {
  const value = JSON.parse(sampleTranscripts.cline[0] ?? '');
  writeFileSync(join(folder, 'session.json'), JSON.stringify(value, null, 2));
  const decoded = await misfire(['decode', 'session.json', '--json']);
  expect(
    decoded.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([
    { server: 'shop', target: 'pay', class: 'conflict' },
    { server: 'shop', target: 'refund', owner: 'client' },
  ]);
  for (const text of privateTexts) expect(decoded.stdout).not.toContain(text);
  expect((await misfire(['decode', '-', '--json'], JSON.stringify(value, null, 2))).stdout).toContain('"pay"');
  writeSpool('@cline/core', false);
  expect((await misfire(['import', 'session.json'])).stdout).toContain('Joined with watched traffic: 1 of 3 calls.');
});

test('a call that was not joined is listed before the death that followed it', async () => {
  writeSpool();
  const spool = join(folder, 'data', 'spool');
  const [file = ''] = readdirSync(spool);
  const text = readFileSync(join(spool, file), 'utf8');
  // A moment after the call of `list_orders`, which is not on the wire, and after that of `pay`, which is.
  writeFileSync(
    join(spool, file),
    text.replace('"t":9000', '"t":1700').replace('"event":"closed","closedBy":"client"', '"event":"exited","code":1'),
  );
  writeFileSync(join(folder, 'session.jsonl'), sampleTranscripts['claude-code'].join('\n'));
  await misfire(['import', 'session.jsonl']);
  const rows = (await misfire(['log', '--json'])).stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const names = rows.map(({ target, kind }) => target ?? kind);
  expect(names).toEqual(['life', 'list_orders', 'pay', 'life', 'refund']);
});

test('import joins a transcript with what its client was watched to send, into one row', async () => {
  writeSpool();
  writeFileSync(join(folder, 'session.jsonl'), sampleTranscripts['claude-code'].join('\n'));
  expect((await misfire(['import', 'session.jsonl'])).code).toBe(0);
  const rows = (await misfire(['log', 'method:tools/call', '--json'])).stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const told = rows.map(({ target, remarks, failure }) => [target, remarks, failure?.short ?? '']);
  expect(told).toContainEqual(['pay', ['joined', 'differs'], 'Not enough funds']);
  expect(told).toContainEqual(['list_orders', ['transcript', 'never_sent'], 'Never sent']);
  expect(told.filter(([target]) => target === 'pay')).toHaveLength(1);
  const differing = (await misfire(['log', 'seen:differs', '--json'])).stdout.trim().split('\n');
  expect(differing.map((line) => JSON.parse(line).target)).toEqual(['list_orders', 'pay', 'refund']);
});

test('transcripts lists what clients keep, the newest first, and counts failures on request', async () => {
  const home = join(folder, 'home');
  const write = (path: string[], lines: readonly string[], at: number) => {
    const file = join(home, ...path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, lines.join('\n'));
    utimesSync(file, at, at);
  };
  write(['.claude', 'projects', '-home-ada-party', 's.jsonl'], sampleTranscripts['claude-code'], 1_800_000_000);
  write(['.codex', 'sessions', '2026', '11', '17', 'rollout-x.jsonl'], sampleTranscripts.codex, 1_800_000_100);
  write(['.claude', 'projects', '-home-ada-party', 'notes.txt'], ['not a transcript'], 1_800_000_200);
  const list = async (...args: string[]) => {
    const onlyEnv = { PATH: process.env.PATH, HOME: home, USERPROFILE: home };
    const { stdout } = await runHere(['transcripts', '--json', ...args], { onlyEnv });
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  };
  expect(await list('--failures')).toMatchObject([
    { client: 'codex', project: '', calls: 3, failedCalls: 2, causes: 2 },
    { client: 'claude-code', project: '-home-ada-party', calls: 3, failedCalls: 2, causes: 2 },
  ]);
  expect(await list('--client', 'codex')).toHaveLength(1);
  expect((await list())[0]).not.toHaveProperty('failedCalls');
  // The log is newer than all transcripts, as a client writes it last.
  const [log = '', lines = []] = Object.entries(sampleLogs)[0] ?? [];
  write(['.cache', 'claude-cli-nodejs', '-home-ada-party', ...log.split('/').slice(-2)], lines, 1_800_000_300);
  expect((await list('--limit', '1')).map(({ client, kind }) => `${client} ${kind}`)).toEqual([
    'codex transcript',
    'claude-code log',
  ]);
});

test('transcripts --follow prints the calls that clients write from now on, also in new transcripts', async () => {
  const home = join(folder, 'home');
  const write = (path: string, lines: readonly string[]): string => {
    const file = join(home, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${lines.join('\n')}\n`);
    return file;
  };
  const claude = sampleTranscripts['claude-code'];
  const file = write('.claude/projects/party/s.jsonl', claude.slice(0, 4));
  const onlyEnv = { PATH: process.env.PATH, HOME: home, USERPROFILE: home };
  const { ran, stop, ended } = startHere(['transcripts', '--follow'], { onlyEnv });
  try {
    await expect.poll(() => ran.stderr).toContain('Following 1 of 1 transcripts');
    appendFileSync(file, `${claude.slice(4, 6).join('\n')}\n`);
    await expect.poll(() => ran.stdout).toContain('Claude Code shop  tools/call pay');
    expect(ran.stdout).toContain('✗');
    expect(ran.stdout).not.toContain('list_orders');
    write('.codex/sessions/2026/11/17/rollout-x.jsonl', sampleTranscripts.codex);
    await expect.poll(() => ran.stdout).toContain('Codex shop  tools/call refund');
    expect(ran.stdout).toContain('Codex shop  tools/call list_orders');
    for (const text of privateTexts) expect(ran.stdout).not.toContain(text);
  } finally {
    stop('SIGINT');
  }
  expect((await ended).code).toBe(130);
});

/** Claude Code's report about the call that `writeSpool` has. */
const report = {
  session_id: 's',
  transcript_path: '/home/ada/diary.jsonl',
  cwd: '/home/ada',
  hook_event_name: 'PostToolUseFailure',
  tool_name: 'mcp__shop__pay',
  tool_input: { amount: 5 },
  error: 'Card declined: insufficient funds',
  tool_use_id: 'toolu_2',
  duration_ms: 40,
  mcp_server: { name: 'shop' },
};

test('hook prints nothing, and its report joins the watched call', async () => {
  writeSpool();
  const { code, stdout, stderr } = await misfire(['hook'], JSON.stringify(report));
  expect([code, stdout, stderr]).toEqual([0, '', '']);
  const spool = join(folder, 'data', 'spool');
  for (const name of readdirSync(spool)) expect(readFileSync(join(spool, name), 'utf8')).not.toContain('/home/ada');
  const rows = (await misfire(['log', 'method:tools/call', '--json'])).stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rows.map(({ target, remarks }) => [target, remarks])).toEqual([['pay', ['joined', 'differs']]]);
});

test('hook reports a call of a server that is not watched, and never calls it unsent', async () => {
  await misfire(['hook'], JSON.stringify({ ...report, mcp_server: { name: 'bank' }, tool_name: 'mcp__bank__pay' }));
  const [row] = (await misfire(['log', '--json'])).stdout.trim().split('\n');
  expect(JSON.parse(row ?? '')).toMatchObject({ server: 'bank', target: 'pay', remarks: ['transcript'] });
  expect(row).not.toContain('Never sent');
});

test.each([
  ['nothing', ''],
  ['no JSON', '{"hook_event_name":'],
  ['a list', '[1]'],
  ['another tool', JSON.stringify({ ...report, tool_name: 'Read' })],
  ['another event', JSON.stringify({ ...report, hook_event_name: 'PreToolUse' })],
])('hook keeps nothing of %s, and ends as quietly', async (_, input) => {
  const { code, stdout, stderr } = await misfire(['hook', '--no-such-option'], input);
  expect([code, stdout, stderr]).toEqual([0, '', '']);
  expect(readdirSync(folder)).toEqual([]);
});

test('hook ends with 0 where its folder cannot be written', async () => {
  writeFileSync(join(folder, 'data'), 'a file in the place of the folder');
  const { code, stdout, stderr } = await misfire(['hook'], JSON.stringify(report));
  expect([code, stdout, stderr]).toEqual([0, '', '']);
});
