// Parquet as people get it: real commands on real data folders, read by a real DuckDB with the queries of docs/teams.md as they are.

import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isCounted } from '../../../../shared/actors.ts';
import type { Row } from '../../../../shared/timeline.ts';
import { parquetTables } from '../../../inspector/recordings/parquet-columns.ts';
import { projectRoot } from '../../../launch/build-stamp.ts';
import { runHere } from '../../../launch/testing/run-here.ts';

const misfire = (...args: string[]) => runHere(args);

/** Each call goes on from the last one. A number of milliseconds passes between them. */
class CaptureText {
  #t = 0;
  #id = 0;
  readonly #lines = ['{"misfire":1,"started":"2026-11-14T23:59:58.000Z"}'];

  connect(server: string, version: string): void {
    const clientInfo = { name: 'claude-code', version };
    this.call(server, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }, 1, {
      result: {
        protocolVersion: '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: server, version: '1.4.0' },
      },
    });
  }

  tool(server: string, name: string, args: object, afterMs: number, answer: object): void {
    this.call(server, 'tools/call', { name, arguments: args }, afterMs, answer);
  }

  call(server: string, method: string, params: object, afterMs: number, answer: object): void {
    this.#t += afterMs;
    this.#id += 1;
    const line = (lane: string, message: object) =>
      this.#lines.push(
        JSON.stringify({
          t: this.#t,
          server,
          lane,
          by: 'client',
          client: 'Claude Code',
          text: JSON.stringify(message),
        }),
      );
    line('out', { jsonrpc: '2.0', id: this.#id, method, params });
    this.#t += 20;
    line('in', { jsonrpc: '2.0', id: this.#id, ...answer });
  }

  get text(): string {
    return `${this.#lines.join('\n')}\n`;
  }
}

const text = (words: string, more: object = {}) => ({ result: { content: [{ type: 'text', text: words }], ...more } });
const limited = text('Rate limit exceeded. Retry after 2 seconds.', { isError: true });
const secret = 'hunter22-secret';

function laptop(): string {
  const capture = new CaptureText();
  capture.connect('api', '2.1.0');
  capture.tool('api', 'search', { q: 'a' }, 100, limited);
  capture.tool('api', 'search', { q: 'a' }, 2_500, text('three hits'));
  capture.tool('api', 'search', { q: 'b' }, 100, limited);
  capture.tool('api', 'search', { q: 'b' }, 300, limited);
  capture.tool('api', 'search', { q: 'b' }, 5_000, text('two hits'));
  capture.connect('files', '2.1.0');
  const missing = "Error: ENOENT: no such file or directory, open '/srv/a.txt'";
  capture.tool('files', 'read', { path: '/srv/a.txt', password: secret }, 100, text(missing, { isError: true }));
  return capture.text;
}

function desktop(): string {
  const capture = new CaptureText();
  capture.connect('shop', '2.2.0');
  capture.tool('shop', 'order', { item: 1 }, 100, text('Error: the order could not be placed: permission denied'));
  capture.tool('shop', 'order', { item: 2 }, 100, { error: { code: -32602, message: 'item must be a string' } });
  capture.tool('shop', 'order', { item: '3' }, 100, text('ordered'));
  return capture.text;
}

let folder: string;
let share: string;
const machines = { laptop, desktop };
const logged: (Row & { machine: string })[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'misfire-parquet-'));
  share = join(folder, 'share');
  for (const [machine, capture] of Object.entries(machines)) {
    const data = join(folder, machine);
    mkdirSync(data);
    writeFileSync(join(data, 'one.jsonl'), capture());
    expect(await misfire('import', '--data', data, join(data, 'one.jsonl'))).toMatchObject({ code: 0 });
    const command = [
      'export',
      '--data',
      data,
      '--format',
      'parquet',
      '--append',
      '--machine',
      machine,
      '--json',
      share,
    ];
    expect(await misfire(...command)).toMatchObject({ code: 0, stderr: '' });
    const { stdout } = await misfire('log', '--data', data, '--json', '--exit-zero');
    for (const line of stdout.trim().split('\n')) logged.push({ ...JSON.parse(line), machine });
  }
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const duckdb = await DuckDBInstance.create(':memory:');
  const connection = await duckdb.connect();
  try {
    await connection.run(`SET file_search_path = '${share.replaceAll("'", "''")}'`);
    return (await connection.runAndReadAll(sql)).getRowObjectsJson() as Record<string, unknown>[];
  } finally {
    connection.closeSync();
    duckdb.closeSync();
  }
}

