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
    /['"`](?:[^'"`\s]*[\\/])?(?:python[\d.]*|(?:ba|da|z|k|a|tc|c|fi)?sh|node|deno|bun|php|lua|perl|ruby|osascript|powershell|pwsh|cmd)(?:\.exe)?['"`],(?:\s*args:)?\s*\[\s*['"`](?:-[a-zA-Z]*[ce]|--(?:eval|print|command)|-Command|-EncodedCommand|\/[cCkK])['"`]/,
    'gives an interpreter text',
  ],
  // Whatever the program is called: words that only an interpreter takes, and a shell that a person has chosen.
  [
    /\b(?:spawn|spawnSync|execFile|execFileSync|fork)\(\s*[^,()]{1,80},\s*\[\s*['"`](?:-[a-zA-Z]{0,3}c|\/[cCkK]|--eval|-Command)['"`]/,
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

const judge = (file: string, text: string): string[] => [
  ...new Set(banned.filter(([pattern]) => pattern.test(withoutComments(text))).map(([, deed]) => `${file} ${deed}.`)),
];

const ours = [
  // These compare our own check with a second opinion, on schemas that stand in the tests.
  'shared/schema/check-schema.test.ts imports a validator that makes code of schemas.',
  'shared/features/compare/provocations.test.ts imports a validator that makes code of schemas.',
  // And this holds our own output to the schema of SARIF.
  'shared/findings/write.test.ts imports a validator that makes code of schemas.',
  // Ends one of our own expressions that does not come to its end.
  'electron/linear-regexes.test.ts imports vm.',
  // Runs our own library as a page without Node would.
  'electron/launch/npm-package.test.ts imports vm.',
  // A server of ours is asked by another's client; and a line of the code that is given out to be copied.
  "electron/samples/closient/server.test.ts uses the kit's client, which makes code of schemas.",
  // Another's client is the one that is watched: a program of its own, or a test.
  "e2e/watched-client.ts uses the kit's client, which makes code of schemas.",
  "e2e/scene-peers.ts uses the kit's client, which makes code of schemas.",
  "electron/features/watch/programs/wrap/real-client.test.ts uses the kit's client, which makes code of schemas.",
  "electron/features/watch/programs/proxy/older-client.test.ts uses the kit's client, which makes code of schemas.",
  "electron/features/watch/programs/wrap/modern-client.test.ts uses the kit's client, which makes code of schemas.",
  "electron/features/watch/programs/bridge/signed-in-client.test.ts uses the kit's client, which makes code of schemas.",
  "electron/features/watch/programs/bridge/signed-in-entry.test.ts uses the kit's client, which makes code of schemas.",
  "electron/features/watch/programs/proxy/watched-address.test.ts uses the kit's client, which makes code of schemas.",
  "electron/features/watch/programs/wrap/rehearse-wrap.test.ts uses the kit's client, which makes code of schemas.",
  "electron/features/rehearse/running/report-card-clients.test.ts uses the kit's client, which makes code of schemas.",
  "electron/features/rehearse/running/report-card-http-clients.test.ts uses the kit's client, which makes code of schemas.",
  "electron/features/agents/server/testing/planned-client.ts uses the kit's client, which makes code of schemas.",
  "electron/features/agents/server/testing/scripted-client.ts uses the kit's client, which makes code of schemas.",
  "e2e/wrapped-shop.ts uses the kit's client, which makes code of schemas.",
  "bench/clients/sdk-client.ts uses the kit's client, which makes code of schemas.",
  "electron/features/agents/server/testing/agent.ts uses the kit's client, which makes code of schemas.",
  "electron/features/agents/server/repair.test.ts uses the kit's client, which makes code of schemas.",
  "shared/snippets/code-snippets.ts uses the kit's client, which makes code of schemas.",
  // Asks the login shell of the user for variables. The line has only our own marks and names of letters, digits and underscores.
  'electron/inspector/paths/login-shell.ts gives an interpreter text.',
  // A line of ours that outlives the app; which groups it ends is told on its input, as numbers.
  'electron/transports/group-guard.ts gives an interpreter text.',
  // The entry for another program's settings: a line of ours, to which command and arguments are handed as "$@".
  'electron/features/watch/setup/launcher.ts gives an interpreter text.',
  // Runs a hook as a client does: a line of ours in the client's settings.
  'electron/features/watch/commands/hook-clients-command.test.ts gives an interpreter text.',
  'e2e/hook.spec.ts gives an interpreter text.',
  // Tries the reproduction of an issue that is written for authors, as they would.
  'electron/features/compare/commands/probe-command.test.ts gives an interpreter text.',
  'e2e/author-issue.spec.ts gives an interpreter text.',
  // Checks on generated values that a repaired schema accepts the same.
  'shared/features/lint/repair-schema.test.ts imports a validator that makes code of schemas.',
  // Checks SARIF against its published schema.
  'shared/features/report-card/formats.test.ts imports a validator that makes code of schemas.',
  // A command for developers, run by hand: asks Python for the version of a package, and a real server by the official client.
  'bench/python-errors/main.ts gives an interpreter text.',
  'bench/clients/report-cards.ts gives an interpreter text.',
  "bench/python-errors/main.ts uses the kit's client, which makes code of schemas.",
  // Makes bytes that Node cannot pass on: each word and value is written in octal or within single quotes.
  'electron/features/watch/programs/wrap/raw-start.ts gives an interpreter text.',
  // Entries as an older version wrote them.
  'electron/inspector/client-configs/previous-entries.test.ts gives an interpreter text.',
  // Servers of tests that start others, as a line in the test.
  'electron/features/watch/programs/wrap/forward-signals.test.ts gives an interpreter text.',
  'electron/transports/process-groups.test.ts gives an interpreter text.',
  'electron/inspector/left-behind.test.ts gives an interpreter text.',
  'electron/inspector/testing/dying-server.ts gives an interpreter text.',
  'electron/features/watch/programs/wrap/faults.test.ts gives an interpreter text.',
  'electron/features/watch/programs/wrap/untold-gaps.test.ts gives an interpreter text.',
  'e2e/desktop-life.spec.ts gives an interpreter text.',
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
    "spawn('sh', ['-c', text])",
    "spawn('/bin/sh', ['-c', text])",
    "spawn('bash', ['-lc', text])",
    "spawn('cmd.exe', ['/c', text])",
    "spawn('pwsh', ['-Command', text])",
    "spawn('node', ['-e', text])",
    "spawnSync(shell, ['-ilc', text])",
    'execFile(process.env.SHELL, [`-c`, text])',
    "return { command: '/bin/sh', args: ['-c', text] };",
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
