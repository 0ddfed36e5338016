// Everything that reads what others wrote returns a value or an error of ours, whatever the bytes: never an exception, never a
// change to what all objects inherit. One table of readers, one set of hostile texts, and texts made from sound ones by a fixed seed.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCapture } from '../shared/capture/capture.ts';
import { unsoundness } from '../shared/capture/sound-event.ts';
import { readSpoolLimits, readSpoolName } from '../shared/capture/spool.ts';
import { parseDialect } from '../shared/dialects/parse-dialect.ts';
import { parseFilter } from '../shared/filter/parse-filter.ts';
import { AnyReader } from '../shared/formats/read-any.ts';
import { parseJson } from '../shared/json/json.ts';
import { readServer } from '../shared/server-text/command-line.ts';
import { readServersText } from '../shared/server-text/read-servers.ts';
import { anyCharacter } from '../shared/text/testing/any-character.ts';
import { readBaseline } from './features/compare/baseline-files.ts';
import { isReproSet, missingInSet, readReproSet } from './features/replay/repro-set.ts';
import { findEntries, launchEntry, unlaunchEntry } from './inspector/client-configs/entry-edit.ts';
import { jsonOf, readSpans } from './inspector/client-configs/span-tree.ts';
import { readChallenge } from './inspector/sign-in/challenge.ts';
import { LineFramer } from './transports/line-framer.ts';
import { SseReader } from './transports/sse-reader.ts';

const message = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{}}}';
const seeds = {
  capture: [
    '{"misfire":1,"started":"2026-01-01T00:00:00.000Z"}',
    JSON.stringify({ lane: 'out', t: 1, server: 'a', text: message }),
    JSON.stringify({
      lane: 'http',
      t: 2,
      server: 'a',
      http: { method: 'POST', url: 'http://a/', status: 200, headers: {} },
    }),
    JSON.stringify({ lane: 'life', t: 3, server: 'a', event: 'exited', code: 1 }),
  ].join('\n'),
  har: JSON.stringify({
    log: {
      version: '1.2',
      entries: [
        {
          startedDateTime: '2026-01-01T00:00:00.000Z',
          time: 3,
          request: {
            method: 'POST',
            url: 'http://a/',
            headers: [{ name: 'a', value: 'b' }],
            postData: { text: message },
          },
          response: {
            status: 200,
            headers: [],
            content: { text: 'e30=', encoding: 'base64', mimeType: 'text/event-stream' },
          },
          timings: { wait: 1 },
        },
      ],
    },
  }),
  history: JSON.stringify({ requestHistory: [{ request: message, response: '{}' }], history: [{ request: message }] }),
  servers: JSON.stringify({
    mcpServers: {
      a: { command: 'npx', args: ['-y', 'x'], env: { TOKEN: `\${input:t}` } },
      b: { url: 'http://a/', headers: { A: 'b' } },
    },
    inputs: [{ id: 't', type: 'promptString', password: true }],
  }),
  link: 'vscode:mcp/install?%7B%22name%22%3A%22a%22%2C%22command%22%3A%22npx%22%7D',
  command: `claude mcp add a -e KEY=1 -- npx -y "x y" 'z'`,
  toml: '[mcp_servers.a]\ncommand = "npx"\nargs = ["-y"]\n[mcp_servers.a.env]\nA = "b"\n',
  yaml: 'extensions:\n  a:\n    cmd: npx\n    args: [-y]\n    envs: {A: b}\n',
  dialect: JSON.stringify({
    id: 'a',
    name: 'A',
    codes: { '-32001': { class: 'not_found', title: 'x', explanation: '{x}' } },
  }),
  repro: JSON.stringify({
    misfireRepro: 1,
    servers: { a: { kind: 'stdio', command: 'x', args: [{ variable: 'A' }], env: {} } },
    calls: [
      {
        server: 'a',
        method: 'tools/call',
        params: { name: 'a', arguments: { k: '' } },
        variables: { '/arguments/k': 'A' },
      },
    ],
  }),
  baseline: JSON.stringify({ misfireBaseline: 1, server: 'a', entries: [{ id: 'x', code: 1 }] }),
  sse: ': hello\nid: 1\nretry: 5\nevent: message\ndata: {"a":1}\ndata\n\n',
  challenge: 'Bearer realm="a", error="invalid_token", resource_metadata="http://a/", scope="a b"',
  filter: 'server:a -code:-32* after:10m "two words" /a(b|c)+/ (x OR y)',
};

const env = { A: 'value' };
const launcher = { command: 'misfire', args: ['wrap'] } as unknown as Parameters<typeof launchEntry>[3];
const formats = ['json', 'toml', 'yaml'] as const;

const readers: Record<string, (text: string) => unknown> = {
  capture: (text) => {
    for (const { event } of readCapture(text).entries) expect(unsoundness(event)).toBe('');
  },
  'any file': (text) => {
    const reader = new AnyReader();
    const middle = Math.floor(text.length / 2);
    const events = [...reader.read(text.slice(0, middle)), ...reader.read(text.slice(middle)), ...reader.finish()];
    for (const event of events) expect(unsoundness(event)).toBe('');
  },
  'server list': readServersText,
  'command line': readServer,
  settings: (text) => {
    for (const format of formats) {
      const read = readSpans(text, format as Parameters<typeof readSpans>[1]);
      if (!read.ok) continue;
      jsonOf(read.root);
      for (const { path } of findEntries(read.root).slice(0, 5)) {
        launchEntry(text, format as Parameters<typeof readSpans>[1], path, launcher);
        unlaunchEntry(text, format as Parameters<typeof readSpans>[1], path);
      }
    }
  },
  dialect: (text) => parseDialect('a.json', text),
  'repro set': (text) => {
    isReproSet(text);
    const read = readReproSet(text, 'a.json', env);
    if (read.ok) missingInSet(read.set, env);
  },
  baseline: readBaseline,
  'spool name': readSpoolName,
  'spool limits': (text) => {
    const parsed = parseJson(text);
    if (parsed.ok) readSpoolLimits(parsed.value);
  },
  challenge: (text) => readChallenge({ status: 401, headers: { 'www-authenticate': text } }),
  filter: parseFilter,
  'stdio lines': (text) => {
    const bytes = Buffer.from(text, 'latin1');
    const framer = new LineFramer(1000);
    framer.push(bytes.subarray(0, 7));
    framer.push(bytes.subarray(7));
    framer.end();
  },
  'event stream': (text) => {
    const reader = new SseReader(1000);
    reader.push(Buffer.from(text, 'latin1'));
    reader.end();
  },
};

