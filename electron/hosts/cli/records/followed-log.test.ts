// The log as it grows: the newest import, what a command recorded, and what is followed.

import { describe, expect } from 'vitest';
import { startHere } from '../../../launch/testing/run-here.ts';
import { ordinary, test } from '../testing/desk.ts';

describe('the log', () => {
  const lines = (failed: number) =>
    [
      '{"misfire":1,"started":"2026-01-01T00:00:00.000Z"}',
      ...Array.from({ length: 4 }, (_, index) => [
        JSON.stringify({
          t: index * 10,
          server: 's',
          lane: 'out',
          text: `{"jsonrpc":"2.0","id":${index},"method":"ping"}`,
        }),
        JSON.stringify({
          t: index * 10 + 5,
          server: 's',
          lane: 'in',
          text:
            index < failed
              ? `{"jsonrpc":"2.0","id":${index},"error":{"code":-32601,"message":"Method not found"}}`
              : `{"jsonrpc":"2.0","id":${index},"result":{}}`,
        }),
      ]).flat(),
    ].join('\n');

  test('shows the newest import, and counts correctly with --limit', async ({ desk }) => {
    const imported = await desk.run(['import', desk.write('four.jsonl', lines(3)), '--json']);
    // Three rows, one cause: the same refusal three times within a second.
    expect(imported.lines[0]).toMatchObject({ failedCalls: 1, causes: 1 });
    const all = await desk.run(['log', '--json', '--exit-zero']);
    expect(all.lines.filter(({ kind }) => kind === 'call')).toHaveLength(4);
    const some = await desk.run(['log', 'is:failed', '--limit', '2']);
    expect(some.stdout.trim().split('\n')).toHaveLength(2);
    expect(some.stderr).toContain('3 rows');
    expect(some.stderr).toContain('1 failed call, 1 cause');
    expect(some.code).toBe(1);
  });

  test('stores a call made with --record, and --follow prints it until Ctrl-C', async ({ desk }) => {
    const server = desk.server('ordinary', ordinary);
    expect((await desk.run(['call', server, 'tools/call', '{"name":"echo"}', '--record'])).code).toBe(0);
    const { line, stop, ended } = startHere(['log', 'method:tools/call', '--follow', '--json'], {
      data: desk.path('data'),
    });
    expect(JSON.parse(await line())).toMatchObject({ method: 'tools/call', outcome: 'answered' });
    stop('SIGINT');
    expect((await ended).code).toBe(130);
  });

  test('--follow prints what another Misfire writes later', async ({ desk }) => {
    const server = desk.server('ordinary', ordinary);
    const ask = (name: string) => desk.run(['call', server, 'tools/call', `{"name":"${name}"}`, '--record']);
    await ask('first');
    const { line, stop, ended } = startHere(['log', 'method:tools/call', '--follow', '--json'], {
      data: desk.path('data'),
    });
    const first = JSON.parse(await line());
    await ask('second');
    const second = JSON.parse(await line());
    expect([first.target, second.target]).toEqual(['first', 'second']);
    stop('SIGINT');
    await ended;
  });
});