/** The queries of the page, by the words above each. */
function documented(): Map<string, string> {
  const page = readFileSync(join(projectRoot, 'docs', 'teams.md'), 'utf8');
  const found = page.matchAll(/^\*\*([^*]+)\*\*[^\n]*\n\n```sql\n([^`]+)```$/gm);
  return new Map([...found].map(([, title = '', sql = '']) => [title, sql]));
}
const asked = (title: string) => query(documented().get(title) ?? `no query "${title}"`);

const failedRows = () =>
  logged.filter((row) => isCounted(row.actor) && (row.failure !== null || (row.outcome ?? 'answered') !== 'answered'));
const failedCalls = (rows: readonly (Row & { machine: string })[]) =>
  new Set(rows.map(({ machine, incident, id }) => `${machine} ${incident ?? id}`)).size;

describe('queries of docs/teams.md in DuckDB', () => {
  it('are five', () => expect([...documented().keys()]).toHaveLength(5));

  it('count failed calls and causes as misfire log does, also by the query of docs/parquet.md', async () => {
    const page = readFileSync(join(projectRoot, 'docs', 'parquet.md'), 'utf8');
    const [, sql = ''] = /```sql\n([^`]+)```/.exec(page) ?? [];
    const [counted] = await query(sql.replace('DIR/', ''));
    const causes = new Set(failedRows().map(({ group }) => group)).size;
    expect(counted).toEqual({ failed_calls: String(failedCalls(failedRows())), causes: String(causes) });
  });

  it('count failed calls by class, server and day as misfire log does, over two machines', async () => {
    const rows = await asked('Failed calls by class and server per day');
    const expected = new Map<string, (Row & { machine: string })[]>();
    for (const row of failedRows()) {
      const began = new Date((row.endAt ?? row.at) - (row.latencyMs ?? 0)).toISOString().slice(0, 10);
      const key = `${began} ${row.server} ${row.failure?.class}`;
      expected.set(key, [...(expected.get(key) ?? []), row]);
    }
    expect(expected.size).toBeGreaterThan(3);
    expect(
      Object.fromEntries(rows.map((row) => [`${row.day} ${row.server} ${row.class}`, Number(row.failed_calls)])),
    ).toEqual(Object.fromEntries([...expected].map(([key, failed]) => [key, failedCalls(failed)])));
  });

  it('show who followed retry hints', async () => {
    expect(await asked('Retry obedience by client version')).toMatchObject([
      { client: 'Claude Code', client_version: '2.1.0', honoured: '2', too_early: '1' },
    ]);
  });

  it('add up waits', async () => {
    const [api, ...others] = await asked('Time lost to waits');
    expect(api).toMatchObject({ server: 'api', waits: '3', seconds_asked: 6 });
    expect(api?.seconds_waited).toBeCloseTo(7.8, 1);
    expect(others.map(({ server }) => server)).not.toContain('files');
  });

  it('list groups that are new', async () => {
    const rows = await asked('New causes this week');
    expect(new Set(rows.map((row) => row.failure_group))).toEqual(new Set(failedRows().map(({ group }) => group)));
    expect(rows.reduce((sum, row) => sum + Number(row.failed_calls), 0)).toBe(failedCalls(failedRows()));
  });

  it('name servers that report failures as success', async () => {
    const rows = await asked('Servers whose errors models cannot see');
    const hidden = failedRows().filter(({ server, failure }) => server === 'shop' && failure?.flagged === false);
    expect(hidden).toHaveLength(1);
    expect(rows.find((row) => row.server === 'shop')).toMatchObject({
      server_version: '1.4.0',
      reported_as_success: '1',
      failed_tool_calls: '2',
    });
  });
});

