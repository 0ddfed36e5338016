// Guards the walls: reads every import of the project and fails with one sentence that names the bad one. Layers say who may
// see whom, floors which way is down in the window, and neither folders nor files may import each other in a circle.
// The layers are explained in docs/architecture.md.

import { existsSync, globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { type Import, importsIn, isForTests, projectFiles, projectImports } from './launch/suite/imports.ts';

const root = join(import.meta.dirname, '..');

/** What features run between a client and its server. */
const running = globSync('electron/features/*/running', { cwd: root }).map((folder) => folder.replaceAll('\\', '/'));

/** What each layer may import of the project, besides itself, and of npm. First match wins, so name the inner folders first. */
const layers: { folder: string; sees: string[]; packages: (name: string) => boolean }[] = [
  // For property tests.
  { folder: 'shared/text/testing', sees: [], packages: (name) => name === 'fast-check' },
  // A client's file is data. It names the functions that read what the client writes, and depends on nothing that asks it.
  {
    folder: 'shared/clients',
    sees: [
      'shared/json',
      'shared/protocol',
      'shared/seen/parts',
      'shared/seen/rules',
      'shared/transcripts/parts',
      'shared/transcripts/readers',
      'shared/transcripts/reports',
    ],
    packages: () => false,
  },
  { folder: 'shared', sees: [], packages: (name) => ['zod', 'zod/mini', 'diff'].includes(name) },
  // For component tests: the real log as their host, in the page.
  {
    folder: 'renderer/testing',
    sees: ['shared', 'renderer', 'electron/inspector/batch-sender.ts', 'electron/inspector/log'],
    packages: (name) => !isNode(name) && !isElectron(name) && !isMcpSdk(name),
  },
  { folder: 'renderer', sees: ['shared'], packages: (name) => !isNode(name) && !isElectron(name) && !isMcpSdk(name) },
  // The one door for files from outside. It stands below everything that reads some.
  { folder: 'electron/foreign-files', sees: [], packages: (name) => isNode(name) },
  // For its tests: the samples as built.
  {
    folder: 'electron/samples/testing',
    sees: ['shared', 'electron/launch/testing'],
    packages: (name) => isNode(name),
  },
  { folder: 'electron/samples', sees: ['shared'], packages: (name) => !isElectron(name) },
  { folder: 'electron/transports', sees: ['shared', 'electron/foreign-files'], packages: (name) => !isElectron(name) },
  // For its tests: the whole program, as clients start it.
  {
    folder: 'electron/features/watch/programs/testing',
    sees: ['shared', 'electron/features/watch/programs', 'electron/launch/testing'],
    packages: (name) => isNode(name) || name === 'vitest',
  },
  // Starts within what the most impatient client allows: of npm only what starts scripts on Windows.
  ...['electron/features/watch/programs', ...running].map((folder) => ({
    folder,
    sees: [
      'shared',
      'electron/foreign-files',
      'electron/transports',
      'electron/spool',
      ...running,
      'electron/features/watch/programs/lines',
      'electron/features/watch/programs/proxy',
    ],
    packages: (name: string) => isNode(name) || name === 'cross-spawn',
  })),
  // Where traffic waits for the log. Every program that is not its writer puts it there.
  {
    folder: 'electron/spool',
    sees: ['shared', 'electron/foreign-files', 'electron/transports'],
    packages: (name) => isNode(name),
  },
  // For its tests: the samples as built.
  {
    folder: 'electron/inspector/testing',
    sees: [
      'shared',
      'electron/transports',
      'electron/inspector',
      'electron/features',
      'electron/app',
      'electron/samples/catalogue.ts',
      'electron/launch/testing',
    ],
    packages: (name) => !isElectron(name) && !isMcpSdk(name),
  },
  {
    folder: 'electron/inspector',
    // Of the samples only the catalogue, which is data: the servers themselves are other programs.
    sees: ['shared', 'electron/foreign-files', 'electron/transports', 'electron/samples/catalogue.ts'],
    packages: (name) => !isElectron(name) && !isMcpSdk(name),
  },
  // The commands of features stand above the inspector that they open.
  ...globSync('electron/features/*/commands', { cwd: root }).map((folder) => ({
    folder: folder.replaceAll('\\', '/'),
    sees: [
      'shared',
      'electron/foreign-files',
      'electron/inspector',
      'electron/features',
      'electron/app',
      'electron/hosts',
      'electron/telemetry',
      'electron/spool',
    ],
    packages: (name: string) => isNode(name) || name === 'commander' || name === 'cross-spawn',
  })),
  // For its tests: the official client, which asks it.
  {
    folder: 'electron/features/agents/server/testing',
    sees: ['electron/features/agents', 'electron/launch/testing'],
    packages: (name) => !isElectron(name),
  },
  // Misfire as an MCP server: the only part of the app that is built on the SDK, and only on its server half.
  {
    folder: 'electron/features/agents/server',
    sees: ['shared', 'electron/transports/line-framer.ts', 'electron/inspector', 'electron/features', 'electron/app'],
    packages: (name) => isNode(name) || name === 'zod' || name.startsWith('@modelcontextprotocol/server'),
  },
  // Which other feature one may import: `needs` below.
  {
    folder: 'electron/features',
    sees: [
      'shared',
      'electron/foreign-files',
      'electron/transports',
      'electron/inspector',
      'electron/samples/catalogue.ts',
    ],
    packages: (name) => !isElectron(name) && !isMcpSdk(name),
  },
  // The core and the features together.
  {
    folder: 'electron/app',
    sees: ['shared', 'electron/inspector', 'electron/features', 'electron/samples/catalogue.ts'],
    packages: (name) => isNode(name),
  },
  {
    folder: 'electron/telemetry/testing',
    sees: [],
    packages: (name) => isNode(name) || name === 'protobufjs',
  },
  {
    folder: 'electron/telemetry',
    sees: ['shared', 'electron/transports'],
    packages: (name) => isNode(name),
  },
  // For its tests: commands in the process of the test.
  {
    folder: 'electron/hosts/cli/testing',
    sees: ['electron/launch/testing'],
    packages: (name) => isNode(name) || name === 'vitest',
  },
  {
    folder: 'electron/hosts',
    sees: [
      'shared',
      'electron/foreign-files',
      'electron/telemetry',
      'electron/inspector',
      'electron/features',
      'electron/app',
      'electron/spool',
      'electron/transports/pass-bytes.ts',
    ],
    packages: (name) => !isElectron(name) && !isMcpSdk(name),
  },
  {
    folder: 'electron/shell',
    sees: ['shared', 'electron/foreign-files', 'electron/inspector', 'electron/app', 'electron/hosts'],
    packages: (name) => !isMcpSdk(name),
  },
  // The command line for tests, as a program and in their own process, and what tests of several parts send.
  {
    folder: 'electron/launch/testing',
    sees: ['shared', 'electron/launch', 'electron/hosts/cli', 'electron/features/watch'],
    packages: (name) => isNode(name) || name === 'fast-check',
  },
  {
    folder: 'electron/launch',
    // `npm run dev` serves the page in front of the host.
    sees: [
      'electron/samples/catalogue.ts',
      'electron/inspector',
      'electron/hosts',
      'shared/api/web-door.ts',
      'shared/atlas',
      'e2e/browser.ts',
    ],
    packages: (name) => !isElectron(name) && !isMcpSdk(name),
  },
  {
    folder: 'bench',
    // Measured in the browser that the stories use, on the app that they use.
    sees: [
      'shared',
      'electron/inspector',
      'electron/app',
      'electron/transports',
      'electron/features/watch/programs',
      'electron/telemetry',
      'electron/samples',
      'electron/launch',
      'e2e/browser.ts',
      'e2e/app-process.ts',
      'e2e/page.ts',
    ],
    packages: (name) => !isElectron(name),
  },
];

const isNode = (name: string) => name.startsWith('node:') || builtinModules.includes(name);
const isElectron = (name: string) => name === 'electron' || name.startsWith('electron/');
const isMcpSdk = (name: string) => name.startsWith('@modelcontextprotocol/');

const folderOf = (path: string) => posix.dirname(path);

const files = projectFiles();
const imports = projectImports();

function judge({ file, name, target }: Import): string[] {
  const layer = layers.find(({ folder }) => file.startsWith(`${folder}/`));
  if (!layer || isForTests(file)) return [];
  if (target === null) {
    if (layer.folder === 'shared' && isNode(name)) return [`${file} imports ${name}, but shared/ runs without Node.`];
    return layer.packages(name) ? [] : [`${file} imports ${name}, which ${layer.folder}/ must not use.`];
  }
  const allowed = [layer.folder, ...layer.sees].some((place) => target === place || target.startsWith(`${place}/`));
  return allowed
    ? []
    : [`${file} imports ${target}, but ${layer.folder}/ may only see ${layer.sees.join(', ') || 'itself'}.`];
}

/** Which other features a feature needs: it imports them, or calls their methods. The command `rehearse` prints a report card, and a card says what a rehearsal did. */
const needs: Readonly<Record<string, readonly string[]>> = {
  agents: ['compare', 'doctor', 'fix', 'replay'],
  asks: ['servers'],
  call: ['doctor'],
  compare: ['replay'],
  conformance: ['watch'],
  // A schema that a model service refuses.
  doctor: ['lint'],
  'first-run': ['recordings', 'samples'],
  // Programs that exist under a similar name; saving what makes a server start.
  fix: ['doctor', 'replay', 'variables'],
  // Both stand at one point between client and server (rehearse-lines.ts).
  hold: ['rehearse', 'watch'],
  rehearse: ['report-card', 'watch'],
  // One baseline file for definitions and error contracts.
  lint: ['compare'],
  recordings: ['transcripts'],
  'report-card': ['rehearse', 'transcripts'],
  replay: ['fix'],
  servers: ['doctor', 'recordings', 'samples', 'sign-in'],
  settings: ['recordings', 'watch'],
  // Programs of clients can be watched, or get Misfire itself.
  watch: ['agents', 'hold', 'rehearse'],
};

const featureOf = (path: string) => /^(?:shared|electron|renderer)\/features\/([\w-]+)\//.exec(path)?.[1];
/** Every feature stands on these; the lists of features are not among them. */
const isCore = (path: string) =>
  /^(?:shared\/(?!contract\/|features\/)|electron\/(?:foreign-files|inspector|transports|spool|samples|telemetry)\/|renderer\/(?!features\/|report\/|paste\/))/.test(
    path,
  ) && !path.includes('/testing/');

function needsFeature({ file, target }: Import): string[] {
  const [from, to] = [featureOf(file), featureOf(target ?? '')];
  if (isForTests(file) || to === undefined || from === to) return [];
  if (isCore(file)) return [`${file} imports ${target}, but the core works without any feature.`];
  return from === undefined || needs[from]?.includes(to)
    ? []
    : [`${file} imports ${target}. Say in \`needs\` that ${from} needs ${to}, or move what both use to the core.`];
}

const owners = new Map(
  files
    .filter((file) => /^shared\/features\/[\w-]+\/methods\.ts$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/^ {2}(\w+): method\(/gm)].map(
        ([, method]): [string, string] => [method ?? '', featureOf(file) ?? ''],
      ),
    ),
);

