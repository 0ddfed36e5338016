// What holds for every command of the list: help that fits a narrow terminal, a message for a mistake, JSON alone on stdout, Ctrl-C, and
// a reader that leaves. A new command needs a row here, and a place in the docs.

import { globSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { textWidth } from '../../../shared/text/text-width.ts';
import { type HereOptions, runHere, startHere } from '../../launch/testing/run-here.ts';
import { type Desk, ordinary, test as withDesk } from './testing/desk.ts';

const call = '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no"}}';
const recording = [
  '{"misfire":1,"started":"2026-01-01T00:00:00.000Z"}',
  '{"t":1,"server":"s","lane":"out","text":"{\\"jsonrpc\\":\\"2.0\\",\\"id\\":1,\\"method\\":\\"ping\\"}"}',
  '{"t":2,"server":"s","lane":"in","text":"{\\"jsonrpc\\":\\"2.0\\",\\"id\\":1,\\"result\\":{}}"}',
].join('\n');
const checks = [
  { id: 'ping', name: 'Ping', status: 'FAILURE', errorMessage: 'No answer', timestamp: '2026-01-01T00:00:00Z' },
];

interface Row {
  /** Ends by itself, offline: with --json only JSON is on stdout. */
  json?: (desk: Desk) => string[];
  /** Ends by itself, and has no JSON. */
  ends?: string[];
  input?: string;
  code?: number;
  /** Runs until Ctrl-C. */
  runs?: (desk: Desk) => string[];
  /** What it answers before it is stopped; without it a command prints something by itself. */
  asked?: string;
}

const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';
const nowhere = () => ['no-such-program-here', '--json'];

/** By command, or by a command with the options that make it another one. */
const rows: Record<string, Row> = {
  serve: { runs: () => ['--no-open', '--json'] },
  'serve --link': { json: () => ['--json'], code: 2 },
  decode: { json: () => ['-', '--json'], input: call, code: 1 },
  call: { json: () => ['no-such-program-here', 'ping', '--json'], code: 3 },
  'call --fix': { json: (desk) => [desk.server('s', ordinary), 'echo', '--json'] },
  replay: { json: () => ['-', '--json'], input: '{}', code: 2 },
  doctor: { json: nowhere, code: 1 },
  'doctor --clients': { json: nowhere, code: 1 },
  compare: { json: nowhere, code: 3 },
  'compare --format rows': { json: nowhere, code: 3 },
  seen: { json: () => ['-', '--json'], input: call },
  lint: { json: nowhere, code: 3 },
  log: { json: () => ['--recording', '-', '--json'], input: call, code: 1 },
  export: { json: () => ['--recording', '-', '--preview', '--json'], input: call },
  import: { json: () => ['-', '--json'], input: call },
  transcripts: { json: () => ['--json'] },
  // A wrap of a command is its own program: wrap.test.ts.
  wrap: { runs: () => ['--', 'http://127.0.0.1:9'], asked: ping },
  proxy: { runs: () => ['http://127.0.0.1:9', '--json'] },
  watch: { json: () => ['--list', '--json'] },
  'watch --hook': { json: () => ['--list', '--json'] },
  'watch --receive': { runs: () => ['--port', '0', '--json'] },
  rehearse: { json: () => ['--list', '--json'] },
  mcp: { runs: () => [], asked: ping },
  'report-card': { json: () => ['-', '--json'], input: `${call}\n` },
  mock: { runs: (desk) => [desk.write('mocked.jsonl', recording), '--http', '0', '--json'] },
  conformance: {
    json: (desk) => {
      desk.write('checks.json', JSON.stringify(checks));
      return ['http://127.0.0.1:9', '--results', desk.folder, '--json'];
    },
    code: 1,
  },
  completion: { ends: ['bash'] },
  help: { ends: ['filters'] },
};

test('has a row and a place in the docs for every command', async () => {
  const { stdout } = await runHere(['--help']);
  const listed = [...stdout.matchAll(/^ {2}([a-z][a-z-]*) .*\S/gm)].map(([, name]) => name as string);
  const [, rare = ''] = /^More commands: (.*?)\./m.exec(stdout) ?? [];
  const topics = new Set(['servers', 'filters', 'exit-codes', 'formats', 'output', 'arguments']);
  const names = [...listed.filter((name) => !topics.has(name)), ...rare.split(', ')];
  const inRows = Object.keys(rows).map((name) => name.split(' ')[0]);
  expect(names.sort(), 'give each command a row in `rows`').toEqual([...new Set(inRows)].sort());
  const docs = join(import.meta.dirname, '../../../docs');
  const pages = globSync('*.md', { cwd: docs }).map((page) => readFileSync(join(docs, page), 'utf8'));
  const undescribed = names.filter((name) => !pages.some((page) => page.includes(`misfire ${name}`)));
  expect(undescribed, 'describe each command in docs/command-line.md, or in the page of its feature').toEqual([]);
  for (const [name, { json, ends, runs }] of Object.entries(rows)) expect(json ?? ends ?? runs, name).toBeDefined();
});

test.for(Object.keys(rows).filter((name) => !name.includes(' ')))(
  '%s explains itself on 40 columns, and a wrong option',
  async (name) => {
    const help = await runHere([name, '--help'], { tty: 40 });
    expect(help.code).toBe(0);
    expect(help.stdout).toContain(name === 'help' ? 'misfire' : `misfire ${name}`);
    if (name === 'wrap') return;
    const wrong = await runHere([name, '--no-such-option']);
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
    expect(wrong.stderr).toContain("unknown option '--no-such-option'");
  },
);

/** An empty home, so that no client of this machine is found. */
const optionsOf = (desk: Desk, { input }: Row): HereOptions => ({
  env: { HOME: desk.path('home'), USERPROFILE: desk.path('home'), XDG_CONFIG_HOME: desk.path('home') },
  ...(input === undefined ? {} : { input }),
});

const printing = Object.entries(rows).filter(([, { json }]) => json);
withDesk.for(printing)('%s prints only JSON with --json', async ([name, row], { desk }) => {
  const ran = await desk.run([...name.split(' '), ...(row.json?.(desk) ?? [])], optionsOf(desk, row));
  expect(ran.code, ran.said).toBe(row.code ?? 0);
  for (const line of ran.lines) expect(line).toBeTypeOf('object');
  if (row.code !== undefined && ran.lines.length === 0) expect(ran.stderr).toMatch(/^misfire: |: /);
});

const running = Object.entries(rows).filter(([, { runs }]) => runs);
const start = (desk: Desk, name: string, { runs, asked }: Row, options: HereOptions = {}) => {
  const command = startHere([...name.split(' '), ...(runs?.(desk) ?? [])], { data: desk.path('data'), ...options });
  if (asked !== undefined) command.stdin.write(asked);
  return command;
};
withDesk.for(running)('%s ends on Ctrl-C', async ([name, row], { desk }) => {
  const command = start(desk, name, row);
  await command.line();
  command.stop('SIGINT');
  expect([0, 130]).toContain((await command.ended).code);
});

const ending = Object.entries(rows).filter(([, { runs }]) => !runs);
withDesk.for(ending)('%s ends quietly if nothing reads its output', async ([name, row], { desk }) => {
  const args = [...name.split(' '), ...(row.json?.(desk) ?? row.ends ?? [])];
  // An empty call sheet prints nothing on stdout, so nothing fails.
  const { stdout, code } = await desk.run(args, optionsOf(desk, row));
  const ran = await desk.run(args, { ...optionsOf(desk, row), closed: true });
  expect(ran.code, ran.stderr).toBe(stdout === '' ? code : 0);
  expect(ran.stderr).not.toMatch(/EPIPE|^ +at /m);
});

withDesk.for(running)('%s ends if nothing reads its output', async ([name, row], { desk }) => {
  const command = start(desk, name, row, { closed: true });
  expect((await command.ended).code).toBe(0);
});

const cursor = {
  mcpServers: { 'a-server-with-a-long-name': { command: 'npx', args: ['-y', 'a-package-of-a-server'] } },
};
/** What prints columns: the longest line of each is a row of a table. */
const tables: [args: string[], input?: string][] = [
  [['log']],
  [['log', '--recordings']],
  [['rehearse', '--list']],
  [['watch', '--list']],
  [['watch', '--hook', '--list']],
  [['mcp', '--list']],
  [['doctor', 'no-such-program-here']],
  [['doctor', '--clients', 'no-such-program-here']],
  [['report-card', '-'], `${recording}\n`],
];
withDesk.for(tables)('%s fits a narrow terminal', async ([args, input], { desk }) => {
  await desk.run(['import', '-'], { input: call });
  const { env } = optionsOf(desk, {});
  mkdirSync(desk.path('home/.cursor'), { recursive: true });
  mkdirSync(desk.path('home/.claude'));
  desk.write('home/.cursor/mcp.json', JSON.stringify(cursor));
  const printed = await desk.run(args, {
    tty: 40,
    env: { ...env, NO_COLOR: '1', MISFIRE_PAGER: 'cat' },
    ...(input === undefined ? {} : { input }),
  });
  expect(printed.stdout).not.toBe('');
  for (const line of printed.stdout.split('\n')) expect(textWidth(line), line).toBeLessThanOrEqual(40);
});

withDesk('masks a secret before it breaks a line of a narrow terminal', async ({ desk }) => {
  const server = desk.server(
    's',
    `console.error('Error: the password is correct-horse-battery-staple'); process.exit(1);`,
  );
  for (let tty = 30; tty < 60; tty += 5) {
    const { stdout } = await desk.run(['doctor', server], { tty, env: { NO_COLOR: '1' } });
    expect(stdout.replace(/\s+/g, ''), stdout).not.toContain('battery');
  }
});
