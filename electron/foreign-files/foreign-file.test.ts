// Attacks on the door for files from outside: what never ends, blocks, grows, computes or leaves something behind.

import { execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openInspector } from '../app/open-inspector.ts';
import { ForeignDatabase } from './foreign-database.ts';
import {
  copyForeign,
  ForeignFile,
  ForeignFileError,
  foreignParts,
  readForeignText,
  readForeignTextIfThere,
} from './foreign-file.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from './temporary-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'misfire-door-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function obstacleOf(task: () => unknown): string {
  try {
    task();
    return 'none';
  } catch (problem) {
    if (!(problem instanceof ForeignFileError)) throw problem;
    expect(problem.message).toBe(`${problem.path}: ${problem.reason}`);
    return problem.obstacle;
  }
}

const isPosix = process.platform !== 'win32';

describe.runIf(isPosix)('what is not a regular file', () => {
  it.each([
    ['a character device', 'device', (path: string) => symlinkSync('/dev/zero', path)],
    ['an empty device', 'device', (path: string) => symlinkSync('/dev/null', path)],
    ['a terminal', 'device', (path: string) => symlinkSync('/dev/ptmx', path)],
    ['random numbers', 'device', (path: string) => symlinkSync('/dev/urandom', path)],
    ['a pipe without a writer', 'pipe', (path: string) => execFileSync('mkfifo', [path])],
    [
      'a link to a pipe',
      'pipe',
      (path: string) => {
        execFileSync('mkfifo', [`${path}.pipe`]);
        symlinkSync(`${path}.pipe`, path);
      },
    ],
    ['a folder', 'folder', (path: string) => mkdirSync(path)],
    ['a link to a folder', 'folder', (path: string) => symlinkSync(folder, path)],
    ['a link to itself', 'endless link', (path: string) => symlinkSync(path, path)],
    ['a dangling link', 'broken link', (path: string) => symlinkSync(join(folder, 'gone'), path)],
    ['nothing', 'absent', () => {}],
    ['a path through a file', 'absent', (path: string) => writeFileSync(path.slice(0, path.lastIndexOf('/x')), '')],
  ])('%s is refused by every reader', (_, obstacle, make) => {
    const path = obstacle === 'absent' && make.length > 0 ? join(folder, 'file', 'x') : join(folder, 'x');
    make(path);
    expect(obstacleOf(() => new ForeignFile(path))).toBe(obstacle);
    expect(obstacleOf(() => readForeignText(path))).toBe(obstacle);
    expect(obstacleOf(() => [...foreignParts(path)])).toBe(obstacle);
    expect(obstacleOf(() => copyForeign(path, join(folder, 'copy')))).toBe(obstacle);
    expect(existsSync(join(folder, 'copy'))).toBe(false);
    expect(obstacleOf(() => readForeignTextIfThere(path))).toBe(obstacle === 'absent' ? 'none' : obstacle);
  });

  it('a socket is refused', async () => {
    const path = join(folder, 's');
    const server = createServer().listen(path);
    await new Promise((resolve) => server.once('listening', resolve));
    try {
      expect(obstacleOf(() => readForeignText(path))).toBe('pipe');
    } finally {
      server.close();
    }
  });

  it('a file without permission is refused', () => {
    const path = join(folder, 'x');
    writeFileSync(path, 'text');
    chmodSync(path, 0);
    if (process.getuid?.() === 0) expect(readForeignText(path)).toBe('text');
    else expect(obstacleOf(() => readForeignText(path))).toBe('denied');
  });
});

