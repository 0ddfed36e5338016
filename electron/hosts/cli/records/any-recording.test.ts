// Each command that reads a recording takes it as a number of the log, as a file, and from stdin, and says the same of it.

import { expect } from 'vitest';
import { test } from '../testing/desk.ts';

const ask = (id: number, tool: string) =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: tool, arguments: { key: 'acme-77' } } });
const answer = (id: number, failed: boolean) =>
  failed
    ? `{"jsonrpc":"2.0","id":${id},"error":{"code":-32602,"message":"Invalid params: key is unknown"}}`
    : `{"jsonrpc":"2.0","id":${id},"result":{"content":[]}}`;
const captureOf = (...calls: [tool: string, failed: boolean][]) =>
  [
    '{"misfire":1,"started":"2026-11-14T12:00:00.000Z"}',
    ...calls.flatMap(([tool, failed], at) => [
      JSON.stringify({ t: at * 10, server: 's', lane: 'out', text: ask(at + 1, tool) }),
      JSON.stringify({ t: at * 10 + 1, server: 's', lane: 'in', text: answer(at + 1, failed) }),
    ]),
    '',
  ].join('\n');

const capture = captureOf(['find', true], ['get', false]);

test.for([
  ['log', '--json'],
  ['log', 'is:failed', '--json'],
  ['log', '--mask', 'acme-\\d+', '--json'],
  ['export', 'is:failed'],
  ['export', '--format', 'repro'],
  ['export', '--preview', '--mask', 'acme-\\d+'],
  ['decode', '--json'],
  ['report-card', '--json'],
  ['replay'],
  ['log', '--filter', 'is:failed', '--format', 'junit'],
  ['log', '--format', 'md', '--mask', 'acme-\\d+'],
  ['decode', '--filter', 'tool:find', '--format', 'sarif'],
  ['decode', '--filter', 'tool:find', '--json'],
  ['decode', '--filter', 'is:nonsense', '--json'],
  ['decode', '--unmasked', '--json'],
  ['export', '--filter', 'tool:get', '--unmasked'],
  ['report-card', '--filter', 'tool:get', '--json'],
  ['report-card', '--filter', 'tool:nothing'],
  ['report-card', '--mask', 'acme-\\d+', '--format', 'md'],
  ['replay', '--filter', 'tool:get'],
  ['lint', '--json'],
  ['lint', '--filter', 'tool:get'],
  ['lint', '--mask', '(?:find|get) request', '--format', 'md'],
  ['seen', '--json'],
  ['seen', '--filter', 'tool:find', '--client', 'codex'],
  ['seen', '--filter', 'tool:nothing'],
  ['seen', '--mask', 'acme-\\d+|is unknown', '--filter', 'tool:find'],
] as const)('%j reads a number, a file and stdin alike', async ([command, ...more], { desk }) => {
  const file = desk.write('run.jsonl', capture);
  await desk.run(['import', file]);
  const [number, named, piped] = [
    await desk.run([command, '--recording', '1', ...more]),
    await desk.run([command, '--recording', file, ...more]),
    await desk.run([command, '--recording', '-', ...more], { input: capture }),
  ];
  // Names of recordings and their times of import differ; what the calls say does not.
  const plain = (text: string) =>
    text
      .replaceAll(file, 'RUN')
      .replaceAll(/\bstdin\b|run\.jsonl|(?<=misfire: )- /g, 'RUN')
      .replaceAll(/"(file|name|exported)":"[^"]*"/g, '')
      // Findings are placed in the file, or at the server of a recording.
      .replaceAll(/"uri": "(?:RUN|package\.json)"|"startLine": \d+/g, '');
  expect(number.stdout + number.stderr).not.toBe('');
  if ((more as readonly string[]).includes('--mask')) expect(number.said).not.toContain('acme-77');
  for (const other of [named, piped]) {
    expect(plain(other.stderr)).toBe(plain(number.stderr));
    expect(plain(other.stdout)).toBe(plain(number.stdout));
    expect(other.code).toBe(number.code);
  }
});

