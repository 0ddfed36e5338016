import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProcessTable, RunningProcess } from './process-table.ts';
import { copiesOf, type WantedCommand } from './running-copies.ts';

const now = 1e12;
const hour = 3_600_000;
const server = ['node', '/srv/orders.js', '--port', '1'];
const wanted: WantedCommand = { kind: 'stdio', words: server, file: '/bin/node', shebang: null, folder: '/srv' };

const running = (pid: number, parent: number, words: readonly string[], more: Partial<RunningProcess> = {}) => ({
  pid,
  parent,
  startedAt: now - hour,
  session: pid,
  line: words.join('\0'),
  ...more,
});
const init = running(1, 0, ['/sbin/init']);
const client = running(10, 1, ['/opt/claude', '--resume']);

function copies(processes: RunningProcess[], more: Partial<WantedCommand & ProcessTable> = {}, own: number[] = []) {
  const { separator = '\0', folderOf = () => null, hasPipedInput = () => true, ...other } = more;
  const table = { processes: [init, client, ...processes], separator, folderOf, hasPipedInput };
  return copiesOf({ ...wanted, ...other }, table, new Set(own), now);
}
const pids = (...[processes, more, own]: Parameters<typeof copies>) =>
  copies(processes, more, own).map(({ pid }) => pid);

describe('a copy', () => {
  it('has the same program and all arguments', () => {
    const same = [running(20, 10, server), running(21, 10, ['/bin/node', ...server.slice(1)])];
    const others = [
      running(22, 10, server.slice(0, -1)),
      running(23, 10, [...server, '2']),
      running(24, 10, ['node /srv/orders.js --port 1']),
      running(25, 10, ['less', ...server]),
      running(26, 10, ['grep', '--', ...server]),
    ];
    expect(pids([...same, ...others])).toEqual([20, 21]);
  });

  it('is one with the wrap that started it and with its own workers', () => {
    const wrap = running(20, 10, ['node', '/data/watch/wrap.cjs', '--name', 'orders', '--', ...server]);
    const found = copies([wrap, running(21, 20, server), running(22, 21, server)]);
    expect(found).toMatchObject([{ pid: 20, parent: { pid: 10, name: 'claude' }, state: 'in_use' }]);
  });

  it('is not what this Misfire started', () => {
    expect(pids([running(20, 10, server), running(21, 20, ['sh']), running(22, 21, server)], {}, [20])).toEqual([]);
  });

  it('keeps its name through an interpreter of its first line', () => {
    const script = { words: ['orders', '-v'], file: '/usr/bin/orders', shebang: '#!/usr/bin/env -S node --quiet' };
    const run = running(20, 10, ['node', '--quiet', '/usr/bin/orders', '-v']);
    const others = [
      running(21, 10, ['vim', '/usr/bin/orders', '-v']),
      running(22, 10, ['node', '/usr/bin/misfire', 'doctor', '/usr/bin/orders', '-v']),
    ];
    expect(pids([run, ...others], script)).toEqual([20]);
  });
});

describe('a command with a relative path', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'misfire-copies-'));
    writeFileSync(join(folder, 'server.js'), '');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is the same only in the same folder', () => {
    const words = ['node', 'server.js'];
    const folderOf = (pid: number) => (pid === 20 ? folder : '/elsewhere');
    expect(pids([running(20, 10, words), running(21, 10, words)], { words, folder, folderOf })).toEqual([20]);
    expect(pids([running(20, 10, words)], { words, folder })).toEqual([]);
  });
});

describe('what is said', () => {
  it('names the client that runs it twice, the oldest first', () => {
    const found = copies([running(20, 10, server), running(21, 10, server, { startedAt: now - 3 * hour })]);
    expect(found.map(({ pid, state }) => [pid, state])).toEqual([
      [21, 'duplicate'],
      [20, 'duplicate'],
    ]);
    expect(found[0]?.words).toBe(
      'pid 21, started 3 h ago by claude (pid 10), which runs this command 2 times. If it needs only one, restart it, or end one: kill 21',
    );
  });

  it('finds nothing wrong with two clients that run one each', () => {
    const other = running(11, 1, ['/opt/cursor']);
    const found = copies([other, running(20, 10, server), running(21, 11, server)]);
    expect(found.map(({ words }) => words)).toEqual([
      'pid 20, started 1 h ago by claude (pid 10).',
      'pid 21, started 1 h ago by cursor (pid 11).',
    ]);
  });

  it('names one that outlived its client, and how to end it', () => {
    const [found] = copies([running(20, 1, server)]);
    expect(found).toEqual({
      pid: 20,
      startedAt: now - hour,
      parent: null,
      state: 'left_over',
      words: 'pid 20, started 1 h ago, outlived the program that started it. To end it: kill 20',
    });
    const manager = running(12, 1, ['/usr/lib/systemd/systemd', '--user']);
    expect(copies([manager, running(20, 12, server)])).toMatchObject([{ state: 'left_over' }]);
  });

  it.each<[string, RunningProcess, Partial<WantedCommand & ProcessTable>]>([
    ['a service, whose input is no pipe', running(20, 1, server), { hasPipedInput: () => false }],
    [
      'an address of a service, where pipes are unknown',
      running(20, 1, server),
      { hasPipedInput: () => null, kind: 'http-command' },
    ],
    ['a server of the client that is process 1', running(20, 1, server, { session: 1 }), {}],
    ['one whose client is outside of the container', running(20, 0, server), {}],
    ['one whose client is missing in the list', running(20, 999, server), {}],
  ])('does not call %s left over', (_, process, more) => {
    expect(copies([process], more)).toMatchObject([{ pid: 20, state: 'in_use' }]);
  });

  it('shows of the client only its program, with visible characters', () => {
    const titled = running(11, 1, ['\u001b]52;c;cm0=\u0007\u202e --token sk-live-4711']);
    const [found] = copies([titled, running(20, 11, server)]);
    expect(found?.words).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]|4711/);
    expect(found?.words).toMatch(/ by .+ \(pid 11\)\.$/);
    const long = running(11, 1, ['x'.repeat(1e6)]);
    expect(copies([long, running(20, 11, server)])[0]?.words.length).toBeLessThan(200);
  });

  it('ends although the parents form a circle', () => {
    const [a, b] = [running(30, 31, ['a']), running(31, 30, ['b'])];
    expect(pids([a, b, running(20, 30, server)])).toEqual([20]);
  });
});
