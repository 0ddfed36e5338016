// Secrets and variables of a server's configuration: where they are stored, where they go, and that they stay out of the log.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ServerConfig, serverConfigSchema } from '../../../shared/server/server-config.ts';
import { Desk } from '../testing/signing-in.ts';
import { ConfigSecrets } from './config-secrets.ts';
import { openFileVault } from './file-vault.ts';
import { memoryVault } from './memory-vault.ts';
import { openVault } from './open-vault.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'misfire-vault-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('only the owner can read the file, and it survives a restart', async () => {
  const vault = await openVault(folder);
  expect(vault).toMatchObject({ where: 'file', words: expect.stringContaining('not encrypted') });
  await Promise.all([vault.set('a', '1'), vault.set('b', '2'), vault.set('a', undefined)]);
  const path = join(folder, 'secrets.json');
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
  const again = await openVault(folder);
  expect([again.get('a'), again.get('b')]).toEqual([undefined, '2']);
  expect(readdirSync(folder)).toEqual(['secrets.json']);
});

test('a file with an invalid secret name is renamed as a whole', async () => {
  const text = '{"version":1,"secrets":{"__proto__":"hand-written"}}';
  writeFileSync(join(folder, 'secrets.json'), text);
  const vault = await openVault(folder);
  await vault.set('z', 'kept');
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  expect(files).toContain(text);
  expect((await openVault(folder)).get('z')).toBe('kept');
});

test('a damaged file is renamed with a notice that does not quote it', async () => {
  writeFileSync(join(folder, 'secrets.json'), '{"version":1,"secrets":{"a":"hunter2"');
  const vault = await openVault(folder);
  expect(vault.get('a')).toBeUndefined();
  expect(vault.notice).toContain('renamed the file to');
  expect(vault.notice).not.toContain('hunter2');
  expect(readdirSync(folder).some((name) => name.includes('.unreadable-'))).toBe(true);
});

test('sealed values are sealed in the file, and one that cannot be unsealed is reported and kept', async () => {
  const path = join(folder, 'sealed.json');
  const seal = {
    close: async (value: string) => `sealed:${[...value].reverse().join('')}`,
    open: async (text: string) => (text.startsWith('sealed:') ? [...text.slice(7)].reverse().join('') : null),
  };
  const options = { path, where: 'system' as const, words: '', seal };
  const vault = await openFileVault(options);
  await vault.set('a', 'hunter2');
  expect(readFileSync(path, 'utf8')).not.toContain('hunter2');
  expect((await openFileVault(options)).get('a')).toBe('hunter2');
  writeFileSync(path, readFileSync(path, 'utf8').replace('sealed:', 'lost:'));
  const locked = await openFileVault(options);
  expect([locked.get('a'), locked.notice]).toEqual([undefined, expect.stringContaining('Enter it again')]);
  await locked.set('b', 'x');
  expect(readFileSync(path, 'utf8')).toContain('lost:');
});

test('a run that stores nothing stores no secrets', async () => {
  expect((await openVault(null)).where).toBe('memory');
});

const config = (more: object): ServerConfig => serverConfigSchema.parse({ name: 'x', ...more });
const marked = config({
  transport: { kind: 'http', url: 'https://x/', headers: { Authorization: 'Bearer abc', Accept: 'y' } },
  signIn: { clientId: 'me', clientSecret: 'shh' },
  secrets: ['header:Authorization', 'clientSecret'],
});

test('secrets are removed, restored, kept when empty, and deleted', async () => {
  const vault = memoryVault();
  const secrets = new ConfigSecrets(vault);
  const saved = secrets.take('s', marked);
  expect(saved).toMatchObject({
    transport: { headers: { Authorization: '', Accept: 'y' } },
    signIn: { clientId: 'me', clientSecret: '' },
  });
  expect(secrets.fill('s', saved)).toMatchObject({ config: marked, missing: [] });
  expect(secrets.fill('another', saved).missing).toEqual(['header:Authorization', 'clientSecret']);
  // Saved again as shown.
  expect(secrets.fill('s', secrets.take('s', saved, saved.secrets))).toMatchObject({ config: marked });
  // No longer a secret.
  const open = secrets.take('s', { ...saved, secrets: ['clientSecret'] }, saved.secrets);
  expect(secrets.fill('s', { ...open, secrets: saved.secrets }).missing).toEqual(['header:Authorization']);
  secrets.forget('s', saved);
  expect(secrets.fill('s', saved).missing).toEqual(['header:Authorization', 'clientSecret']);
});

