// Nothing that came from outside ever runs. Reads every source file, tests included, and fails with a sentence that names the
// place where text could become code: interpreters of text, shells, and child interpreters that are given a program as text.

import { globSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = globSync('{shared,renderer,electron,bench,e2e}/**/*.{ts,tsx}', { cwd: root });

const banned: [RegExp, string][] = [
  [/['"](?:node:)?vm['"]/, 'imports vm'],
  [/['"](?:node:)?repl['"]/, 'imports repl'],
  [/\beval\s*\(|\beval\s*\?\.|\(0,\s*eval\)/, 'calls eval'],
  [/\beval:\s*true/, 'starts a worker from text'],
  [/\bnew\s+Function\b|\bFunction\s*\(\s*['"`]|\bconstructor\s*\(\s*['"`]return/, 'makes a function from text'],
  [/\b(?:AsyncFunction|GeneratorFunction)\s*\(/, 'makes a function from text'],
  [/\bset(?:Timeout|Interval)\(\s*['"`]/, 'gives a timer text to run'],
  [/\bstripTypeScriptTypes\b/, 'makes text ready to be run'],
  [/\bimport\(\s*(?:`data:|['"]data:)/, 'imports text as a module'],
  [/\bshell:\s*true/, 'starts a shell'],
  [/\{[^}]*\bexec(?:Sync)?\b[^}]*\}\s*from\s*['"](?:node:)?child_process/, 'gives a shell a line'],
  [
    /['"](?:python3?|ba?sh|zsh|perl|ruby|osascript|powershell)['"],\s*\[\s*['"]-(?:c|e|Command)/,
    'gives an interpreter text',
  ],
  [
    /\bdangerouslySetInnerHTML\b|\.innerHTML\s*=|\.outerHTML\s*=|\binsertAdjacentHTML\b|\bdocument\.write\b/,
    'writes markup',
  ],
  [
    /(?:\bfrom|\bimport|\()\s*['"](?:ajv(?:-formats|-keywords|-errors)?|djv|is-my-json-valid|@exodus\/schemasafe|json-schema-faker|fast-json-stringify|rjson-schema)(?:\/[^'"]*)?['"]|\/validation\/ajv/,
    'imports a validator that makes code of schemas',
  ],
  // It compiles the output schemas of a server's tools with ajv as it lists them.
  [
    /['"]@modelcontextprotocol\/sdk\/client\/index|\bnew\s+(?:\w+\.)?Client\(/,
    "uses the kit's client, which makes code of schemas",
  ],
];

/** Said in words, not done: a comment may name what is forbidden. */
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');

const judge = (file: string, text: string): string[] =>
  banned.filter(([pattern]) => pattern.test(withoutComments(text))).map(([, deed]) => `${file} ${deed}.`);

/** A constant of ours with nothing put into it: a worker's program must be a file or a text, and the bundle has no such file. */
const ours = [
  'electron/inspector/log/side-thread.ts starts a worker from text.',
  // These compare our own check with a second opinion, on schemas that stand in the tests.
  'shared/check-schema.test.ts imports a validator that makes code of schemas.',
  'shared/compare/provocations.test.ts imports a validator that makes code of schemas.',
  // A server of ours is asked by another's client; and a line of the code that is given out to be copied.
  "electron/samples/closient/server.test.ts uses the kit's client, which makes code of schemas.",
  // Another's client is the one that is watched: a program of its own, or a test.
  "e2e/watched-client.ts uses the kit's client, which makes code of schemas.",
  "electron/watch/real-client.test.ts uses the kit's client, which makes code of schemas.",
  "shared/snippets/code-snippets.ts uses the kit's client, which makes code of schemas.",
];

test('no source file turns text into code', () => {
  expect(files.length).toBeGreaterThan(500);
  const self = relative(root, import.meta.filename);
  const found = files
    .filter((file) => file !== self)
    .flatMap((file) => judge(file.split(sep).join('/'), readFileSync(join(root, file), 'utf8')));
  expect(found.filter((sentence) => !ours.includes(sentence))).toEqual([]);
});

test('the guard sees what it forbids', () => {
  for (const bad of [
    "import vm from 'node:vm';",
    "const vm = require('vm')",
    'eval(text)',
    "import { exec } from 'node:child_process';",
    'new Worker(code, { eval: true })',
    'new Function("a", text)',
    "spawn('python3', ['-c', text])",
    'spawn(command, { shell: true })',
    'element.innerHTML = text',
    "import { Ajv2020 } from 'ajv/dist/2020.js';",
    "import addFormats from 'ajv-formats';",
    "import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';",
    "const { Client } = await import('@modelcontextprotocol/sdk/client/index.js')",
    'const client = new sdk.Client(info)',
  ])
    expect(judge('x.ts', bad), bad).toHaveLength(1);
  expect(judge('x.ts', '// eval( is never called')).toEqual([]);
});
