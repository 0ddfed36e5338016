// Every command that reads a file refuses one that never ends, blocks or is damaged: at once, in a sentence, without a stack.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runHere } from '../../../launch/testing/run-here.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'misfire-endless-'));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

const commands: Readonly<Record<string, (file: string) => string[]>> = {
  decode: (file) => ['decode', file],
  import: (file) => ['import', file],
  replay: (file) => ['replay', file],
  mock: (file) => ['mock', file],
  'report-card': (file) => ['report-card', file],
  seen: (file) => ['seen', file],
  'rehearse --plan': (file) => ['rehearse', '--plan', file, '--', 'true'],
  'call with arguments': (file) => ['call', 'no-such-program', 'pay', `note=@${file}`],
  'an entry of a settings file': (file) => ['doctor', `${file}#shop`],
};

const kinds: Readonly<Record<string, { make: (path: string) => void; says: RegExp }>> = {
  '/dev/zero': { make: (path) => symlinkSync('/dev/zero', path), says: /is a device/ },
  'a pipe': { make: (path) => execFileSync('mkfifo', [path]), says: /is a pipe/ },
  'a sparse terabyte': {
    make: (path) => {
      writeFileSync(path, '');
      truncateSync(path, 1e12);
    },
    says: /is larger than/,
  },
};

describe.skipIf(process.platform === 'win32')('a file that does not end', () => {
  const cases = Object.keys(commands).flatMap((command) => Object.keys(kinds).map((kind) => [command, kind] as const));
  // An import reads a file of any size, in parts.
  it.each(cases.filter(([command, kind]) => command !== 'import' || kind !== 'a sparse terabyte'))(
    '%s refuses %s',
    async (command, kind) => {
      const file = join(data, 'given.json');
      kinds[kind]?.make(file);
      const { code, stderr } = await runHere(commands[command]?.(file) ?? [], {
        data: join(data, 'folder'),
        cwd: data,
      });
      expect(stderr).toMatch(kinds[kind]?.says ?? /never/);
      expect(stderr).not.toMatch(/\n\s+at /);
      expect(code).toBe(2);
    },
  );

  it.each(Object.keys(kinds))('a hook with %s as .mcp.json of its project keeps its report', async (kind) => {
    const report = { session_id: 's', sessionId: 's', timestamp: 1_794_965_294_084, cwd: data };
    kinds[kind]?.make(join(data, '.mcp.json'));
    const call = { ...report, toolName: 'my-shop-pay', toolArgs: { amount: 5 }, toolResult: { resultType: 'failure' } };
    const home = join(data, 'home');
    mkdirSync(join(home, '.copilot'), { recursive: true });
    writeFileSync(join(home, '.copilot', 'mcp-config.json'), '{"mcpServers":{"my-shop":{"command":"x"}}}');
    const folder = join(data, 'folder');
    const ran = await runHere(['hook', '--data', folder], { input: JSON.stringify(call), env: { HOME: home } });
    expect(ran).toMatchObject({ code: 0, said: '' });
    expect(readdirSync(join(folder, 'spool'))).toHaveLength(1);
  });

  it.each(Object.keys(kinds))('%s among the dialects is skipped with its name', async (kind) => {
    mkdirSync(join(data, 'dialects'));
    kinds[kind]?.make(join(data, 'dialects', 'mine.json'));
    writeFileSync(join(data, 'x.jsonl'), '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no"}}\n');
    const { stderr } = await runHere(['decode', join(data, 'x.jsonl')], { data });
    expect(stderr).toMatch(/Ignored a dialect: mine\.json: It cannot be read: it is/);
  });
});

describe('a database of opencode', () => {
  const make = (sql: string): string => {
    const file = join(data, 'opencode.db');
    const database = new DatabaseSync(file);
    database.exec(sql);
    database.close();
    return file;
  };

  it.each(['decode', 'import'])('with a computed column is refused by %s', async (command) => {
    // An insertion into a table with the column would compute it.
    const file = make(
      `CREATE TABLE part (id, session_id, time_created);
       INSERT INTO part (id) VALUES (1);
       ALTER TABLE part ADD COLUMN data AS (printf('{"type":"tool"%*c', 900000000, '}'))`,
    );
    const { code, stderr } = await runHere([command, file], { data: join(data, 'folder') });
    expect(stderr).toContain('cannot be read: its table “part” has computed columns.');
    expect(code).toBe(2);
  });

  it.each(['decode', 'import'])('that is damaged is refused by %s without a stack', async (command) => {
    const file = make('CREATE TABLE part (id, data); INSERT INTO part VALUES (1, 2)');
    truncateSync(file, 4100);
    const { code, stderr } = await runHere([command, file], { data: join(data, 'folder') });
    expect(stderr).toMatch(/cannot be read: (?:it is damaged|database disk image is malformed)\./);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(code).toBe(2);
  });
});
