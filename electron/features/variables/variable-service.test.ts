// A server with a missing variable gets one in each way: real processes, a real login shell and a real .env file, through the API that
// windows use.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TestInspector, value } from '../../inspector/testing/test-inspector.ts';
import { VariableFinder } from './variable-finder.ts';

const needsKey = `
if (!process.env.ACME_API_KEY) {
  console.error('Error: ACME_API_KEY is not set');
  process.exit(1);
}
console.error('key is ' + process.env.ACME_API_KEY);
const answers = {
  initialize: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'acme', version: '1' } },
};
require('node:readline').createInterface(process.stdin).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method] ?? {} }));
});
`;

let bench: TestInspector;
let folder: string;
let server: string;
beforeEach(async () => {
  bench = await TestInspector.open();
  folder = await mkdtemp(join(tmpdir(), 'misfire-variables-'));
  const file = join(folder, 'acme.cjs');
  await writeFile(file, needsKey);
  server = await bench.add('acme', { kind: 'stdio', command: process.execPath, args: [file], cwd: folder });
});
afterEach(async () => {
  await bench.close();
  await rm(folder, { recursive: true, force: true });
});

const names = ['ACME_API_KEY'];
const stderr = async () => JSON.stringify((await bench.rows()).filter(({ kind }) => kind === 'stderr'));
const state = async () => (await bench.view(server))?.state;

test('a value for this run starts the server, and is never written', async () => {
  await bench.api.connect({ server });
  expect(await state()).toBe('failed');
  const values = { ACME_API_KEY: { value: 'for-this-run-7391' } };
  await value(bench.api.setVariables({ server, values, words: {}, keep: 'run' }));
  await value(bench.api.restart({ server }));
  expect(await state()).toBe('connected');
  const { config } = await value(bench.api.serverConfig({ server }));
  expect(JSON.stringify(config)).not.toContain('ACME_API_KEY');
  // Server output that contains it is masked too.
  await vi.waitFor(async () => expect(await stderr()).toContain('key is ‹hidden›'));
  expect(await stderr()).not.toContain('for-this-run-7391');
});

test('a value of the .env file is offered by name, and used without being shown', async () => {
  await writeFile(join(folder, '.env'), '# mine\nACME_API_KEY="from-file-7391"\nOTHER=1\n');
  await bench.api.connect({ server });
  const { offers } = await value(bench.api.variableOffers({ server, names }));
  expect(offers).toEqual([{ name: 'ACME_API_KEY', from: 'file', path: join(folder, '.env') }]);
  await value(
    bench.api.setVariables({ server, values: { ACME_API_KEY: { from: 'file' } }, words: {}, keep: 'server' }),
  );
  await value(bench.api.restart({ server }));
  expect(await state()).toBe('connected');
  const { config } = await value(bench.api.serverConfig({ server }));
  expect(config).toMatchObject({ transport: { env: { ACME_API_KEY: '' } }, secrets: ['env:ACME_API_KEY'] });
  await rm(join(folder, '.env'));
  expect(
    await bench.api.setVariables({ server, values: { ACME_API_KEY: { from: 'file' } }, words: {}, keep: 'server' }),
  ).toMatchObject({ ok: false, error: { message: 'ACME_API_KEY is not there any more. Type its value.' } });
});

test('an invalid variable name reaches no shell', async () => {
  const finder = new VariableFinder({ SHELL: '/bin/sh', HOME: folder, PATH: process.env.PATH });
  const transport = { kind: 'stdio' as const, command: 'acme', args: [], env: {} };
  expect(await finder.offers(transport, [`X; touch ${folder}/made`])).toEqual([]);
  await expect(readFile(join(folder, 'made'))).rejects.toThrow('ENOENT');
});

test.runIf(process.platform !== 'win32')(
  'the login shell provides variables that Misfire was started without',
  async () => {
    await writeFile(join(folder, '.profile'), "echo Hello; export ACME_API_KEY='two\nlines'; export EMPTY_KEY=\n");
    const transport = { kind: 'stdio' as const, command: 'acme', args: [], env: {} };
    const finder = new VariableFinder({ SHELL: '/bin/sh', HOME: folder, PATH: process.env.PATH, REGION_NAME: 'eu' });
    const wanted = [...names, 'EMPTY_KEY', 'NEVER_SET', 'REGION_NAME'];
    expect(await finder.offers(transport, wanted)).toEqual([
      { name: 'REGION_NAME', from: 'environment', path: '' },
      { name: 'ACME_API_KEY', from: 'shell', path: '' },
    ]);
    expect(await finder.value(transport, 'ACME_API_KEY', 'shell')).toBe('two\nlines');
  },
);
