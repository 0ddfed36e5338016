// `misfire replay` and `call --retry` in pipelines: successes, skipped calls with their reasons, and the number of attempts.

import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { type Desk, test } from '../../../hosts/cli/testing/desk.ts';

const sent = (desk: Desk): string[] =>
  existsSync(desk.path('sent.txt')) ? readFileSync(desk.path('sent.txt'), 'utf8').trim().split('\n') : [];

/** Logs each call; `ok` succeeds, `broken` fails, `wipe` is marked as destructive. */
function server(desk: Desk): string {
  return desk.server(
    'shop',
    `if (method === 'initialize') welcome(id);
     else if (method === 'tools/list') send({ id, result: { tools: ['ok', 'broken', 'wipe'].map((name) => ({ name, inputSchema: { type: 'object' }, annotations: { destructiveHint: name === 'wipe' } })) } });
     else if (method === 'tools/call') {
       (await import('node:fs')).appendFileSync(${JSON.stringify(desk.path('sent.txt'))}, params.name + '\\n');
       if (params.name === 'ok') send({ id, result: { content: [] } });
       else send({ id, error: { code: -32003, message: 'Slow down', data: { retryable: true, retry_after_ms: 120, max_attempts: 2 } } });
     }`,
  );
}

const failure = {
  layer: 'protocol',
  carrier: 'jsonrpc.error',
  class: 'rate_limited',
  code: -32003,
  target: 'broken',
  fields: [],
};
const call = (name: string, before: object | null, variables: Record<string, string> = {}) => ({
  server: 'shop',
  method: 'tools/call',
  params: { name, arguments: { a: '', b: '' } },
  variables,
  title: name,
  failure: before,
});

test('a success that still succeeds is not a failure, a skipped call has its reason, all missing variables are named', async ({
  desk,
}) => {
  server(desk);
  const file = desk.write(
    'repro.json',
    JSON.stringify({
      misfireRepro: 1,
      servers: { shop: { command: process.execPath, args: [desk.path('shop.mjs')] } },
      calls: [
        call('ok', null),
        call('broken', failure),
        call('wipe', null),
        call('ok', { ...failure, target: 'ok' }, { '/arguments/a': 'FIRST_KEY', '/arguments/b': 'SECOND_KEY' }),
      ],
    }),
  );
  const junit = desk.path('junit.xml');
  const { code, stdout, stderr } = await desk.run(['replay', file, '--junit', junit]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^Still passes\s+shop tools\/call ok: It passed before and passes now\.$/m);
  expect(stdout).toMatch(/^Same failure\s+shop tools\/call broken/m);
  expect(stdout).toMatch(/^Not sent\s+shop tools\/call wipe: .*--confirm wipe/m);
  expect(stdout).toMatch(/^Not sent\s+shop tools\/call ok: .*FIRST_KEY.*SECOND_KEY/m);
  expect(stderr.split('\n')[0]).toMatch(/FIRST_KEY.*SECOND_KEY/);
  expect(stderr).toContain('0 of 3 fixed, 1 still passes, 2 not sent.');
  expect(sent(desk)).toEqual(['ok', 'broken']);
  const xml = readFileSync(junit, 'utf8');
  expect(xml).toContain('tests="4" failures="1" errors="2" skipped="0"');
  expect(xml.match(/<error type="not_sent" message="[^"]*FIRST_KEY[^"]*SECOND_KEY/g)).toHaveLength(1);

  // No call failed, but one was not sent.
  const only = await desk.run(['replay', file, '--filter', 'tool:ok', '--json']);
  expect(only.code).toBe(1);
  expect(only.lines.map(({ verdict }) => verdict)).toEqual(['passes', 'not_sent']);
});

test('a rejection can be the expected outcome, and --update writes what came back', async ({ desk }) => {
  server(desk);
  const text = JSON.stringify({
    misfireRepro: 1,
    servers: { shop: { command: process.execPath, args: [desk.path('shop.mjs')] } },
    calls: [
      { ...call('broken', failure), expected: { failsWith: { class: 'rate_limited', code: -32003 } } },
      { ...call('ok', { ...failure, target: 'ok' }), expected: { failsWith: { class: 'rate_limited' } } },
      { ...call('broken', failure), expected: 'fixed', params: 'BIG' },
    ],
  });
  const file = desk.write(
    'repro.json',
    text.replace('"BIG"', '{"name":"broken","arguments":{"n":12345678901234567890}}'),
  );
  const first = await desk.run(['replay', file]);
  expect(first.code).toBe(1);
  expect(first.stdout).toMatch(/^Fails as expected +shop tools\/call broken: It fails as the set expects\.$/m);
  expect(first.stdout).toMatch(
    /^Different failure +shop tools\/call ok: It must fail with rate_limited, and succeeds\.$/m,
  );
  expect(first.stderr).toContain('0 of 2 fixed, 1 fails as expected.');
  const updated = await desk.run(['replay', file, '--update']);
  expect([updated.code, updated.stderr]).toEqual([
    0,
    expect.stringContaining('now expects what came back for 3 calls'),
  ]);
  const written = readFileSync(file, 'utf8');
  expect(written).toContain('12345678901234567890');
  expect(JSON.parse(written).calls.map(({ expected }: { expected: unknown }) => expected)).toEqual([
    { failsWith: { class: 'rate_limited', code: -32003 } },
    'fixed',
    { failsWith: { class: 'rate_limited', code: -32003 } },
  ]);
  expect((await desk.run(['replay', file])).code).toBe(0);
  expect(await desk.run(['replay', '-', '--update'], { input: written })).toMatchObject({ code: 2 });
});

test('warns of placeholders in an exported capture before it sends', async ({ desk }) => {
  const line = server(desk);
  const file = desk.write('capture.jsonl', '{"misfire":1,"started":"2026-01-01T00:00:00.000Z"}\n');
  const say = (lane: string, message: object) =>
    appendFileSync(
      file,
      `${JSON.stringify({ t: 1, server: 'shop', lane, text: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }) })}\n`,
    );
  say('out', { method: 'tools/call', params: { name: 'broken', arguments: { token: '‹token 1›' } } });
  say('in', { error: { code: -32003, message: 'Slow down' } });
  const { stderr } = await desk.run(['replay', file, '--to', line]);
  expect(stderr.split('\n')[0]).toContain('placeholders for masked values (‹token 1›)');
});

test('--retry reports the actual number of attempts', async ({ desk }) => {
  const args = ['call', server(desk), 'tools/call', '{"name":"broken"}', '--retry'];
  const { code, stderr } = await desk.run(args);
  expect(code).toBe(1);
  const made = sent(desk).length;
  expect(made).toBeGreaterThan(1);
  expect(stderr).toContain(`All ${made} attempts failed in the same way.`);
  const json = await desk.run([...args, '--json']);
  expect(json.lines.map(({ attempt }) => attempt)).toEqual(Array.from({ length: made }, (_, index) => index + 1));
  expect(sent(desk)).toHaveLength(2 * made);
});
