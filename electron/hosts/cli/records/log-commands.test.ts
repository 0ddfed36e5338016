import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { openInspector } from '../../../app/open-inspector.ts';
import { runHere, startHere } from '../../../launch/testing/run-here.ts';

const misfire = (...args: string[]) => runHere(args);

const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const capture = [
  '{"misfire":1,"started":"2026-11-14T12:00:00.000Z"}',
  '{"t":1,"server":"files","lane":"out","text":"{\\"jsonrpc\\":\\"2.0\\",\\"id\\":1,\\"method\\":\\"tools/call\\",\\"params\\":{\\"name\\":\\"read\\",\\"arguments\\":{\\"password\\":\\"hunter22\\"}}}"}',
  '{"t":2,"server":"files","lane":"in","text":"{\\"jsonrpc\\":\\"2.0\\",\\"id\\":1,\\"error\\":{\\"code\\":-32602,\\"message\\":\\"path is required\\"}}"}',
  '{"t":3,"server":"files","lane":"err","text":"warn \\u001b[31mred ann@example.org"}',
  'broken',
].join('\n');

it('lists no answer that a person dropped while it was held', async () => {
  const data = mkdtempSync(join(tmpdir(), 'misfire-cli-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const file = join(data, 'held.jsonl');
  const answer = {
    ...{ t: 2, server: 'files', lane: 'in', rehearsed: true, injected: 'hold:dropped' },
    text: '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"Refunded"}]}}',
  };
  writeFileSync(file, [...capture.split('\n').slice(0, 2), JSON.stringify(answer)].join('\n'));
  const { stdout } = await misfire('--data', data, 'log', '--recording', file);
  expect(stdout).toContain('rehearsed hold:dropped · Never arrived  1 ms');
  expect(stdout).not.toContain('Refunded');
});

it('ends no sentence twice, and counts one message as one', async () => {
  const data = mkdtempSync(join(tmpdir(), 'misfire-cli-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const file = join(data, 'gone.jsonl');
  const said = capture.split('\n')[2]?.replace('path is required', 'Table beds does not exist!') ?? '';
  writeFileSync(file, said);
  const { stdout } = await misfire('--data', data, 'log', '--recording', file);
  expect(stdout).toContain('Table beds does not exist! ');
  expect((await misfire('--data', data, 'import', file)).stdout).toContain(', 1 message, ');
});

it('imports, lists, filters and exports', async () => {
  const data = mkdtempSync(join(tmpdir(), 'misfire-cli-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const file = join(data, 'some.jsonl');
  writeFileSync(file, capture);

  expect(await misfire('log', '--data', data)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Nothing has been recorded'),
  });
  const imported = await misfire('--data', data, 'import', '--json', file);
  expect(imported.stderr).toContain('some.jsonl, line 5');
  expect(lines(imported.stdout)).toMatchObject([
    { format: 'Misfire capture', messages: 2, failedCalls: 1, causes: 1, rows: 2 },
  ]);
  const [{ recording }] = lines(imported.stdout);

  // The app may be running meanwhile.
  const inspector = await openInspector({
    dataDir: data,
    version: '0',
    abilities: { openExternal: false, secureStorage: false },
  });
  onTestFinished(() => inspector.close());
  const listed = await misfire('--data', data, 'log', '--recordings', '--json');
  expect(
    lines(listed.stdout)
      .map(({ kind }) => kind)
      .sort(),
  ).toEqual(['imported', 'recorded']);
  const of = ['--data', data, 'log', '--recording', String(recording)];
  const all = await misfire(...of);
  expect([all.code, all.stderr.trim()]).toEqual([1, '2 rows, 1 failed call, 1 cause.']);
  expect(all.stdout).toContain('-32602');
  for (const secret of ['hunter22', 'ann@example.org', '\u001b']) expect(all.stdout).not.toContain(secret);
  const some = await misfire(...of, '--json', '--exit-zero', 'is:stderr');
  expect([some.code, lines(some.stdout)]).toMatchObject([0, [{ kind: 'stderr', server: 'files' }]]);
  expect(await misfire(...of, 'nope:1')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no key "nope"'),
  });
  expect((await misfire(...of, '"required"')).code).toBe(1);

  const exported = ['--data', data, 'export', '--recording', String(recording)];
  const text = await misfire(...exported);
  expect(lines(text.stdout)).toHaveLength(4);
  expect(text.stdout).not.toMatch(/hunter22|ann@/);
  expect(text.stderr).toContain('2 secrets masked');
  const misplaced = await misfire(...exported, '--format', 'har', 'out.har');
  expect(misplaced.stderr).toContain('No row matches out.har. To write to a file: --out out.har');
  const out = join(data, 'report.html');
  expect((await misfire(...exported, '--format', 'html', '--keep', 'email', '--out', out, 'is:failed')).code).toBe(0);
  expect(readFileSync(out, 'utf8')).toMatch(/path is required/);
  expect(await misfire('--data', data, 'import', file)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('in use by another Misfire'),
  });
});

it('decodes with secrets masked, unless asked otherwise', async () => {
  const data = mkdtempSync(join(tmpdir(), 'misfire-cli-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const file = join(data, 'some.jsonl');
  const answer = {
    jsonrpc: '2.0',
    id: 1,
    error: {
      code: -32602,
      message: 'ann@example.org may not use case-4711',
      data: { api_key: 'sk-canary-0123456789abcdef' },
    },
  };
  const asked = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'read', arguments: {} } };
  writeFileSync(
    file,
    [
      '{"misfire":1,"started":"2026-11-14T12:00:00.000Z"}',
      JSON.stringify({ t: 1, server: 'files', lane: 'out', text: JSON.stringify(asked) }),
      JSON.stringify({ t: 2, server: 'files', lane: 'in', text: JSON.stringify(answer) }),
    ].join('\n'),
  );
  const masked = await misfire('--data', data, 'decode', '--json', file);
  expect(masked.code).toBe(1);
  expect(masked.stdout).not.toMatch(/canary|ann@example/);
  const shown = await misfire('--data', data, 'decode', '--json', '--unmasked', file);
  expect(shown.stdout).toMatch(/sk-canary-0123456789abcdef/);
  expect(shown.stdout).toContain('ann@example.org');
  // What Misfire concluded is the same.
  const concluded = ({
    server,
    t,
    line,
    request,
    method,
    target,
    class: its,
    fault,
    code,
    retry,
    dialect,
  }: Record<string, unknown>) => ({
    server,
    t,
    line,
    request,
    method,
    target,
    its,
    fault,
    code,
    retry,
    dialect,
  });
  expect(lines(masked.stdout).map(concluded)).toEqual(lines(shown.stdout).map(concluded));
  const kept = await misfire('--data', data, 'decode', '--keep', 'email', '--mask', 'case-\\d+', file);
  expect(kept.stdout).toContain('ann@example.org');
  expect(kept.stdout).not.toContain('case-4711');
  expect(await misfire('--data', data, 'decode', '--keep', 'nonsense', file)).toMatchObject({ code: 2 });
});

it('recognizes a file that the log already has', async () => {
  const data = mkdtempSync(join(tmpdir(), 'misfire-cli-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const [file, copy] = [join(data, 'some.jsonl'), join(data, 'copy.jsonl')];
  for (const path of [file, copy]) writeFileSync(path, capture);
  const [first] = lines((await misfire('--data', data, 'import', '--json', file)).stdout);
  expect(await misfire('--data', data, 'import', copy)).toMatchObject({
    code: 0,
    stdout: `${copy}: already imported as recording ${first.recording}. Use --again to import it again.\n`,
  });
  const [again] = lines((await misfire('--data', data, 'import', '--again', '--json', copy)).stdout);
  expect(again.recording).toBeGreaterThan(first.recording);
});

it('leaves nothing of an import that is interrupted', async () => {
  const data = mkdtempSync(join(tmpdir(), 'misfire-cli-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const events = (): number => {
    const path = join(data, 'log.db');
    if (!existsSync(path)) return 0;
    const log = new DatabaseSync(path, { readOnly: true });
    try {
      return Number(log.prepare('SELECT count(*) AS n FROM events').get()?.n);
    } catch {
      return 0; // Its tables are being made.
    } finally {
      log.close();
    }
  };
  const { stdin, stop, ended } = startHere(['import', '-'], { data });
  const line = (place: number) =>
    `${JSON.stringify({ t: place * 2000, server: 'files', lane: 'err', text: `line ${place}` })}\n`;
  stdin.write(Array.from({ length: 20_000 }, (_, place) => line(place)).join(''));
  await expect.poll(events, { timeout: 60_000 }).toBeGreaterThan(5_000);
  stop('SIGINT');
  expect(await ended).toMatchObject({
    code: 130,
    stderr: expect.stringContaining('Removing what was imported of this file.'),
  });
  expect(events()).toBe(0);
  const [recording] = lines((await misfire('--data', data, 'log', '--recordings', '--json')).stdout);
  expect(recording).toMatchObject({ kind: 'recorded', rows: 0 });
});