describe('the files', () => {
  it('have the columns that docs/parquet.md lists, in this order and with these types', async () => {
    const page = readFileSync(join(projectRoot, 'docs', 'parquet.md'), 'utf8');
    const duck = {
      STRING: 'VARCHAR',
      INT64: 'BIGINT',
      INT32: 'INTEGER',
      TIMESTAMP: 'TIMESTAMP',
      DOUBLE: 'DOUBLE',
      BOOLEAN: 'BOOLEAN',
    };
    for (const [table, columns] of Object.entries(parquetTables)) {
      for (const { name, type, means } of columns) expect(page).toContain(`| \`${name}\` | ${type} | ${means} |`);
      const described = await query(`DESCRIBE SELECT * EXCLUDE (date) FROM '${table}/**/*.parquet'`);
      expect(described.map((row) => [row.column_name, row.column_type])).toEqual(
        columns.map(({ name, type }) => [name, duck[type]]),
      );
    }
  });

  it('are parted by the day on which a call began', async () => {
    const rows = await query(`SELECT date, count(*) AS n, count(*) FILTER (CAST(time AS DATE) = date) AS same
      FROM 'exchanges/**/*.parquet' GROUP BY date ORDER BY date`);
    expect(rows.map(({ date }) => date)).toEqual(['2026-11-14', '2026-11-15']);
    for (const { n, same } of rows) expect(same).toBe(n);
    const calls = logged.filter(({ kind }) => kind === 'call');
    expect(rows.reduce((sum, { n }) => sum + Number(n), 0)).toBe(calls.length);
  });

  it('have no arguments and results unless asked, and then no secrets', async () => {
    const columns = 'arguments, result FROM';
    expect(await query(`SELECT DISTINCT ${columns} 'exchanges/**/*.parquet'`)).toEqual([
      { arguments: null, result: null },
    ]);
    const out = join(folder, 'content');
    const data = join(folder, 'laptop');
    expect(await misfire('export', '--data', data, '--format', 'parquet', '--content', out)).toMatchObject({ code: 0 });
    const rows = await query(`SELECT ${columns} '${out}/exchanges/**/*.parquet' WHERE tool = 'read'`);
    expect(rows[0]?.arguments).toContain('/srv/a.txt');
    expect(rows[0]?.result).toContain('ENOENT');
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('hold what passes the filter, and are replaced by a second export', async () => {
    const out = join(folder, 'twice');
    const data = join(folder, 'laptop');
    const command = ['export', '--data', data, '--format', 'parquet', '--append', '--json', out];
    const written = async (...filter: string[]) => JSON.parse((await misfire(...command, ...filter)).stdout);
    const all = await written();
    expect(await written()).toEqual(all);
    expect(await query(`SELECT count(*) AS n FROM '${out}/exchanges/**/*.parquet'`)).toEqual([
      { n: String(all.exchanges) },
    ]);
    const some = await written('server:files', 'is:failed');
    expect(some).toMatchObject({ exchanges: 1, failures: 1 });
    expect(await query(`SELECT server FROM '${out}/exchanges/**/*.parquet'`)).toEqual([{ server: 'files' }]);
    expect(globSync('**/.*', { cwd: out })).toEqual([]);
  });
});

describe('what cannot be meant is refused', () => {
  const refused = async (...args: string[]) => {
    const { code, stderr } = await misfire('export', '--data', join(folder, 'laptop'), '--format', 'parquet', ...args);
    expect(code).toBe(2);
    return stderr;
  };
  it('a folder with files', async () => expect(await refused(share)).toContain('is not empty. Use --append'));
  it('no folder', async () => expect(await refused()).toContain('Name a folder'));
  it('a filter for a folder', async () => {
    expect(await refused('is:failed')).toContain('is:failed looks like a filter.');
    expect(existsSync('is:failed')).toBe(false);
  });
});