describe('how much is read', () => {
  it('of a sparse terabyte, nothing', () => {
    const path = join(folder, 'x');
    writeFileSync(path, '');
    truncateSync(path, 1e12);
    expect(obstacleOf(() => readForeignText(path))).toBe('too large');
    expect(obstacleOf(() => copyForeign(path, join(folder, 'copy'), { maxBytes: 1e9 }))).toBe('too large');
    // In parts it may be as large as it wants: the reader decides when it has enough.
    expect(foreignParts(path).next().value?.length).toBe(1 << 20);
  });

  it('of a file that grows while it is read, what it had at first', () => {
    const path = join(folder, 'x');
    writeFileSync(path, 'x'.repeat(3 << 20));
    let length = 0;
    for (const part of foreignParts(path)) {
      length += part.length;
      appendFileSync(path, 'y'.repeat(2 << 20));
    }
    expect(length).toBe(3 << 20);
  });

  it('of a file that is truncated meanwhile, what is left', () => {
    const path = join(folder, 'x');
    writeFileSync(path, 'x'.repeat(3 << 20));
    let length = 0;
    for (const part of foreignParts(path)) {
      length += part.length;
      truncateSync(path, 2 << 20);
    }
    expect(length).toBe(2 << 20);
  });

  it.runIf(process.platform === 'linux')('of a file of the kernel, whose size is 0, nothing', () => {
    for (const path of ['/proc/kmsg', '/proc/self/environ', '/proc/self/mem'])
      expect(['', 'denied'], path).toContain(existsSync(path) ? textOrObstacle(path) : '');
  });

  it('ends when it is canceled, or takes longer than allowed', () => {
    const path = join(folder, 'x');
    writeFileSync(path, 'x'.repeat(3 << 20));
    const stop = new AbortController();
    const parts = foreignParts(path, { signal: stop.signal });
    parts.next();
    stop.abort();
    expect(obstacleOf(() => parts.next())).toBe('canceled');
    expect(obstacleOf(() => readForeignText(path, { limitMs: 0 }))).toBe('too slow');
  });
});

function textOrObstacle(path: string): string {
  try {
    return readForeignText(path);
  } catch (problem) {
    return (problem as ForeignFileError).obstacle;
  }
}

