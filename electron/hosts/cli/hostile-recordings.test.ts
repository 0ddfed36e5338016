// Attacks on the commands that read recordings: files made to break readers, and options made to break matching. Each command ends, with an
// exit code that it documents, a sentence instead of a stack, and JSON alone on stdout.

import { symlinkSync } from 'node:fs';
import { expect } from 'vitest';
import { test } from './testing/desk.ts';

const line = (value: object) => `${JSON.stringify(value)}\n`;
const ask = (id: unknown, params: string, server = 's', t: unknown = 0) =>
  line({ t, server, lane: 'out', text: `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":${params}}` });
const reply = (id: unknown, rest: string, server = 's', t: unknown = 1) =>
  line({ t, server, lane: 'in', text: `{"jsonrpc":"2.0","id":${id},${rest}}` });
const failed = '"error":{"code":-32602,"message":"no"}';
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const call = (rest: string) => `${ask(1, '{"name":"get","arguments":{}}')}${reply(1, rest)}`;
const har = (entries: string) => `{"log":{"version":"1.2","creator":{"name":"x"},"entries":${entries}}}`;
const entry = (body: string, response: string) =>
  `{"startedDateTime":"2026-11-14T12:00:00Z","time":1,"request":{"method":"POST","url":"http://h/mcp","headers":[],"postData":{"mimeType":"application/json","text":${JSON.stringify(body)}}},"response":${response}}`;

