// `misfire seen` as a program: what it takes, one JSON line per client, and what it says to what it cannot use.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seenClientIds } from '../../../../shared/seen/seen.ts';
import { sampleTranscripts } from '../../../../shared/transcripts/testing/sample-transcripts.ts';
import { runHere } from '../../../launch/testing/run-here.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'misfire-seen-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function seen(input: string, ...args: string[]) {
  const { code, stdout, stderr } = await runHere(['seen', ...args], { data: folder, cwd: folder, input });
  const lines = stdout.trim() === '' ? [] : stdout.trim().split('\n');
  return { code, stdout, stderr, lines };
}

const result = {
  content: [{ type: 'text', text: 'Upstream said 503' }],
  isError: true,
  structuredContent: { code: 'UP' },
};

describe('with --json', () => {
  it('prints one line per client, with these members in this order', async () => {
    const { code, lines, stderr } = await seen(JSON.stringify({ jsonrpc: '2.0', id: 1, result }), '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const all = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(all.map(({ client }) => client)).toEqual([...seenClientIds]);
    for (const one of all) expect(Object.keys(one)).toEqual(['client', 'version', 'got', 'flagged', 'lost', 'rule']);
    expect(all[0]).toMatchObject({ got: 'Upstream said 503', flagged: true, lost: ['structured content'] });
  });

  it('takes a bare result, a bare error and a file, and one client', async () => {
    const file = join(folder, 'error.json');
    writeFileSync(file, JSON.stringify({ code: -32003, message: 'Slow down', data: { retry_after: 30 } }));
    const codex = (await seen('', file, '--client', 'codex', '--server', 'api', '--tool', 'get', '--json')).lines;
    expect(codex).toHaveLength(1);
    expect(codex[0]).toContain('tool call failed for `api/get`');
    expect(codex[0]).toContain('-32003: Slow down');
    expect((await seen(JSON.stringify(result), '-', '--client', 'opencode', '--json')).lines[0]).toContain(
      '"lost":["structured content","flag"]',
    );
  });

  it('refuses in the name of the client what breaks the outputSchema', async () => {
    writeFileSync(join(folder, 'schema.json'), '{"type":"object","required":["rows"]}');
    const answer = JSON.stringify({ content: [], structuredContent: {} });
    const { lines } = await seen(answer, '--client', 'opencode', '--output-schema', 'schema.json', '--json');
    expect(lines[0]).toContain("data must have required property 'rows'");
  });
});

it('prints lines for people, and sums up on stderr', async () => {
  const { stdout, stderr } = await seen(JSON.stringify(result));
  expect(stdout).toContain('Codex (0.169.0): no mark of a failure; lost: text, flag');
  expect(stdout).toContain('not measured');
  expect(stderr).toContain('2 of 6 models will not learn that this failed (Codex, opencode).');
  expect(stderr).toContain('leave structuredContent out of a failure.');
});

it('knows of a recorded call its arguments, the schema of its result, and the name of the server in the client', async () => {
  const line = (lane: 'in' | 'out', message: object) =>
    JSON.stringify({ t: 1, server: 'beds (tiny)', lane, by: 'client', client: 'tiny', text: JSON.stringify(message) });
  const list = [{ name: 'dig', outputSchema: { type: 'object', required: ['depth'] } }];
  const recorded = (result: object) =>
    [
      JSON.stringify({ misfire: 1, started: '2026-11-14T12:00:00.000Z' }),
      line('out', { jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      line('in', { jsonrpc: '2.0', id: 1, result: { tools: list } }),
      line('out', { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'dig', arguments: { bed: 4 } } }),
      line('in', { jsonrpc: '2.0', id: 2, result }),
    ].join('\n');
  const failed = await seen(
    recorded({ content: [{ type: 'text', text: 'too wet' }], isError: true }),
    '--recording',
    '-',
  );
  expect(failed.stdout).toContain('"args":{"bed":4}');
  expect(failed.stdout).toContain("MCP server 'beds': too wet");
  const broken = await seen(
    recorded({ content: [], structuredContent: {} }),
    '--recording',
    '-',
    '--client',
    'opencode',
  );
  expect(broken.stdout).toContain('Refuses an answer that breaks the outputSchema');
});

it('masks secrets unless it is asked not to', async () => {
  const secret = 'sk-live-abcdefghijklmnopqrstuvwx';
  const answer = JSON.stringify({ content: [{ type: 'text', text: `Refused for key ${secret}` }] });
  expect((await seen(answer, '--json')).stdout).not.toContain(secret);
  expect((await seen(answer, '--json', '--unmasked')).stdout).toContain(secret);
});

it.each([
  ['nothing', '', [], 'stdin is empty'],
  ['a text', 'hello', [], 'stdin is not JSON'],
  ['a list', '[1]', [], 'it is a list, not an object'],
  ['a request', '{"jsonrpc":"2.0","id":1,"method":"ping"}', [], 'a request or a notification, not an answer'],
  ['an unknown client', '{"content":[]}', ['--client', 'foo'], 'Unknown client "foo". Known: claude-code, codex'],
  ['a file that is not there', '', ['none.json'], 'There is no file none.json.'],
  [
    'JSON in place of a file',
    '',
    ['{"content":[],"isError":true}'],
    'not the name of a file: {"content":[],"isErr… To read it, pipe',
  ],
])('says what is wrong with %s, and exits with 2', async (_what, input, args, words) => {
  const { code, stderr, stdout } = await seen(input, ...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(words);
});

describe('an answer that attacks', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

  it.each([
    ['structured content', `{"content":[],"structuredContent":{"a":${nested(20_000)}}}`],
    ['a block of an unknown type', `{"content":[{"type":"x","a":${nested(20_000)}}]}`],
    ['the data of an error', `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m","data":${nested(20_000)}}}`],
  ])('by nesting in %s is refused in a sentence', async (_where, text) => {
    const { code, stdout, stderr } = await seen(text);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^misfire: .* nested deeper than 500 levels\. Give .*\n$/);
  });

  it('may be nested as deep as answers are', async () => {
    const text = `{"content":[{"type":"x","a":${nested(400)}}],"structuredContent":{"a":${nested(400)}}}`;
    expect((await seen(text, '--json')).lines).toHaveLength(seenClientIds.length);
  });

  const secret = 'zebra-Quartz-77-lamp';
  const key = `-----BEGIN PRIVATE KEY-----\n${'aB3dE5gH7jK9\n'.repeat(60)}-----END PRIVATE KEY-----`;
  it.each([
    ['before which its name is cut off', `${'a'.repeat(400)} password: ${secret} ${'b'.repeat(279)}`, secret],
    ['that is cut in half', `${'a'.repeat(400)} password: ${secret} ${'b'.repeat(290)}`, 'z-77-lamp'],
    ['in lines', `x\n${key}`, 'aB3dE5gH7jK9'],
    ['in a block of YAML', 'db:\n  password: |\n    correct horse battery\n  x: 1', 'correct horse'],
    // Codex keeps the beginning and the end of a long text.
    ['that a client cuts', `${`password: ${secret} `.padEnd(41, 'c')}`.repeat(3000), 'Quartz-77'],
  ])('shows no secret %s', async (_how, text, left) => {
    const answer = JSON.stringify({ content: [{ type: 'text', text }], isError: true });
    expect((await seen(answer, '--unmasked')).stdout).toContain(left);
    for (const json of [[], ['--json']]) {
      const { code, stdout } = await seen(answer, ...json);
      expect(code).toBe(0);
      expect(stdout).not.toContain(left);
      // The sign for it may be cut too.
      expect(stdout).toContain('›');
    }
  });
});

it.each(['codex', 'claude-code'] as const)('says that a transcript of %s is none of its inputs', async (client) => {
  const { code, stderr } = await seen(sampleTranscripts[client].join('\n'));
  expect(stderr).toContain('is a transcript: it has what a model got. Read it with misfire decode.');
  expect(code).toBe(2);
});
