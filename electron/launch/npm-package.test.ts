// The result of `npm pack`: built, small, without source maps, and a program that runs without anything else. Also a library for Node,
// browsers and compilers that works as documented.

import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import spawn from 'cross-spawn';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findSample } from '../inspector/sample-config.ts';
import { samples } from '../samples/catalogue.ts';
import { projectRoot } from './build-stamp.ts';

let folder: string;
let tarball: string;
/** Where npm would install it. */
let installed: string;

const run = (command: string, args: string[], cwd: string) => {
  const { status, stdout, stderr } = spawn.sync(command, args, { cwd, encoding: 'utf8' });
  return { status, stdout: String(stdout), stderr: String(stderr) };
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'misfire-pack-'));
  // Built by `prepack`, as for every `npm pack`.
  const packed = run('npm', ['pack', '--pack-destination', folder], projectRoot);
  expect(packed.status, packed.stderr).toBe(0);
  tarball = join(folder, readdirSync(folder).find((file) => file.endsWith('.tgz')) ?? '');
  installed = join(folder, 'node_modules', 'misfire');
  mkdirSync(installed, { recursive: true });
  expect(run('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed], folder).status).toBe(0);
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('is below 4 MB and contains no source maps and no sources', () => {
  expect(statSync(tarball).size).toBeLessThan(4_000_000);
  const files = run('tar', ['-tzf', tarball], folder).stdout.split('\n');
  expect(files).toContain('package/dist/node/misfire.cjs');
  expect(files).toContain('package/dist/shell/main.js');
  expect(files).toContain('package/dist/third-party-licenses.txt');
  expect(files).toContain('package/skills/misfire/SKILL.md');
  for (const { entry } of samples) expect(files).toContain(`package/dist/node/samples/${entry}.js`);
  expect(files.filter((file) => /\.(map|tsx?)$/.test(file) && !file.endsWith('.d.ts'))).toEqual([]);
  expect(files.filter((file) => file.endsWith('.d.ts')).every((file) => file.includes('/dist/library/types/'))).toBe(
    true,
  );
});

test('has a window that starts with at most 462 kB gzipped; editors load later', () => {
  const folder = join(installed, 'dist', 'renderer');
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const scripts = [...page.matchAll(/(?:src|href)="(\S+\.js)"/g)].map(([, name = '']) => join(folder, name));
  const size = (script: string) => gzipSync(readFileSync(script), { level: 9 }).length;
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.map(size).reduce((sum, one) => sum + one, 0)).toBeLessThan(462_000);
});

test('has no dependencies, and runs from the tarball', () => {
  // As npm installs it: what it would install besides is in these members.
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  const needs = [
    'dependencies',
    'optionalDependencies',
    'peerDependencies',
    'bundleDependencies',
    'bundledDependencies',
  ];
  expect(needs.filter((name) => name in manifest)).toEqual([]);
  const program = join(installed, 'dist', 'node', 'misfire.cjs');
  const version = run(process.execPath, [program, '--version'], folder);
  expect(version.stdout.trim()).toMatch(/^\d+\.\d+\.\d+$/);
  const probed = run(
    process.execPath,
    [program, 'compare', 'sample:erlmcp', '--only', 'unknown-tool', '--data', join(folder, 'data')],
    folder,
  );
  expect(probed.stdout + probed.stderr).toContain('erlmcp');
});

test('reports on an older Node which version it needs', () => {
  // As that Node would run it: the first lines check nothing else.
  const program = join(projectRoot, 'electron', 'launch', 'bin.cjs');
  const asOld = `Object.defineProperty(process.versions, 'node', { value: '20.18.3' }); require(${JSON.stringify(program)});`;
  const { status, stderr } = run(process.execPath, ['-e', asOld], folder);
  expect(status).toBe(2);
  expect(stderr).toContain('This is Node 20.18.3, and Misfire needs 22.13 or newer');
});

const inFolder = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

test('is a library in Node', () => {
  const program = inFolder(
    'use.mjs',
    `import { asSeenBy, decode, Learner, retryPlan } from 'misfire';
     const failure = decode({ error: { code: -32000, message: 'Rate limited', data: { retry_after_ms: 1500 } } });
     console.log(failure.class, retryPlan(failure).attempts[0].earliestMs, new Learner().dialect);
     console.log(asSeenBy('codex', { content: [], isError: true }).lost.join());`,
  );
  const { stdout, stderr } = run(process.execPath, [program], folder);
  expect(stdout.trim(), stderr).toBe('rate_limited 1500 null\nflag');
});

test('makes errors in Node that its own decoder reads', () => {
  const program = inFolder(
    'errors.mjs',
    `import { decode } from 'misfire';
     import { toolError } from 'misfire/errors';
     const result = toolError({ class: 'rate_limited', sentence: 'Too many bookings', retry: { afterMs: 5000 } });
     const { class: found, retry } = decode(result);
     console.log(result.content[0].text, found, retry.afterMs);`,
  );
  const { stdout, stderr } = run(process.execPath, [program], folder);
  expect(stdout.trim(), stderr).toBe('Error: Too many bookings. Retry after 5 s. rate_limited 5000');
});

test('is a library in a browser, below 194 kB gzipped, without Node APIs', { timeout: 300_000 }, async () => {
  const entry = inFolder('page.js', "import * as misfire from 'misfire';\nglobalThis.misfire = misfire;\n");
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    build: { write: false, rolldownOptions: { input: entry } },
  });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((each) => ('output' in each ? each.output : []));
  const code = outputs.map((each) => ('code' in each ? each.code : '')).join('');
  expect(code).toContain('rate_limited');
  expect(code).not.toMatch(/(?:from|import|require)\s*\(?["']node:/);
  expect(gzipSync(code).length).toBeLessThan(194_000);
  // It runs with nothing but the language itself.
  const bare = inFolder(
    'bare.mjs',
    `import { createContext, runInContext } from 'node:vm';
    import { readFileSync } from 'node:fs';
    const page = createContext({});
    runInContext(readFileSync(process.argv[2], 'utf8'), page);
    console.log(page.misfire.decode({ isError: true, content: [{ type: 'text', text: 'Not found' }] }).class);`,
  );
  const { stdout, stderr } = run(process.execPath, [bare, inFolder('page-built.js', code)], folder);
  expect(stdout.trim(), stderr).toBe('not_found');
});

/** What the compiler says about these files. */
function problemsIn(files: string[], options: object): string {
  const compilerOptions = { strict: true, module: 'nodenext', target: 'es2024', noEmit: true, ...options };
  inFolder('tsconfig.json', JSON.stringify({ compilerOptions, files }));
  return run(process.execPath, [join(projectRoot, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', folder], folder)
    .stdout;
}

test('has types that need no other package', () => {
  inFolder('types.mts', "export * from 'misfire';\nexport * from 'misfire/errors';\n");
  expect(problemsIn(['types.mts'], { types: [], skipLibCheck: false })).toBe('');
});

test("works as documented: the loop compiles and follows a sample's hints", {
  timeout: 300_000,
}, () => {
  const text = readFileSync(join(folder, 'node_modules', 'misfire', 'docs', 'library.md'), 'utf8');
  const code = /An agent loop.*?```ts\n(.*?)```/s.exec(text)?.[1] ?? '';
  const program = inFolder('loop.mts', code);
  mkdirSync(join(folder, 'node_modules', '@modelcontextprotocol'), { recursive: true });
  for (const name of ['@modelcontextprotocol/client', '@types'])
    symlinkSync(join(projectRoot, 'node_modules', name), join(folder, 'node_modules', name), 'junction');
  // The declarations of other packages are not ours to check.
  expect(problemsIn(['loop.mts'], { types: ['node'], skipLibCheck: true })).toBe('');
  const sample = findSample('orders-adapter')?.transport;
  const orders = sample?.kind === 'stdio' ? [sample.command, ...sample.args] : [];
  const { stdout, stderr } = run(process.execPath, [program, ...orders], folder);
  const lines = stdout.trim().split('\n');
  expect(lines, stderr).toHaveLength(2);
  expect(lines[0]).toBe('sync_order, 2 attempts: done');
  expect(lines[1]).toMatch(/^get_order, 1 attempt: not_found: /);
});
