// A recording as a server, run as clients run it: over stdio and over HTTP.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordTours } from '../../../inspector/testing/sample-recording.ts';
import { TestInspector } from '../../../inspector/testing/test-inspector.ts';
import { builtProgram } from '../../../launch/testing/built-program.ts';
import { type RunningCommand, runHere, startHere } from '../../../launch/testing/run-here.ts';
import { samples } from '../../../samples/catalogue.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'misfire-mock-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const out = (t: number, id: number, method: string, params: object = {}, server = 'shop') => ({
  t,
  server,
  lane: 'out',
  text: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
});
const back = (t: number, text: string) => ({ t, server: 'shop', lane: 'in', text });
const http = (t: number, id: number, status: number, headers: object, body: string) => ({
  t,
  server: 'shop',
  lane: 'http',
  id,
  http: { method: 'POST', url: 'http://127.0.0.1/mcp', status, requestHeaders: {}, headers, body },
});

const tool = (name: string) => ({ name, arguments: {} });
const recording = [
  out(0, 1, 'tools/call', tool('price')),
  back(5, 'starting up'),
  back(6, '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":9,"progress":1}}'),
  { t: 7, server: 'shop', lane: 'err', text: 'looked it up' },
  back(8, '{"jsonrpc":"2.0","id":1,"result":{"content":[],"price":12345678901234567890}}'),
  out(10, 2, 'tools/call', tool('limited')),
  http(12, 2, 429, { 'retry-after': '7', 'content-type': 'text/plain', server: 'nginx' }, 'slow down'),
  out(20, 3, 'tools/call', tool('crash')),
  { t: 25, server: 'shop', lane: 'life', event: 'exited', code: 3, signal: null },
];

function write(name: string, lines: readonly object[]): string {
  const file = join(folder, name);
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return file;
}

describe('over stdio', () => {
  const ask = (...messages: object[]) =>
    runHere(['mock', write('shop.jsonl', recording), '--at-once'], {
      input: messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''),
    });

  it('answers with the recorded bytes, noise and stderr, under the id of the client', async () => {
    const params = { ...tool('price'), _meta: { progressToken: 'mine' } };
    const { stdout, stderr, code } = await ask({ id: 'a', method: 'tools/call', params });
    expect(stdout.split('\n')).toEqual([
      'starting up',
      '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"mine","progress":1}}',
      '{"jsonrpc":"2.0","id":"a","result":{"content":[],"price":12345678901234567890}}',
      '',
    ]);
    expect(stderr).toBe('looked it up\n');
    expect(code).toBe(0);
  });

  it('sends no progress to a client that asked for none', async () => {
    const { stdout } = await ask({ id: 1, method: 'tools/call', params: tool('price') });
    expect(stdout).not.toContain('notifications/progress');
  });

  it('begins with any client, and lists the recorded tools', async () => {
    const { stdout } = await ask(
      { id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25' } },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/list' },
      { id: 3, method: 'ping' },
    );
    const [hello, list, pong] = stdout.split('\n').map((line) => (line ? JSON.parse(line) : null));
    expect(hello.result).toMatchObject({ protocolVersion: '2025-11-25', serverInfo: { name: 'shop' } });
    expect(list.result.tools.map(({ name }: { name: string }) => name)).toEqual(['price', 'limited', 'crash']);
    expect(pong.result).toEqual({});
  });

  it('says what the recording does not have', async () => {
    const { stdout } = await ask(
      { id: 1, method: 'tools/call', params: tool('refund') },
      { id: 2, method: 'tools/call', params: { name: 'price', arguments: { of: 'tea' } } },
      { id: 3, method: 'prompts/list' },
    );
    const messages = stdout.split('\n', 3).map((line) => JSON.parse(line).error.message);
    expect(messages).toEqual([
      'The recording has no call of tools/call refund. It has price, limited, crash.',
      'The recording has no answer to tools/call price with these parameters.',
      'The recording has no answer to prompts/list with these parameters.',
    ]);
    expect(JSON.parse(stdout.split('\n', 1)[0] as string).error).toMatchObject({ data: { madeBy: 'misfire mock' } });
  });

  it('ends with the recorded code where the server died', async () => {
    const { code, stdout } = await ask({ id: 1, method: 'tools/call', params: tool('crash') });
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  });

  it('reports an HTTP refusal as an error', async () => {
    const { stdout } = await ask({ id: 1, method: 'tools/call', params: tool('limited') });
    expect(JSON.parse(stdout).error).toMatchObject({ data: { status: 429, body: 'slow down' } });
  });
});

