// The exit codes of every command, as scripts rely on them: 0 no failures, 1 failures found (0 with --exit-zero), 2 invalid usage
// or unreadable input, 3 unreachable server.

import { expect } from 'vitest';
import { startHere } from '../../launch/testing/run-here.ts';
import { type Desk, dies, ordinary, test } from './testing/desk.ts';

const refusing = `
  if (method === 'initialize') welcome(id);
  else if (method === 'tools/list') send({ id, result: { tools: [{ name: 'echo', inputSchema: { type: 'object', required: ['x'] } }] } });
  else if (id !== undefined) send({ id, error: { code: -32000, message: 'No' } });`;

const capture = (fails: boolean) =>
  [
    '{"misfire":1,"started":"2026-01-01T00:00:00.000Z"}',
    '{"t":1,"server":"s","lane":"out","text":"{\\"jsonrpc\\":\\"2.0\\",\\"id\\":1,\\"method\\":\\"ping\\"}"}',
    fails
      ? '{"t":2,"server":"s","lane":"in","text":"{\\"jsonrpc\\":\\"2.0\\",\\"id\\":1,\\"error\\":{\\"code\\":-32601,\\"message\\":\\"no\\"}}"}'
      : '{"t":2,"server":"s","lane":"in","text":"{\\"jsonrpc\\":\\"2.0\\",\\"id\\":1,\\"result\\":{}}"}',
  ].join('\n');

const repro = (server: string) =>
  JSON.stringify({
    misfireRepro: 1,
    servers: { s: { command: process.execPath, args: [server] } },
    calls: [
      {
        server: 's',
        method: 'ping',
        params: {},
        title: 'No',
        failure: {
          layer: 'protocol',
          carrier: 'jsonrpc.error',
          class: 'unknown',
          code: -32000,
          target: null,
          fields: [],
        },
      },
    ],
  });

type Case = [args: string[], code: number];

/** Arguments of the log commands and their expected exit codes. The lines before fill the data folder. */
function ofTheLog(desk: Desk): Case[] {
  const fine = desk.write('fine.jsonl', capture(false));
  const failed = desk.write('failed.jsonl', capture(true));
  return [
    [['log'], 2],
    [['export'], 2],
    [['serve', '--link'], 2],
    [['import', fine], 0],
    [['log'], 0],
    [['import', failed, '--exit-zero', '--json'], 0],
    [['import', desk.path('none')], 2],
    [['import'], 2],
    [['log'], 1],
    [['log', '--json'], 1],
    [['log', '--exit-zero'], 0],
    [['log', 'is:nothing'], 2],
    [['log', '--recording', '99'], 2],
    [['log', '--recordings'], 0],
    [['export'], 0],
    [['export', '--exit-zero', '--format', 'har', '--out', desk.path('out.har'), '--json'], 0],
    [['export', '--format', 'html', '--preview'], 0],
    [['export', 'is:nothing'], 2],
    [['export', '--format', 'pdf'], 2],
    [['export', '--out', desk.path('no/such/folder')], 2],
    [['export', '--keep', 'nothing'], 2],
    [['serve', '--link', '--json', '--exit-zero'], 2],
    [['log', '--no-such-option'], 2],
  ];
}

function ofFilesAndTheRest(desk: Desk): Case[] {
  const failed = desk.write('failed.jsonl', capture(true));
  return [
    [['decode', desk.write('fine.jsonl', capture(false))], 0],
    [['decode', failed], 1],
    [['decode', failed, '--exit-zero'], 0],
    [['decode', desk.path('none')], 2],
    [['decode', desk.write('empty.jsonl', '')], 2],
    [['decode', desk.write('noise.jsonl', '{bad')], 2],
    [['decode', desk.path('')], 2],
    [['watch', '--list', '--json'], 0],
    [['watch', '--list', '--exit-zero'], 0],
    [['watch', '--undo'], 0],
    [['watch', 'nobody/nothing'], 2],
    [['proxy', 'not an address'], 2],
    [['serve', '--port', '70000'], 2],
    [['no-such-command'], 2],
    [['--version'], 0],
    [['--help'], 0],
  ];
}

function ofOneServer(desk: Desk): Case[] {
  const good = desk.server('good', ordinary);
  const bad = desk.server('bad', refusing);
  return [
    [['call', good, 'ping'], 0],
    [['call', bad, 'ping'], 1],
    [['call', bad, 'ping', '--json', '--exit-zero'], 0],
    [['call', good, 'ping', '{'], 2],
    [['call', good], 0],
    [['call', good, 'tool', 'no-pair'], 2],
    [['call', dies, 'ping'], 3],
    [['call', dies, 'ping', '--exit-zero'], 3],
    [['doctor', good], 0],
    [['doctor', dies], 1],
    [['doctor', dies, '--exit-zero', '--json'], 0],
    [['doctor'], 2],
  ];
}

function ofServersAndSets(desk: Desk): Case[] {
  const good = desk.server('good', ordinary);
  const bad = desk.server('bad', refusing);
  return [
    [['compare', bad, '--format', 'rows', '--only', 'unknown-tool'], 0],
    [['compare'], 2],
    [['compare', dies], 3],
    [['compare', good, bad, '--only', 'unknown-tool', '--exit-zero'], 0],
    [['compare', good, '--format', 'pdf'], 2],
    [['compare', dies, '--exit-zero'], 3],
    [['replay', desk.write('fixed.json', repro(desk.path('good.mjs')))], 0],
    [['replay', desk.write('same.json', repro(desk.path('bad.mjs')))], 1],
    [['replay', desk.path('same.json'), '--exit-zero'], 0],
    [['replay', desk.path('none')], 2],
    [['replay', desk.path('same.json'), '--to', dies], 3],
  ];
}

const tables = {
  'the log, imports and exports': ofTheLog,
  'files, watching and what is no command': ofFilesAndTheRest,
  'calls and the doctor': ofOneServer,
  'probes, comparisons and replays': ofServersAndSets,
};

for (const [what, table] of Object.entries(tables))
  test(`exits with the right code: ${what}`, async ({ desk }) => {
    const home = desk.path('home');
    const ends: [string, number | null][] = [];
    const cases = table(desk);
    for (const [args] of cases) {
      const { code } = await desk.run(args, {
        env: { HOME: home, USERPROFILE: home, XDG_CONFIG_HOME: home, APPDATA: home },
      });
      ends.push([args.join(' '), code]);
    }
    expect(ends).toEqual(cases.map(([args, code]) => [args.join(' '), code]));
  });

test('link prints a URL while something serves', async ({ desk }) => {
  const serving = startHere(['serve', '--no-open', '--json'], { data: desk.path('data') });
  const { url } = JSON.parse(await serving.line());
  const { stdout } = await desk.run(['serve', '--link']);
  expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+/);
  expect(new URL(stdout).origin).toBe(new URL(url).origin);
  serving.stop('SIGINT');
  expect((await serving.ended).code).toBe(130);
});