/** Calls of a feature's methods from outside of it: its types, and so its folders, are needed there. */
function callsIn(file: string, text: string): { file: string; to: string; method: string }[] {
  const called = [...text.matchAll(/\bcall\(\s*'(\w+)'|\bapi(?:\(\)\))?\.(\w+)\(/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  );
  return [...new Set(called)].flatMap((method) => {
    const to = owners.get(method);
    return to === undefined || to === featureOf(file) ? [] : [{ file, to, method }];
  });
}

/**
 * Files of the product, outside of features, that name one: besides its folders, these are what deleting it changes.
 */
const namingFeatures: Readonly<Record<string, string>> = {
  'electron/app/features.ts': 'a line each',
  'shared/contract/commands.ts': 'a line each',
  'shared/contract/features.ts': 'a line each',
  'electron/hosts/cli/calling/call-command.ts': 'fixes a call until it works',
  'electron/hosts/cli/commands-in-order.ts': 'a line each',
  'electron/hosts/cli/main.ts': 'clients wait for a wrap and a hook, so those start before anything else is loaded',
  'electron/hosts/cli/common/command-inspector.ts': 'calls doctor for the era of a server, and replay for its runs',
  'electron/hosts/cli/help/complete-command.ts': 'completes the names of ready plans',
  'electron/hosts/cli/records/export-command.ts': 'a repro set is a format of exports',
  'renderer/features/features.ts': 'a line each',
  'renderer/card/fix/repair-server.ts': 'calls variables',
  'renderer/card/parts/copy-parts.ts': 'calls replay',
  'renderer/model/followed.ts': 'calls transcripts',
  'renderer/model/replay-actions.ts': 'calls replay',
  'renderer/model/replays.ts': 'calls replay',
  'renderer/timeline/restart-server.ts': 'calls replay',
  'renderer/paste/author-issue.tsx': 'the page of the feature paste',
  'renderer/paste/explained.tsx': 'the page of the feature paste',
  'renderer/paste/page-acts.tsx': 'the page of the feature paste',
  'renderer/paste/use-explained.ts': 'the page of the feature paste',
  'renderer/report/comparison-report.tsx': 'the report of a comparison',
  'renderer/report/features.tsx': 'a report shows attempts',
  'renderer/report/group-face.tsx': 'a report groups its failures',
  'renderer/report/report-card-report.tsx': 'the page of a report card',
  'renderer/report/report-data.ts': 'the data of each kind of report',
};

const isProduct = (path: string) =>
  /^(?:shared|electron|renderer)\//.test(path) && !isForTests(path) && !path.includes('/testing/');

const calls = files.filter(isProduct).flatMap((file) => callsIn(file, readFileSync(join(root, file), 'utf8')));

/** The floors of the window, lowest first: each sees only those below it. `main.tsx` stands above them all. */
const floors = [
  'theme',
  'platform',
  'text',
  'model',
  'components',
  'arguments',
  'retry',
  'results',
  'timeline',
  'card',
  'features',
  'shell',
  'report',
  'paste',
];

function pointsUp({ file, target }: Import): string[] {
  const [from, to] = [floorOf(file), floorOf(target ?? '')];
  return isForTests(file) || from < 0 || to <= from
    ? []
    : [`${file} imports ${target}, but renderer/${floors[from]}/ is below renderer/${floors[to]}/.`];
}

function floorOf(path: string): number {
  const [top, floor = ''] = path.split('/');
  return top === 'renderer' ? floors.indexOf(floor) : -1;
}

/** One import that leads from the first to the second: files, or folders. */
type Graph = Map<string, Map<string, Import>>;

function graphOf(all: readonly Import[], nodeOf: (path: string) => string): Graph {
  const graph: Graph = new Map();
  for (const each of all) {
    if (each.target === null || isForTests(each.file)) continue;
    const [from, to] = [nodeOf(each.file), nodeOf(each.target)];
    if (from === to) continue;
    if (!graph.has(from)) graph.set(from, new Map());
    if (!graph.get(from)!.has(to)) graph.get(from)!.set(to, each);
  }
  return graph;
}

const folderGraph = (all: readonly Import[]): Graph => graphOf(all, folderOf);
const fileGraph = (all: readonly Import[]): Graph => graphOf(all, (path) => path);

/** The shortest way from a node back to itself, import by import; null: it is in no circle. */
function circleThrough(graph: Graph, start: string): Import[] | null {
  const ways: { node: string; by: Import[] }[] = [{ node: start, by: [] }];
  const seen = new Set<string>();
  for (const { node, by } of ways) {
    for (const [next, through] of graph.get(node) ?? []) {
      if (next === start) return [...by, through];
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push({ node: next, by: [...by, through] });
    }
  }
  return null;
}

function circlesIn(graph: Graph, what: 'folders' | 'files'): string[] {
  return [...graph.keys()].sort().flatMap((node) => {
    const circle = circleThrough(graph, node);
    if (!circle) return [];
    const steps = circle.map(({ file, target }) => `${file} imports ${target}`);
    return [`${node} is in a circle of ${what}: ${steps.join(', ')}.`];
  });
}

/** Folders of parts that only tests use: nothing that is shipped may need them. */
function usesTesting({ file, target }: Import): string[] {
  const testing = (path: string) => path.includes('/testing/');
  return isForTests(file) || testing(file) || !testing(target ?? '')
    ? []
    : [`${file} imports ${target}, which is for tests only.`];
}

test('every import stays within its layer', () => {
  expect(imports.flatMap(judge)).toEqual([]);
});

test('the core needs no feature, and a feature only what it says', () => {
  expect(imports.flatMap(needsFeature)).toEqual([]);
  const unsaid = calls.filter(({ file, to }) => featureOf(file) && !needs[featureOf(file) ?? '']?.includes(to));
  expect(unsaid.map(({ file, to, method }) => `${file} calls ${method} of ${to}. Say so in \`needs\`.`)).toEqual([]);
  const used = [
    ...imports.flatMap(({ file, target }) => `${featureOf(file)} ${featureOf(target ?? '')}`),
    ...calls.map(({ file, to }) => `${featureOf(file)} ${to}`),
  ];
  const unused = Object.entries(needs).flatMap(([from, others]) =>
    others
      .filter((to) => !used.includes(`${from} ${to}`))
      .map((to) => `${from} no longer needs ${to}: edit \`needs\`.`),
  );
  expect(unused).toEqual([]);
});

test('only the lists name features, and few others', () => {
  const naming = imports
    .filter(({ file, target }) => isProduct(file) && featureOf(file) === undefined && featureOf(target ?? ''))
    .map(({ file }) => file);
  naming.push(...calls.flatMap(({ file }) => (featureOf(file) === undefined ? file : [])));
  expect([...new Set(naming)].sort()).toEqual(Object.keys(namingFeatures).sort());
});

test('each folder of a window feature is in the list', () => {
  const listed = readFileSync(join(root, 'renderer/features/features.ts'), 'utf8');
  const folders = new Set(files.flatMap((file) => /^renderer\/features\/([\w-]+)\//.exec(file)?.[1] ?? []));
  expect([...folders].filter((name) => !listed.includes(`'./${name}/feature.tsx'`))).toEqual([]);
});

/** The folders that a section of the architecture names in the first column of its first table. */
function foldersIn(section: string): string[] {
  const [, text = ''] = readFileSync(join(root, 'docs/architecture.md'), 'utf8').split(`\n${section}\n`);
  const table = /(?:^\|.*\n)+/m.exec(text)?.[0] ?? '';
  const names = table.split('\n').flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([\w/-]+)`/g)]);
  return names.map(([, name = '']) => name.replace(/\/$/, '')).sort();
}

const foldersOf = (...parents: readonly string[]): string[] =>
  [...new Set(parents.flatMap((parent) => files.flatMap((file) => folderAt(parent, file))))].sort();
function folderAt(parent: string, file: string): string[] {
  const name = file.startsWith(`${parent}/`) ? file.slice(parent.length + 1).split('/') : [];
  return name.length > 1 && name[0] !== 'testing' ? [name[0] as string] : [];
}

test.each([
  ['### Folders of shared', ['shared']],
  ['### Folders of the inspector', ['electron/inspector']],
  ['### Folders of the window', ['renderer']],
  ['### Core and features', ['shared/features', 'electron/features', 'renderer/features']],
])('docs/architecture.md names each folder: %s', (section, parents) => {
  expect(foldersIn(section), 'the first column of its table has a row for each').toEqual(foldersOf(...parents));
});

test('docs/architecture.md names each folder of electron, with its layer', () => {
  const named = foldersIn('## Layers').flatMap((path) => /^electron\/([\w-]+)$/.exec(path)?.[1] ?? []);
  expect(named).toEqual(foldersOf('electron'));
});

test('the page Components shows each component that any place uses', () => {
  const isOfAll = (file: string) => /^renderer\/components\/[\w-]+\.tsx$/.test(file) && !isForTests(file);
  const shown = new Set(imports.filter(({ file }) => file.endsWith('.states.tsx')).map(({ target }) => target));
  expect(files.filter((file) => isOfAll(file) && !shown.has(file))).toEqual([]);
});

/** Files that draw something and that no component test opens, and what does instead. */
const drawnElsewhere: Readonly<Record<string, string>> = {
  'renderer/main.tsx': 'it starts the window for each story',
  'renderer/report/main.tsx': 'it starts a report: e2e/report.spec.ts',
};
/** The page for pasted errors runs on other modules than the window (electron/launch/build.ts): e2e/paste.spec.ts opens it as built. */
const isPasted = (file: string) => file.startsWith('renderer/paste/');

test('each component has a test, or its states, or is a part of one that has', () => {
  // A folder of renderer, or of its features.
  const roomOf = (file: string) =>
    file
      .split('/')
      .slice(0, file.startsWith('renderer/features/') ? 3 : 2)
      .join('/');
  const drawn = files.filter((file) => /^renderer\/(?!testing\/).*tsx$/.test(file) && !isPasted(file));
  const tests = drawn.filter(isForTests);
  const named = tests.map((test) => test.replace(/\.(?:test|states)(?=\.tsx$)/, ''));
  // Tests that open the window or a card see what their feature brings to it.
  const inWindow = tests
    .filter((test) => /\bopen(?:Window|Card)\(/.test(readFileSync(join(root, test), 'utf8')))
    .map((test) => `${roomOf(test)}/feature.tsx`);
  const imported = imports.filter(({ file }) => tests.includes(file)).map(({ target }) => target);
  const reached = new Set([...named, ...inWindow, ...imported]);
  for (const from of reached)
    for (const { file, target } of imports)
      if (file === from && target !== null && roomOf(target) === roomOf(file)) reached.add(target);
  const open = drawn.filter((file) => !isForTests(file) && !/\/feature\.tsx$/.test(file) && !reached.has(file));
  expect(open.sort()).toEqual(Object.keys(drawnElsewhere).sort());
});

test('the window has no decoder, and no zod: the host validates', () => {
  // Types are gone in the bundle: `import type`, and lists of nothing but types.
  const isType = (line: string) => /^import (?:type\b|\{(?:\s*type\s+\w+,?)+\s*\})/.test(line.trimStart());
  const used = (file: string): (string | null)[] =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/^(?:import|export)\s[^'"`;]*?from\s*'[^']+'/gm)]
      .filter(([line]) => !isType(line))
      .flatMap(([line]) => importsIn(file, line).map(({ target }) => target));
  const loaded = new Set(['renderer/main.tsx']);
  for (const file of loaded)
    for (const target of used(file)) if (target !== null && /\.tsx?$/.test(target)) loaded.add(target);
  expect(loaded.size).toBeGreaterThan(500);
  expect(
    [...loaded].filter(
      (file) =>
        file === 'shared/decode/decode.ts' ||
        file === 'shared/dialects/built-in.ts' ||
        /^import (?!type\b).* from 'zod'/m.test(readFileSync(join(root, file), 'utf8')),
    ),
  ).toEqual([]);
});

test('every import of the window points down', () => {
  expect(imports.flatMap(pointsUp)).toEqual([]);
});

test('folders import each other in no circle', () => {
  expect(circlesIn(folderGraph(imports), 'folders')).toEqual([]);
});

test('files import each other in no circle', () => {
  expect(circlesIn(fileGraph(imports), 'files')).toEqual([]);
});

test('what is for tests only tests import', () => {
  expect(imports.flatMap(usesTesting)).toEqual([]);
});

test('the reader finds every import there is', () => {
  // A guard whose reader finds nothing would pass whatever the project does.
  for (const folder of ['shared', 'renderer', 'electron', 'bench', 'e2e'])
    expect(imports.filter(({ file }) => file.startsWith(`${folder}/`)).length, folder).toBeGreaterThan(20);
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8');
    // Only the head of a file: further down, texts of programs have lines that look alike.
    const head =
      text.split(/^(?:export|declare|const|let|type|interface|function|async|class|test|it|describe)\b/m)[0] ?? '';
    const begun = head.match(/^import\b(?!\()/gm)?.length ?? 0;
    const found = imports.filter((each) => each.file === file).length;
    expect(found >= begun, `${file} has ${begun} imports, the reader found ${found}`).toBe(true);
  }
  const targets = new Set(imports.flatMap(({ target }) => target ?? []));
  expect([...targets].filter((target) => !existsSync(join(root, target)))).toEqual([]);
});

test('the guard names what is wrong', () => {
  // The guard itself is only worth something if it can fail.
  const bad = [
    ...importsIn('renderer/model/a.ts', "import { b } from '../features/b.tsx';\n"),
    ...importsIn('renderer/features/b.tsx', "import {\n  type A,\n  a,\n} from '../model/a.ts';\nimport './b.css';\n"),
  ];
  expect(bad.flatMap(pointsUp)).toEqual([
    'renderer/model/a.ts imports renderer/features/b.tsx, but renderer/model/ is below renderer/features/.',
  ]);
  expect(circlesIn(folderGraph(bad), 'folders')).toEqual([
    'renderer/features is in a circle of folders: renderer/features/b.tsx imports renderer/model/a.ts, renderer/model/a.ts imports renderer/features/b.tsx.',
    'renderer/model is in a circle of folders: renderer/model/a.ts imports renderer/features/b.tsx, renderer/features/b.tsx imports renderer/model/a.ts.',
  ]);
  const near = [
    ...importsIn('shared/a.ts', "import type { B } from './b.ts';\n"),
    ...importsIn('shared/b.ts', "import './a.ts';\n"),
  ];
  expect(circlesIn(folderGraph(near), 'folders')).toEqual([]);
  expect(circlesIn(fileGraph(near), 'files')[0]).toBe(
    'shared/a.ts is in a circle of files: shared/a.ts imports shared/b.ts, shared/b.ts imports shared/a.ts.',
  );
  expect(importsIn('electron/a.ts', "import { b } from './testing/b.ts';\n").flatMap(usesTesting)).toEqual([
    'electron/a.ts imports electron/testing/b.ts, which is for tests only.',
  ]);
  const featured = [
    ...importsIn('shared/wire/a.ts', "import { b } from '../features/replay/b.ts';\n"),
    ...importsIn('electron/features/watch/a.ts', "import { b } from '../replay/b.ts';\n"),
  ];
  expect(featured.flatMap(needsFeature)).toEqual([
    'shared/wire/a.ts imports shared/features/replay/b.ts, but the core works without any feature.',
    'electron/features/watch/a.ts imports electron/features/replay/b.ts. Say in `needs` that watch needs replay, or move what both use to the core.',
  ]);
  expect(judge({ file: 'shared/a.ts', name: 'react', target: null })).toEqual([
    'shared/a.ts imports react, which shared/ must not use.',
  ]);
});