describe('a file', () => {
  it.each<[string, string[], RegExp]>([
    ['of several servers needs a choice', [], /several servers\. Choose one with --server: shop, bank\./],
    ['has no server of that name', ['--server', 'park'], /has no server park\. It has shop, bank\./],
  ])('that %s', async (_, more, words) => {
    const file = write('two.jsonl', [...recording, out(30, 1, 'ping', {}, 'bank')]);
    const { code, stderr } = await runHere(['mock', file, ...more]);
    expect(stderr).toMatch(words);
    expect(code).toBe(2);
  });

  it('without a request is refused, and so is stdin without --http', async () => {
    const { stderr } = await runHere(['mock', write('empty.jsonl', [back(0, '{}')])]);
    expect(stderr).toContain('no request of a client');
    expect((await runHere(['mock', '-'])).stderr).toContain('use --http');
  });
});

describe('over HTTP', () => {
  let url: URL;
  let mock: RunningCommand;
  beforeAll(async () => {
    const file = write('http.jsonl', recording);
    mock = startHere(['mock', file, '--http', '0', '--at-once', '--json']);
    url = new URL(JSON.parse(await mock.line()).url);
  });
  afterAll(async () => {
    mock.stop();
    await mock.ended;
  });
  const post = (name: string) =>
    fetch(url, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 5, method: 'tools/call', params: tool(name) }),
    });

  it('streams what came before the answer, and the answer', async () => {
    const response = await post('price');
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.text()).toContain('"id":5');
    const params = { ...tool('price'), _meta: { progressToken: 1 } };
    const streamed = await fetch(url, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 6, method: 'tools/call', params }),
    });
    expect(streamed.headers.get('content-type')).toBe('text/event-stream');
    const text = await streamed.text();
    expect(text.indexOf('notifications/progress')).toBeGreaterThan(0);
    expect(text.indexOf('"id":6')).toBeGreaterThan(text.indexOf('notifications/progress'));
  });

  it('refuses with the recorded status, hint and body', async () => {
    const response = await post('limited');
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('7');
    expect(response.headers.get('server')).toBeNull();
    expect(await response.text()).toBe('slow down');
  });

  it('breaks the connection where the server died', async () => {
    await expect(post('crash')).rejects.toThrow();
  });

  it('is not for pages of other sites', async () => {
    const status = await new Promise((resolve, reject) => {
      request(url, { method: 'POST', headers: { host: 'evil.example' } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end('{}');
    });
    expect(status).toBe(403);
    const foreign = await fetch(url, { method: 'POST', headers: { origin: 'http://evil.example' }, body: '{}' });
    expect(foreign.status).toBe(403);
  });
});

describe('the tour of the sample servers', () => {
  let file: string;
  beforeAll(async () => {
    const here = await TestInspector.open();
    await recordTours(here);
    file = join(folder, 'tour.jsonl');
    writeFileSync(file, await here.exported());
    await here.close();
  });

  it.each(samples.filter(({ inTour, tour }) => inTour && tour.length > 0).map(({ name }) => name))(
    'of %s fails against its recording as it did against the server',
    async (name) => {
      const mock = [process.execPath, builtProgram, 'mock', file, '--server', name, '--at-once'];
      const to = mock.map((word) => `"${word}"`).join(' ');
      const confirmed = ['void_invoice', 'delete_workspace'].flatMap((tool) => ['--confirm', tool]);
      const { stdout } = await runHere(
        ['replay', file, '--filter', `server:"${name}" by:tour method:tools/call`, '--to', to, ...confirmed, '--json'],
        { data: join(folder, 'data') },
      );
      const verdicts = stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
        .filter(({ verdict }) => verdict !== undefined);
      expect(verdicts.length).toBeGreaterThan(0);
      expect(verdicts.filter(({ verdict }) => verdict !== 'same')).toEqual([]);
    },
  );
});