const files: Readonly<Record<string, string>> = {
  'arguments of 5,000 levels': `${ask(1, `{"name":"get","arguments":${deep(5000)}}`)}${reply(1, failed)}`,
  'an error of 20,000 levels': call(`"error":{"code":1,"message":"m","data":${deep(20_000)}}`),
  'a result of 100,000 levels': call(`"result":${deep(100_000)}`),
  'an id of 3,000 levels': `${ask(deep(3000), '{"name":"get"}')}${reply(deep(3000), failed)}`,
  'a server called __proto__': `${ask(1, '{"name":"get"}', '__proto__')}${reply(1, failed, '__proto__')}`,
  'a tool called constructor': `${ask(1, '{"name":"constructor"}')}${reply(1, failed)}`,
  'a tool name that is an object': `${ask(1, '{"name":{"toString":1}}')}${reply(1, failed)}`,
  'arguments with __proto__': `${ask(1, '{"name":"get","arguments":{"__proto__":{"x":1}}}')}${reply(1, failed)}`,
  'a thousand answers to one request': `${ask(1, '{"name":"get"}')}${reply(1, failed).repeat(1000)}`,
  'two thousand requests of one id': ask(1, '{"name":"get"}').repeat(2000),
  'times out of range': `${ask(1, '{"name":"get"}', 's', 1e308)}${reply(1, failed, 's', -1e308)}`,
  'times that are texts': `${ask(1, '{"name":"get"}', 's', 'now')}${reply(1, failed, 's', null)}`,
  'lone surrogates': call('"error":{"code":1,"message":"\\ud800 \\udfff"}'),
  'terminal escapes and workflow commands': call(
    '"error":{"code":1,"message":"\\u001b]52;c;eA==\\u0007\\n::add-mask::x"}',
  ),
  'a header that is a list': `${line({ misfire: 1, started: [], name: {}, note: 7, marks: 'x', servers: null })}${call(failed)}`,
  'marks of 10,000 groups': `${line({ misfire: 1, marks: Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`g${n}`, { mark: 'expected' }])) })}${call(failed)}`,
  'a life event of no kind': `${line({ t: 0, server: 's', lane: 'life', event: { a: 1 }, code: 'x' })}${call(failed)}`,
  'an HTTP event without an address': `${line({ t: 0, server: 's', lane: 'http', http: { status: 'x', headers: [1], url: {} } })}${call(failed)}`,
  'bytes that are not base64': `${line({ t: 0, server: 's', lane: 'in', text: '', bytes: '%%%', opaque: 'binary' })}${call(failed)}`,
  'a seen event that is no call': `${line({ t: 0, server: 's', lane: 'seen', text: deep(600) })}${call(failed)}`,
  'a rehearsal of no plan': `${line({ t: 0, server: 's', lane: 'life', event: 'rehearsing', plan: { steps: {} } })}${call(failed)}`,
  'a line of a million quotes': `${'"'.repeat(1_000_000)}\n${call(failed)}`,
  'a line of a million spaces': `${' '.repeat(1_000_000)}x\n${call(failed)}`,
  'UTF-16': Buffer.from(call(failed), 'utf16le').toString('latin1'),
  'a HAR with entries that is an object': har('{}'),
  'a HAR of 5,000 levels': har(
    `[${entry(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${deep(5000)}}`, '{"status":200,"headers":[],"content":{"text":"x"}}')}]`,
  ),
  'a HAR with responses of no kind': har(
    `[${entry('{"jsonrpc":"2.0","id":1,"method":"ping"}', '7')},null,[],${entry('', '{"status":-1,"headers":{},"content":null}')}]`,
  ),
  'a HAR cut in the middle': har(
    `[${entry('{"jsonrpc":"2.0","id":1,"method":"ping"}', '{"status":500}')},{"request":{"meth`,
  ).slice(0, -2),
  'nothing but a byte order mark': '\ufeff',
  'an array of a million zeros': `[${'0,'.repeat(999_999)}0]`,
  'a repro set without calls': '{"misfireRepro":1,"servers":{},"calls":[]}',
  'a repro set of wrong types': '{"misfireRepro":1,"servers":[],"calls":{"length":1e9}}',
};

const commands: readonly (readonly string[])[] = [
  ['decode', 'FILE', '--json'],
  ['decode', 'FILE', '--json', '--filter', 'is:failed'],
  ['report-card', 'FILE', '--json'],
  ['seen', 'FILE', '--json'],
  ['replay', 'FILE', '--to', 'no-such-program-here', '--json'],
  ['compare', 'FILE', 'FILE', '--json'],
  ['lint', 'FILE', '--json'],
  ['log', '--recording', 'FILE', '--json'],
  ['export', '--recording', 'FILE', '--format', 'repro'],
];

const said = /^ {2,}at |RangeError|TypeError|Maximum call stack|undefined|\[object/m;

test.for(Object.keys(files))('survives %s', async (name, { desk }) => {
  const file = desk.write('in.jsonl', files[name] as string);
  for (const words of commands) {
    const ran = await desk.run(words.map((word) => (word === 'FILE' ? file : word)));
    expect([0, 1, 2, 3], `${words[0]}: ${ran.stderr}`).toContain(ran.code);
    expect(ran.stderr, words[0]).not.toMatch(said);
    // Nothing that a terminal obeys, and no command of a workflow.
    expect(ran.said).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
    if (ran.code === 2) expect(ran.stderr.trim(), words[0]).not.toBe('');
  }
  expect(({} as Record<string, unknown>).x).toBeUndefined();
});

const patterns = [
  '(a+)+$',
  '(a|a)*b',
  '(.*)*x',
  '(?=a)b',
  '(a)\\1',
  '[',
  '('.repeat(5000),
  'a{1,100000}',
  '\\',
  'x'.repeat(200_000),
];

test.for(patterns)('a pattern %# ends, as --mask and in a filter', async (pattern, { desk }) => {
  const file = desk.write('in.jsonl', call(`"error":{"code":1,"message":"${'a'.repeat(50_000)}"}`));
  for (const words of [
    ['decode', file, '--json', '--mask', pattern],
    ['decode', file, '--json', '--filter', `/${pattern.replaceAll('/', '')}/`],
    ['log', '--recording', file, '--json', '--filter', `/${pattern}/`],
    ['report-card', file, '--json', '--mask', pattern],
  ]) {
    const ran = await desk.run(words);
    expect([0, 1, 2]).toContain(ran.code);
    expect(ran.stderr).not.toMatch(said);
  }
});

const filters = [
  '('.repeat(20_000),
  'NOT '.repeat(20_000),
  'is:failed OR '.repeat(5000),
  'dur:>1e999',
  'since:99999999d',
  `tool:${'*'.repeat(5000)}x`,
  '"'.repeat(9999),
  'code:1e400',
  '\u0000',
  '__proto__:x',
];

test.for(filters)('a filter %# ends with a sentence or a result', async (filter, { desk }) => {
  const file = desk.write('in.jsonl', `${ask(1, `{"name":"${'a'.repeat(5000)}"}`)}${reply(1, failed)}`);
  for (const command of ['decode', 'report-card', 'log', 'replay']) {
    const ran = await desk.run([command, '--recording', file, '--filter', filter]);
    expect([0, 1, 2]).toContain(ran.code);
    expect(ran.stderr).not.toMatch(said);
  }
});

test('a pattern that matches everything leaves JSON', async ({ desk }) => {
  const file = desk.write('in.jsonl', call(failed));
  for (const words of [
    ['decode', file],
    ['log', '--recording', file],
    ['report-card', file],
  ]) {
    const ran = await desk.run([...words, '--json', '--mask', '.+']);
    expect(ran.lines.length).toBeGreaterThan(0);
  }
  const exported = await desk.run(['export', '--recording', file, '--mask', '.+']);
  for (const text of exported.stdout.trim().split('\n')) expect(JSON.parse(text)).toBeTypeOf('object');
});

test('a masked value is in no format of any command', async ({ desk }) => {
  const file = desk.write(
    'in.jsonl',
    `${ask(1, '{"name":"get","arguments":{"key":"acme-4711"}}', 'acme-4711')}${reply(1, '"error":{"code":1,"message":"acme-4711 is unknown"}', 'acme-4711')}`,
  );
  const formats = ['json', 'md', 'junit', 'sarif', 'github'];
  const all = [
    ...formats.flatMap((format) => [
      ['decode', file, '--format', format],
      ['log', '--recording', file, '--format', format],
      ['compare', file, file, '--format', format],
      ['report-card', file, '--format', format],
    ]),
    ['export', '--recording', file],
    ['export', '--recording', file, '--format', 'har'],
    ['seen', file, '--json'],
    ['log', '--recording', file],
  ];
  for (const words of all) {
    const ran = await desk.run([...words, '--mask', 'acme-\\d+']);
    expect([0, 1], `${words.join(' ')}: ${ran.stderr}`).toContain(ran.code);
    expect(ran.said, words.join(' ')).not.toContain('acme-4711');
  }
});

test('--update writes through a link, and never another file', async ({ desk }) => {
  const set = await desk.run(['export', '--recording', desk.write('in.jsonl', call(failed)), '--format', 'repro']);
  desk.write('set.json', set.stdout);
  symlinkSync(desk.path('set.json'), desk.path('link.json'));
  const ran = await desk.run(['replay', desk.path('link.json'), '--to', 'no-such-program-here', '--update']);
  expect(ran.code).toBe(1);
  expect(
    JSON.parse((await desk.run(['export', '--recording', desk.path('in.jsonl'), '--format', 'repro'])).stdout),
  ).toEqual(JSON.parse(set.stdout));
});