const deep = (open: string, close: string, depth = 50_000) => open.repeat(depth) + close.repeat(depth);
const hostile: [string, string][] = [
  ['nothing', ''],
  ['a byte order mark', '\ufeff'],
  ['NUL', '\0\0\0'],
  ['a lone surrogate', '"\ud800"'],
  ['lists in lists', deep('[', ']')],
  ['lists in lists, not closed', '['.repeat(50_000)],
  ['objects in objects', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
  ['brackets of other kinds', deep('(', ')')],
  ['quotes', '"'.repeat(50_000)],
  ['backslashes', '\\'.repeat(50_001)],
  ['line ends', '\r\n'.repeat(50_000)],
  ['spaces', ' '.repeat(100_000)],
  [
    'members of prototypes',
    '{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}},"mcpServers":{"__proto__":{"command":"x"}}}',
  ],
  [
    'deep parameters',
    `{"misfireRepro":1,"servers":{},"calls":[{"server":"a","method":"x","params":{"k":"","d":${deep('[', ']')}},"variables":{"/k":"A"}}]}`,
  ],
  ['a deep capture', `{"lane":"in","t":1,"server":"a","text":"{}","x":${deep('[', ']')}}`],
  ['a deep HAR', `{"log":{"version":"1.2","entries":[{"request":${deep('[', ']')},"response":${deep('[', ']')}}]}}`],
  ['deep servers', `{"mcpServers":{"a":{"command":"x","env":${deep('[', ']')}}}}`],
  ['deep codes', `{"id":"a","name":"a","codes":${deep('[', ']')}}`],
  ['links in links', 'https://vscode.dev/redirect?url='.repeat(20_000)],
  ['deep TOML', `a = ${deep('[', ']', 5000)}`],
  ['dotted TOML', `${'a.'.repeat(20_000)}b = 1`],
  ['deep YAML', `${Array.from({ length: 2000 }, (_, level) => `${' '.repeat(level)}a:`).join('\n')} 1`],
  ['YAML in brackets', deep('[', ']', 5000)],
  [
    'YAML that doubles itself',
    `a0: &a0 [x,x]\n${Array.from({ length: 30 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i},*a${i},*a${i},*a${i}]`).join('\n')}`,
  ],
  ['YAML that holds itself', 'mcpServers: &a\n  b: *a\n'],
  ['YAML tags', '!!js/function "x"\n---\n!!binary "=="\n'],
];

test.each(Object.keys(readers))('%s: hostile texts', (name) => {
  for (const [what, text] of hostile) {
    try {
      readers[name]?.(text);
    } catch (problem) {
      throw new Error(`${name}, given ${what}: ${String(problem).slice(0, 300)}`, { cause: problem });
    }
  }
  expect(({} as { x?: number }).x).toBeUndefined();
});

/** A sound text with some of it cut, doubled, or replaced by what such readers stumble over. */
const pieces = [
  '{',
  '}',
  '[',
  ']',
  '"',
  ':',
  ',',
  '\n',
  '\\',
  '\0',
  '\ud800',
  '1e999',
  '-0',
  'null',
  'true',
  '__proto__',
  '${',
  '%',
  '%zz',
  '&',
  '*a',
  '=',
  '#',
  "'",
  '9'.repeat(400),
  '\u2028',
];
const mutated = fc
  .tuple(
    fc.constantFrom(...Object.values(seeds)),
    fc.array(
      fc.tuple(
        fc.nat(10_000),
        fc.nat(12),
        fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: anyCharacter, maxLength: 6 })),
      ),
      {
        maxLength: 6,
      },
    ),
  )
  .map(([seed, edits]) =>
    edits.reduce((text, [at, cut, put]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + put + text.slice(place + cut);
    }, seed),
  );
/** A sound value with one member replaced. */
const values: unknown[] = [
  null,
  true,
  -1,
  1e308,
  0.5,
  '',
  'x',
  [],
  {},
  [[]],
  [null],
  { a: null },
  ['x', 1, {}],
  '\ud800',
  'x'.repeat(5000),
];
const swapped = fc
  .tuple(
    fc.constantFrom(seeds.har, seeds.servers, seeds.dialect, seeds.repro, seeds.baseline, seeds.history),
    fc.nat(200),
    fc.constantFrom(...values),
  )
  .map(([seed, which, value]) => {
    let count = 0;
    const total = (seed.match(/":/g) ?? []).length + 1;
    return JSON.stringify(JSON.parse(seed, (_, old: unknown) => (count++ === which % total ? value : old)) ?? null);
  });

test.each(Object.keys(readers))('%s: any text', (name) => {
  fc.assert(
    fc.property(fc.oneof(mutated, swapped, fc.string({ unit: anyCharacter, maxLength: 60 })), (text) => {
      readers[name]?.(text);
    }),
  );
  expect(({} as { x?: number }).x).toBeUndefined();
});
