// Guards the door: fails with one sentence for each file that opens or reads files by itself. A file of Misfire's own may; it is listed here
// with the reason.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isTest, projectFiles } from '../launch/suite/imports.ts';

const root = join(import.meta.dirname, '../..');

/** What opens a file by its path. Looking at names, sizes and times cannot block. */
const opens =
  /^(?:promises|open|openSync|openAsBlob|readFile|readFileSync|createReadStream|ReadStream|copyFile|copyFileSync|cp|cpSync|readv?|readv?Sync)$/;

const ownFiles: Readonly<Record<string, string>> = {
  'electron/foreign-files/foreign-file.ts': 'The door itself.',
  'electron/foreign-files/given-file.ts': 'Opens files to write them.',
  'electron/hosts/cli/common/electron-binary.ts': 'Part of the installed package electron.',
  'electron/hosts/cli/records/parquet-files.ts': 'Creates a draft.',
  'electron/hosts/page-files.ts': 'The built page, from a list made at the start.',
  'electron/inspector/client-configs/safe-write.ts': 'Opens files to write them.',
  'electron/features/doctor/process-table.ts': 'Arguments of processes in /proc, of bounded length.',
  'electron/features/watch/setup/watch-program.ts': 'Copies Misfire’s own programs.',
  'electron/inspector/client-configs/circumstances.ts': 'Names of processes in /proc.',
  'electron/inspector/log/open-store.ts': 'The log, after refuse-file.ts looked at it.',
  'electron/inspector/log/search/search-file.ts': 'Creates the index of words.',
  'electron/inspector/log/store/damaged-file.ts': 'The log, after refuse-file.ts looked at it.',
  'electron/inspector/log/store/tally.ts': 'Opens its file to write it.',
  'electron/inspector/log/store/write-ahead.ts': 'The log, after refuse-file.ts looked at it.',
  'electron/inspector/paths/app-paths.ts': 'Misfire’s own package.json.',
  'electron/inspector/paths/report-viewer.ts': 'A built page of Misfire.',
  'electron/inspector/saved/shared-file.ts': 'Opens a draft and a lock to write them.',
  'electron/shell/system/chosen-files.ts': 'Opens a draft to write it.',
  'electron/transports/process-groups.ts': 'States of processes in /proc.',
  'electron/transports/pass-bytes.ts': 'Opens /dev/null.',
  'electron/spool/spool-writer.ts': 'Opens spool files to write them.',
  'electron/features/watch/programs/wrap/forward-signals.ts': 'States of processes in /proc.',
  'electron/features/watch/programs/wrap/raw-start.ts': 'The variables of its own process, in /proc.',
  'electron/features/watch/programs/wrap/server-environment.ts': 'The variables of its own process, in /proc.',
};

/** Programs that only run in a checkout, and sample servers that are other programs. */
const isOutside = (file: string): boolean =>
  isTest(file) || file.includes('/testing/') || /^electron\/(?:launch|samples)\//.test(file);

function openersIn(text: string): string[] {
  const named = [...text.matchAll(/^import (?!type )([^;]*?) from '(?:node:)?fs(?:\/promises)?';/gm)].flatMap(
    ([, what = '']) =>
      what.startsWith('{')
        ? what
            .replace(/[{}\s]/g, '')
            .split(',')
            .map((name) => name.split(/(?<!type)as/)[0] ?? '')
        : ['*'],
  );
  const others = [
    /(?:getBuiltinModule|import|require)\(\s*['"`](?:node:)?fs(?:\/promises)?['"`]/,
    /^export [^;]*? from '(?:node:)?fs(?:\/promises)?';/m,
    /\bprocess\.(?:binding|loadEnvFile)\b/,
  ];
  const loaded = others.some((pattern) => pattern.test(text)) ? ['*'] : [];
  return [...named, ...loaded].filter((name) => name === '*' || opens.test(name));
}

function judge(file: string, text: string): string[] {
  const found = openersIn(text);
  if (found.length === 0 || Object.hasOwn(ownFiles, file)) return [];
  return [`${file} uses ${found.join(', ')} of node:fs. Open files from outside with electron/foreign-files.`];
}

const files = projectFiles().filter((file) => file.startsWith('electron/') && !isOutside(file));

test('only the door opens files from outside', () => {
  expect(files.flatMap((file) => judge(file, readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

test('every exception is still needed', () => {
  const needless = Object.keys(ownFiles).filter(
    (file) => openersIn(readFileSync(join(root, file), 'utf8')).length === 0,
  );
  expect(needless).toEqual([]);
});

test('only the door makes nested folders', () => {
  const found = files.filter((file) =>
    /\bmkdir(?:Sync)?\([^;]*\brecursive\b/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(found).toEqual([]);
});

/** SQLite opens files too. */
const databases: Readonly<Record<string, string>> = {
  'electron/foreign-files/foreign-database.ts': 'A copy that the door made.',
  'electron/inspector/log/open-store.ts': 'The log, after refuse-file.ts looked at it.',
  'electron/inspector/log/search/search-file.ts': 'The index of words of the log.',
  'electron/inspector/log/search/search-worker.ts': 'The log, after refuse-file.ts looked at it.',
};

test('only the door and the log open databases', () => {
  const found = files.filter((file) => /new (?:\w+\.)?DatabaseSync\(/.test(readFileSync(join(root, file), 'utf8')));
  expect(found.sort()).toEqual(Object.keys(databases).sort());
});

test('the guard names what is wrong', () => {
  expect(judge('electron/a.ts', "import { existsSync, readFileSync } from 'node:fs';\n")).toEqual([
    'electron/a.ts uses readFileSync of node:fs. Open files from outside with electron/foreign-files.',
  ]);
  for (const text of [
    "import * as fs from 'node:fs';",
    "import fs from 'node:fs';",
    "import {\n  open,\n  stat,\n} from 'node:fs/promises';",
    "const fs = await import('node:fs');",
    "process.getBuiltinModule('node:fs').readFileSync(path);",
    "import { readFile } from 'fs';",
    "import * as fs from 'fs/promises';",
    "import { promises as files } from 'node:fs';",
    "import { readFileSync as write } from 'node:fs';",
    'const fs = await import(`node:fs`);',
    'const fs = require("fs");',
    "export { readFileSync } from 'node:fs';",
    "export * from 'node:fs';",
    'process.loadEnvFile(path);',
    "process.binding('fs').open(path);",
  ])
    expect(judge('electron/a.ts', text), text).toHaveLength(1);
  expect(judge('electron/a.ts', "import { statSync, writeFileSync } from 'node:fs';")).toEqual([]);
});