test('secrets in a hand-written list move to the vault, and plain values stay', async () => {
  const desk = new Desk();
  const list = join(desk.folder, 'servers.json');
  const plain = config({ transport: { kind: 'http', url: 'http://127.0.0.1:9/', headers: { 'X-Plain': 'seen' } } });
  const servers = [
    { id: 'a', colour: 0, config: { ...marked, secrets: ['header:authorization', 'clientSecret'] } },
    { id: 'b', colour: 1, config: plain },
  ];
  writeFileSync(list, JSON.stringify({ version: 1, servers }));
  await desk.open();
  try {
    expect(readFileSync(list, 'utf8')).not.toMatch(/Bearer abc|shh/);
    expect(readFileSync(list, 'utf8')).toContain('seen');
    await expect.poll(() => readFileSync(join(desk.folder, 'secrets.json'), 'utf8')).toMatch(/Bearer abc[\s\S]*shh/);
  } finally {
    await desk.close();
  }
});

/** Prints its input on stderr, then exits. */
const printer = 'console.error(process.argv.slice(1).join(" "), process.env.KEY, process.env.OTHER)';
const ref = (text: string): string => `\${${text}}`;

test('a command gets its secrets and variables, and the log does not', async () => {
  process.env.MISFIRE_TEST_VALUE = 'value-from-outside';
  process.env.MISFIRE_TEST_TOKEN = 'token-from-outside';
  const desk = await new Desk().open();
  try {
    const server = await desk.add({
      name: 'printer',
      transport: {
        kind: 'stdio',
        command: process.execPath,
        args: [
          '-e',
          printer,
          '--',
          ref('MISFIRE_TEST_VALUE'),
          ref('MISFIRE_NOT_SET:-instead'),
          ref('env:MISFIRE_TEST_VALUE'),
        ],
        env: { KEY: 'a-secret-of-mine', OTHER: ref('MISFIRE_TEST_TOKEN') },
        cwd: ref('TMPDIR:-/tmp'),
      },
      secrets: ['env:KEY'],
    });
    const rows = await desk.rows();
    const output = rows.find(({ kind }) => kind === 'stderr')?.detail ?? '';
    expect(output).toContain(`value-from-outside instead value-from-outside ‹hidden› ${ref('MISFIRE_TEST_TOKEN')}`);
    const spawned = rows.find(({ headline }) => headline === 'Started')?.detail ?? '';
    expect(spawned).toContain(ref('MISFIRE_TEST_VALUE'));
    expect(spawned).not.toContain('value-from-outside');
    expect((await desk.server(server)).endpoint).toContain(ref('MISFIRE_TEST_VALUE'));
    await desk.inspector.close();
    expect(desk.kept(['secrets.json'])).not.toMatch(/a-secret-of-mine|token-from-outside/);
    expect(readFileSync(join(desk.folder, 'secrets.json'), 'utf8')).toContain('a-secret-of-mine');
    // After a restart it is still there; after removal it is not.
    await desk.open();
    await desk.inspector.api.connect({ server });
    expect(
      (await desk.rows()).filter(({ kind, detail }) => kind === 'stderr' && detail.includes('‹hidden›')).length,
    ).toBe(2);
    await desk.inspector.api.removeServer({ server });
    expect(readFileSync(join(desk.folder, 'secrets.json'), 'utf8')).not.toContain('a-secret-of-mine');
  } finally {
    delete process.env.MISFIRE_TEST_VALUE;
    delete process.env.MISFIRE_TEST_TOKEN;
    await desk.close();
  }
});

test('an unset variable and a missing secret are connection failures that name it', async () => {
  const desk = await new Desk().open();
  try {
    const url = `http://127.0.0.1:9/${ref('MISFIRE_NOT_SET')}`;
    const server = await desk.add({ name: 'far', transport: { kind: 'http', url, headers: {} } });
    const words = `The environment variable MISFIRE_NOT_SET, used in the address, is not set. Set it where Misfire is started, or write ${ref('MISFIRE_NOT_SET:-value')}.`;
    expect(await desk.server(server)).toMatchObject({ state: 'failed', reason: words });
    expect((await desk.rows()).at(-1)).toMatchObject({
      kind: 'life',
      headline: expect.stringContaining('Something is missing'),
      detail: expect.stringContaining('MISFIRE_NOT_SET'),
    });
    const second = await desk.add({
      name: 'locked',
      transport: { kind: 'http', url: 'http://127.0.0.1:9/', headers: { 'X-Key': '' } },
      secrets: ['header:X-Key'],
    });
    expect((await desk.server(second)).reason).toBe(
      'The secret value of the header X-Key is not kept here. Edit the server and enter it again.',
    );
    expect(existsSync(join(desk.folder, 'secrets.json'))).toBe(false);
  } finally {
    await desk.close();
  }
});

test('addresses may contain variables', () => {
  const parses = (url: string) => serverConfigSchema.safeParse({ name: 'x', transport: { kind: 'http', url } }).success;
  expect(
    [`${ref('BASE')}/mcp`, `https://${ref('HOST')}:${ref('PORT')}/mcp`, `https://x/${ref('A:-b')}`].map(parses),
  ).toEqual([true, true, true]);
  expect([`ftp://${ref('HOST')}/`, 'nothing', `x${ref('A')}`].map(parses)).toEqual([false, false, false]);
});