test('compares two recordings call by call', async ({ desk }) => {
  const before = desk.write('before.jsonl', captureOf(['find', true], ['get', false], ['old', false]));
  const after = captureOf(['find', false], ['get', true], ['new', true]);
  await desk.run(['import', before]);
  const ran = await desk.run(['compare', '1', '-'], { input: after });
  expect(ran).toMatchObject({ code: 1, stderr: '2 calls in both: 1 fixed, 1 worse. 1 only before, 1 only after.\n' });
  expect(ran.stdout).toMatch(/^Fixed +tools\/call find/m);
  expect(ran.stdout).toMatch(/^Worse +tools\/call get/m);
  expect(ran.stdout).toMatch(/^Only after +tools\/call new/m);
  expect(ran.stdout).toMatch(/^Only before +tools\/call old/m);
  const same = await desk.run(['compare', before, before, '--json']);
  expect(same.code).toBe(0);
  expect(same.lines.map(({ verdict }) => verdict)).toEqual(['same', 'same', 'same']);
  const json = await desk.run(['compare', before, '-', '--json'], { input: after });
  expect(json).toMatchObject({ code: 1, stderr: '' });
  expect(json.lines.map(({ verdict }) => verdict).sort()).toEqual(['fixed', 'only after', 'only before', 'worse']);
  // Calls that are fixed, or no longer made, break nothing; a file without messages says nothing.
  const fewer = await desk.run(['compare', before, '-', '--json'], {
    input: captureOf(['find', false], ['get', false]),
  });
  expect(fewer.code).toBe(0);
  expect(await desk.run(['compare', before, '-', '--json'], { input: '{}\n' })).toMatchObject({ code: 2, stdout: '' });
  const md = await desk.run(['compare', before, '-', '--format', 'md'], { input: after });
  expect(md.stdout.split('\n')[0]).toBe('| Verdict | Call | Before | After |');
  expect(await desk.run(['compare', before, 'sample:closient'])).toMatchObject({
    code: 2,
    stderr: `misfire: ${before} is a recording. Name two recordings, or servers only.\n`,
  });
  expect(await desk.run(['compare', before])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('two recordings'),
  });
});

const readers = ['log', 'export', 'decode', 'replay', 'report-card', 'mock', 'seen', 'compare', 'lint'];

test.for(readers)('%s takes the same filter and masking options', async (name, { desk }) => {
  const optionsOf = async (command: string) => {
    const { stdout } = await desk.run([command, '--help'], { tty: 200 });
    return stdout.split('\n').flatMap((line) => {
      const text = line.trim().replace(/ {2,}/, ': ');
      return /^--(filter|mask|keep|unmasked)\b/.test(text) ? [text] : [];
    });
  };
  const own = await optionsOf(name);
  expect(own).toHaveLength(4);
  expect(own).toEqual(await optionsOf('log'));
  const wrong = await desk.run([name, '--keep', 'nothing', 'x']);
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('Unknown kind "nothing"') });
});

test('a filter chooses what decode prints, and leaves lines and context as they are', async ({ desk }) => {
  const file = desk.write('two.jsonl', captureOf(['find', true], ['get', true], ['find', true]));
  const all = await desk.run(['decode', file, '--json']);
  const some = await desk.run(['decode', file, '--json', '--filter', 'tool:get']);
  expect(some.lines).toEqual(all.lines.filter(({ target }) => target === 'get'));
  expect(some.lines).toHaveLength(1);
  expect((await desk.run(['decode', file, '--filter', 'tool:none'])).stderr).toBe(
    'No failed calls match the filter.\n',
  );
});

test('a filter chooses which broken rules lint lists, and is not for servers', async ({ desk }) => {
  const whole = captureOf(['find', false], ['get', true]);
  const file = desk.write(
    'run.jsonl',
    whole.replace('{\\"jsonrpc\\":\\"2.0\\",\\"id\\":1,\\"result', '{\\"id\\":1,\\"result'),
  );
  const rules = async (...more: string[]) =>
    (await desk.run(['lint', file, '--json', ...more])).lines.filter(({ lines }) => lines).length;
  expect(await rules()).toBe(1);
  expect(await rules('--filter', 'tool:find')).toBe(1);
  expect(await rules('--filter', 'tool:get')).toBe(0);
  const server = await desk.run(['lint', 'sample:closient', '--filter', 'tool:get']);
  expect(server).toMatchObject({ code: 2, stderr: 'misfire: --filter is for recordings, not for servers.\n' });
});

const manyBroken = `${'password=hunter2-4711\n'.repeat(200)}${capture}`;
const notJson = [['decode'], ['report-card'], ['log', '--recording'], ['lint'], ['replay'], ['import']];

test.for(notJson)(
  '%j lists a few of the lines that it could not read, and masks what it quotes',
  async ([command = '', ...more], { desk }) => {
    const file = desk.write('run.jsonl', manyBroken);
    const { stderr } = await desk.run([command, ...more, file]);
    expect(stderr).toContain('run.jsonl, line 1: It is not JSON');
    expect(stderr.split('\n').filter((line) => line.includes('It is not JSON'))).toHaveLength(20);
    expect(stderr).toContain('Further problems are not listed.');
    expect(stderr).not.toContain('hunter2');
  },
);

test('a report names the command that wrote it', async ({ desk }) => {
  const file = desk.write('run.jsonl', capture);
  for (const words of [
    ['decode', file],
    ['log', '--recording', file],
  ]) {
    const { stdout } = await desk.run([...words, '--format', 'md']);
    expect(stdout).toContain(`## misfire ${words[0]}\n`);
    // A failed call is one row, not two.
    expect(stdout.match(/tools\/call find/g)).toHaveLength(1);
  }
});

