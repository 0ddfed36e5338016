// `misfire compare` in pipelines: what is sent and what never is, and what a baseline reports.

import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { type Desk, test } from '../../../hosts/cli/testing/desk.ts';

/** Three tools that forbid other arguments but ignore them; each call that gets through is logged. */
function shop(desk: Desk, name = 'shop'): string {
  const tools = ['look', 'order', 'book'].map((tool) => ({
    name: tool,
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string' } },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: tool === 'look' ? { readOnlyHint: true } : {},
  }));
  return desk.server(
    name,
    `if (method === 'initialize') welcome(id);
     else if (method === 'tools/list') send({ id, result: { tools: ${JSON.stringify(tools)}.filter((it) => it.name !== process.env.WITHOUT) } });
     else if (method === 'tools/call' && ${JSON.stringify(tools.map((it) => it.name))}.includes(params?.name)) {
       if (typeof params.arguments?.id !== 'string') send({ id, error: { code: Number(process.env.CODE ?? -32602), message: 'Invalid arguments' } });
       else { (await import('node:fs')).appendFileSync(${JSON.stringify(desk.path('done.txt'))}, params.name + '\\n'); send({ id, result: { content: [] } }); }
     }
     else if (id !== undefined) send({ id, error: { code: -32601, message: 'Method not found' } });`,
  );
}

test('an extra argument goes only to tools that declare themselves read-only', async ({ desk }) => {
  const server = shop(desk);
  const dry = await desk.run(['compare', server, '--dry', '--json', '--only', 'extra-argument']);
  expect(dry.lines[0]).toMatchObject({ target: 'look', leftOut: '' });
  expect((await desk.run(['compare', server, '--exit-zero'])).code).toBe(0);
  expect(readFileSync(desk.path('done.txt'), 'utf8').trim().split('\n')).toEqual(['look']);
  // Without such a tool the probe is skipped, with a message.
  const { stdout } = await desk.run(['compare', server, '--dry', '--env', 'WITHOUT=look', '--only', 'extra-argument']);
  expect(stdout).toContain('skipped: No tool that may be used forbids other arguments and says that it only reads');
});

test('a baseline fails if an entry is missing or stale; --only compares what was sent', async ({ desk }) => {
  const [one, two] = [shop(desk, 'one'), shop(desk, 'two')];
  const file = desk.path('baseline.json');
  const some = ['unknown-tool', 'missing-argument'];
  expect((await desk.run(['compare', one, '--save-baseline', file, '--only', ...some])).code).toBe(0);

  const same = await desk.run(['compare', one, '--baseline', file, '--only', ...some]);
  expect(same.code, same.stderr).toBe(0);
  // Fewer than the baseline has: only those are compared.
  const fewer = await desk.run(['compare', one, '--baseline', file, '--only', 'unknown-tool']);
  expect(fewer.code, fewer.stderr).toBe(0);
  // One without a saved entry.
  const more = await desk.run(['compare', one, '--baseline', file, '--only', ...some, 'malformed-json']);
  expect(more.code).toBe(1);
  expect(more.stderr).toContain('one, Malformed JSON: is not in the baseline');
  expect(more.stderr).toContain('--save-baseline');
  // A server without a saved entry, and one that is only in the baseline.
  const other = await desk.run(['compare', two, '--baseline', file, '--only', ...some]);
  expect(other.code).toBe(1);
  expect(other.stderr).toContain('two, the server: is not in the baseline');
  expect(other.stderr).toContain('one, the server: is in the baseline, but was not probed');
  // One that can no longer be sent.
  const kept = JSON.parse(readFileSync(file, 'utf8'));
  const [entry] = kept.servers[0].provocations;
  kept.servers[0].provocations.push({ ...entry, id: 'unknown-prompt', name: 'Unknown prompt' });
  const stale = desk.write('stale.json', JSON.stringify(kept));
  const gone = await desk.run(['compare', one, '--baseline', stale, '--only', ...some, 'unknown-prompt']);
  expect(gone.code).toBe(1);
  expect(gone.stderr).toContain('one, Unknown prompt: is in the baseline, but can no longer be tried');
  // A change, and the same with --exit-zero.
  const changed = await desk.run(['compare', one, '--baseline', file, '--only', ...some, '--env', 'CODE=-32001']);
  expect(changed.code).toBe(1);
  expect(changed.stderr).toContain('its code was -32602 and is now -32001');
  const eased = await desk.run([
    'compare',
    one,
    '--baseline',
    file,
    '--only',
    ...some,
    '--env',
    'CODE=1',
    '--exit-zero',
  ]);
  expect(eased.code).toBe(0);
});

test('an unknown probe name is invalid usage', async ({ desk }) => {
  const { code, stderr } = await desk.run(['compare', shop(desk), '--only', 'unknown-tol']);
  expect(code).toBe(2);
  expect(stderr).toContain('Unknown probe "unknown-tol"');
});
