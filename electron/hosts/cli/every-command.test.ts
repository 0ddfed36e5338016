// What holds for every command of the list: help that fits a narrow terminal, a message for a mistake, JSON alone on stdout, Ctrl-C, and
// a reader that leaves. A new command needs a row here.

import { expect, test } from 'vitest';
import { textWidth } from '../../../shared/text/text-width.ts';
import { runHere, startHere } from '../../launch/testing/run-here.ts';
import { test as withDesk } from './testing/desk.ts';

const call = '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no"}}';

interface Row {
  /** Ends by itself, offline: with --json only JSON is on stdout. */
  json?: string[];
  input?: string;
  code?: number;
  /** Runs until Ctrl-C. */
  runs?: string[];
}

const rows: Record<string, Row> = {
  serve: { runs: ['--no-open', '--json'] },
  decode: { json: ['-', '--json'], input: call, code: 1 },
  call: { json: ['no-such-program-here', 'ping', '--json'], code: 3 },
  replay: { json: ['-', '--json'], input: '{}', code: 2 },
  doctor: { json: ['no-such-program-here', '--json'], code: 1 },
  compare: { json: ['no-such-program-here', '--json'], code: 3 },
  seen: { json: ['-', '--json'], input: call },
  lint: { json: ['no-such-program-here', '--json'], code: 3 },
  log: { json: ['--recording', '-', '--json'], input: call, code: 1 },
  export: { json: ['--recording', '-', '--preview', '--json'], input: call },
  import: { json: ['-', '--json'], input: call },
  transcripts: { json: ['--json'] },
  wrap: {},
  proxy: { runs: ['http://127.0.0.1:9', '--json'] },
  watch: { json: ['--list', '--json'] },
  rehearse: { json: ['--list', '--json'] },
  mcp: { runs: [] },
  'report-card': { json: ['-', '--json'], input: `${call}\n` },
  mock: {},
  conformance: {},
  completion: {},
  help: {},
};

test('has a row for every command', async () => {
  const { stdout } = await runHere(['--help']);
  const listed = [...stdout.matchAll(/^ {2}([a-z][a-z-]*) .*\S/gm)].map(([, name]) => name as string);
  const [, rare = ''] = /^More commands: (.*?)\./m.exec(stdout) ?? [];
  const topics = new Set(['servers', 'filters', 'exit-codes', 'formats', 'output', 'arguments']);
  const names = [...listed.filter((name) => !topics.has(name)), ...rare.split(', ')];
  expect(names.sort()).toEqual(Object.keys(rows).sort());
});

test.for(Object.keys(rows))('%s explains itself on 40 columns, and a wrong option', async (name) => {
  const help = await runHere([name, '--help'], { tty: 40 });
  expect(help.code).toBe(0);
  expect(help.stdout).toContain(name === 'help' ? 'misfire' : `misfire ${name}`);
  if (name === 'wrap') return;
  const wrong = await runHere([name, '--no-such-option']);
  expect(wrong).toMatchObject({ code: 2, stdout: '' });
  expect(wrong.stderr).toContain("unknown option '--no-such-option'");
});

const ending = Object.entries(rows).flatMap(([name, row]) => (row.json ? [{ name, ...row, json: row.json }] : []));
withDesk.for(ending)('$name prints only JSON with --json', async ({ name, json, input, code = 0 }, { desk }) => {
  const env = { HOME: desk.path('home'), USERPROFILE: desk.path('home'), XDG_CONFIG_HOME: desk.path('home') };
  const ran = await desk.run([name, ...json], { env, ...(input === undefined ? {} : { input }) });
  expect(ran.code, ran.said).toBe(code);
  for (const line of ran.lines) expect(line).toBeTypeOf('object');
  if (code !== 0 && ran.lines.length === 0) expect(ran.stderr).toMatch(/^misfire: |: /);
});

const running = Object.entries(rows).flatMap(([name, { runs }]) => (runs ? [{ name, runs }] : []));
withDesk.for(running)('$name ends on Ctrl-C', async ({ name, runs }, { desk }) => {
  const command = startHere([name, ...runs], { data: desk.path('data') });
  if (name === 'mcp') command.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  await command.line();
  command.stop('SIGINT');
  expect([0, 130]).toContain((await command.ended).code);
});

const rowsThatEnd = Object.entries(rows).map(([name, row]) => ({ name, args: row.json ?? ['--help'], ...row }));
withDesk.for(rowsThatEnd)('$name ends quietly if nothing reads its output', async ({ name, args, input }, { desk }) => {
  const env = { HOME: desk.path('home'), USERPROFILE: desk.path('home'), XDG_CONFIG_HOME: desk.path('home') };
  const options = { env, ...(input === undefined ? {} : { input }) };
  // An empty call sheet prints nothing on stdout, so nothing fails.
  const { stdout, code } = await desk.run([name, ...args], options);
  const ran = await desk.run([name, ...args], { ...options, closed: true });
  expect(ran.code, ran.stderr).toBe(stdout === '' ? code : 0);
  expect(ran.stderr).not.toMatch(/EPIPE|^ +at /m);
});

withDesk.for(running)('$name ends if nothing reads its output', async ({ name, runs }, { desk }) => {
  const command = startHere([name, ...runs], { data: desk.path('data'), closed: true });
  if (name === 'mcp') command.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  expect((await command.ended).code).toBe(0);
});

withDesk('tables fit a narrow terminal', async ({ desk }) => {
  await desk.run(['import', '-'], { input: call });
  for (const args of [['log'], ['log', '--recordings'], ['rehearse', '--list']]) {
    const { stdout } = await desk.run(args, { tty: 40, env: { NO_COLOR: '1', MISFIRE_PAGER: 'cat' } });
    for (const line of stdout.split('\n')) expect(textWidth(line), line).toBeLessThanOrEqual(40);
  }
});