test('seen says which answer of a recording it shows', async ({ desk }) => {
  const file = desk.write('run.jsonl', capture);
  expect((await desk.run(['seen', file])).stderr).toContain(
    'The answer to get of s, the newest of 2 answers; --filter',
  );
  expect((await desk.run(['seen', file, '--filter', 'tool:find'])).stderr).toContain(
    'The answer to find of s, the only',
  );
});

test('a recording that does not exist is not taken for a command', async ({ desk }) => {
  for (const words of [
    ['lint', 'no.jsonl'],
    ['compare', 'no.json', 'no.har'],
  ])
    expect(await desk.run(words)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^misfire: There is no file no\./),
    });
});

test('a failure of a recording is placed at its server, as a recording is no file of the repository', async ({
  desk,
}) => {
  await desk.run(['import', desk.write('run.jsonl', capture)]);
  const { stdout } = await desk.run(['decode', '--recording', '1', '--format', 'github']);
  expect(stdout).toMatch(/^::notice file=package\.json,line=1,/);
});

test('a line of stderr is called that once', async ({ desk }) => {
  const said = '{"t":9,"server":"s","lane":"err","text":"Listening on stdio"}';
  const file = desk.write('said.jsonl', `${captureOf(['find', false]).trimEnd()}\n${said}\n`);
  const { stdout } = await desk.run(['log', '--recording', file]);
  expect(stdout).toMatch(/ s {2}stderr {2}Listening on stdio$/m);
});

test('a filter chooses what two recordings are compared by', async ({ desk }) => {
  const before = desk.write('before.jsonl', captureOf(['find', false], ['get', false]));
  const after = desk.write('after.jsonl', captureOf(['find', true], ['get', false]));
  expect((await desk.run(['compare', before, after, '--filter', 'tool:get'])).code).toBe(0);
  const junit = await desk.run(['compare', before, after, '--format', 'junit']);
  expect(junit.code).toBe(1);
  expect(junit.stdout).toContain('tests="2" failures="1"');
  const sarif = JSON.parse((await desk.run(['compare', before, after, '--format', 'sarif'])).stdout);
  expect(sarif.runs[0].results[0]).toMatchObject({ ruleId: 'compare-worse' });
  expect(await desk.run(['compare', 'sample:closient', '--filter', 'tool:get'])).toMatchObject({ code: 2 });
});

test('mock serves only what passes the filter, and masks only if asked', async ({ desk }) => {
  const file = desk.write('run.jsonl', capture);
  const input = `${ask(7, 'get')}\n${ask(8, 'find')}\n`;
  const { lines } = await desk.run(['mock', file, '--at-once', '--filter', 'tool:get', '--json'], { input });
  expect(lines).toEqual([
    expect.objectContaining({ id: 7, result: { content: [] } }),
    expect.objectContaining({ id: 8, error: expect.objectContaining({ code: -32000 }) }),
  ]);
  const masked = await desk.run(['mock', file, '--at-once', '--mask', 'is unknown'], { input });
  expect(masked.stdout).toContain('‹hidden 1›');
  expect((await desk.run(['mock', file, '--at-once'], { input })).stdout).toContain('key is unknown');
});

test.for(['decode --json', 'report-card --json', 'replay', 'seen --json', 'log --json', 'export'])(
  '%s reads a HAR file as the capture that it was made from',
  async (words, { desk }) => {
    const url = 'http://127.0.0.1:9/mcp';
    const lines = [
      { misfire: 1, started: '2026-11-14T12:00:00.000Z' },
      { t: 0, server: 'api', lane: 'out', text: ask(1, 'find') },
      {
        t: 5,
        server: 'api',
        lane: 'http',
        id: 1,
        http: { method: 'POST', url, status: 200, requestHeaders: {}, headers: {} },
      },
      { t: 6, server: 'api', lane: 'in', text: answer(1, true) },
    ];
    const file = desk.write('run.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'));
    const har = desk.path('run.har');
    expect((await desk.run(['export', '--recording', file, '--format', 'har', '--out', har])).code).toBe(0);
    const [command = '', ...more] = words.split(' ');
    const [fromCapture, fromHar] = [
      await desk.run([command, '--recording', file, ...more]),
      await desk.run([command, '--recording', har, ...more]),
    ];
    expect(fromHar.code, fromHar.said).toBe(fromCapture.code);
    const facts = ({ class: kind, target, code, got, client }: Record<string, unknown>) => ({
      kind,
      target,
      code,
      got,
      client,
    });
    expect(fromHar.lines.map(facts)).toEqual(fromCapture.lines.map(facts));
    expect(fromHar.said).not.toContain('not JSON');
    if (command === 'decode' || command === 'report-card')
      expect((await desk.run([command, har, ...more])).code).toBe(fromHar.code);
  },
);