describe('a database of another program', () => {
  const reasonOf = (sql: string, table = 'part'): string => {
    const path = join(folder, 'opencode.db');
    const made = new DatabaseSync(path);
    made.exec(sql);
    made.close();
    const database = new ForeignDatabase(path);
    try {
      return String(database.hasTable(table));
    } catch (problem) {
      return (problem as ForeignFileError).reason;
    } finally {
      database.close();
    }
  };

  it.each([
    ['a virtual column', 'CREATE TABLE part (id, data AS (zeroblob(900000000)))', 'has computed columns'],
    ['a stored column', 'CREATE TABLE part (id, data AS (hex(id)) STORED)', 'has computed columns'],
    ['a computed column that nobody asks for', 'CREATE TABLE part (id, data, extra AS (zeroblob(9)))', 'computed'],
    [
      'an endless view',
      'CREATE VIEW part AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id, id AS data FROM n',
      'is a view',
    ],
    ['a full-text table', 'CREATE VIRTUAL TABLE part USING fts5(id, data)', 'is a virtual'],
    ['a name with quotes', 'CREATE TABLE "pa\'rt" (id AS (1), data)', 'computed', "pa'rt"],
  ])('%s is refused', (_, sql, reason, table = 'part') => {
    expect(reasonOf(sql, table)).toContain(reason);
  });

  it('a check that computes does not run', () => {
    expect(
      reasonOf(
        'PRAGMA ignore_check_constraints = ON; CREATE TABLE part (id, data CHECK (length(zeroblob(data)) < 1)); INSERT INTO part VALUES (1, 999999999)',
      ),
    ).toBe('true');
  });

  it('a page that contains itself is damage, not an endless table', () => {
    const path = join(folder, 'x.db');
    const made = new DatabaseSync(path);
    made.exec('PRAGMA page_size = 512; CREATE TABLE part (id INTEGER PRIMARY KEY, data)');
    const insert = made.prepare('INSERT INTO part (data) VALUES (?)');
    for (let row = 0; row < 500; row += 1) insert.run('x'.repeat(300));
    const root = Number(made.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'part'").get()?.rootpage);
    made.close();
    const bytes = readFileSync(path);
    // The right-most child of the root becomes the root itself.
    bytes.writeUInt32BE(root, (root - 1) * 512 + 8);
    writeFileSync(path, bytes);
    const database = new ForeignDatabase(path);
    expect(() => database.hasTable('part')).toThrow(/damaged|malformed/);
    database.close();
  });

  it.each([
    ['no database at all', 'not a database'],
    ['SQLite format 3\0 and then nothing', 'not a database'],
  ])('%s is refused in a sentence', (text, reason) => {
    const path = join(folder, 'x.db');
    writeFileSync(path, text.padEnd(600, 'x'));
    expect(() => new ForeignDatabase(path)).toThrow(reason);
  });

  it.runIf(isPosix)('a pipe as its write-ahead log is refused', () => {
    const path = join(folder, 'x.db');
    const made = new DatabaseSync(path);
    made.exec('CREATE TABLE part (id)');
    made.close();
    execFileSync('mkfifo', [`${path}-wal`]);
    expect(obstacleOf(() => new ForeignDatabase(path))).toBe('pipe');
  });

  it('reads what is only in its write-ahead log', () => {
    const path = join(folder, 'x.db');
    const client = new DatabaseSync(path);
    client.exec('PRAGMA journal_mode = WAL; CREATE TABLE part (id); INSERT INTO part VALUES (7)');
    const database = new ForeignDatabase(path);
    expect([database.hasTable('part'), [...database.rows('SELECT id FROM part', [])]]).toEqual([true, [{ id: 7 }]]);
    database.close();
    client.close();
  });

  it.runIf(isPosix)('its copy has no name while it is read', () => {
    const path = join(folder, 'x.db');
    const made = new DatabaseSync(path);
    made.exec('CREATE TABLE part (id); INSERT INTO part VALUES (1)');
    made.close();
    const database = new ForeignDatabase(path);
    const own = new RegExp(`^misfire-transcript-${process.pid}-`);
    expect(readdirSync(tmpdir()).filter((name) => own.test(name))).toEqual([]);
    expect([...database.rows('SELECT id FROM part', [])]).toEqual([{ id: 1 }]);
    database.close();
  });
});

describe('temporary folders', () => {
  it('of a process that was killed are removed by the next one; those of others stay', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    const [pid] = [child.pid];
    await new Promise((resolve) => child.once('exit', resolve));
    const left = join(folder, `misfire-rehearse-${pid}-abcdef`);
    const kept = [
      `misfire-rehearse-${process.pid}-abcdef`,
      `misfire-rehearse-${pid}`,
      'misfire-rehearse-x-abcdef',
      'notes',
    ];
    for (const name of [left, ...kept.map((name) => join(folder, name))]) mkdirSync(name);
    const target = join(folder, 'notes', 'mine.txt');
    writeFileSync(target, 'kept');
    symlinkSync(join(folder, 'notes'), join(left, 'link'));
    const made = makeTemporaryFolder('transcript', folder);
    expect([existsSync(left), existsSync(made), existsSync(target)]).toEqual([false, true, true]);
    for (const name of kept) expect(existsSync(join(folder, name)), name).toBe(true);
    removeTemporaryFolder(made);
    expect(existsSync(made)).toBe(false);
  });

  it('are removed at the next start of Misfire, of any command', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await new Promise((resolve) => child.once('exit', resolve));
    const left = ['transcript', 'probe'].map((purpose) => join(tmpdir(), `misfire-${purpose}-${child.pid}-abcdef`));
    for (const name of left) mkdirSync(name);
    const inspector = await openInspector({
      env: {},
      folder,
      dataDir: join(folder, 'data'),
      version: '0',
      abilities: { openExternal: false, secureStorage: false },
    });
    await inspector.close();
    expect(left.filter((name) => existsSync(name))).toEqual([]);
  });

  it.runIf(isPosix)('a signal during a task takes effect after it', async () => {
    const program = `
      import { holdSignals } from ${JSON.stringify(join(import.meta.dirname, 'temporary-folder.ts'))};
      holdSignals(() => { process.kill(process.pid, 'SIGTERM'); process.stdout.write('done'); });
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let shown = '';
    child.stdout.on('data', (part) => {
      shown += part;
    });
    const signal = await new Promise((resolve) => child.once('close', (_, by) => resolve(by)));
    expect([shown, signal]).toEqual(['done', 'SIGTERM']);
  });
});
