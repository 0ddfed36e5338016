// HTTP+SSE and the era without a handshake, as far as Misfire supports them.

import type { RequestListener, ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DoctorReport } from '../../../shared/server/connecting.ts';
import { json, replying, soleBreak, TestDoctor } from '../../inspector/testing/test-doctor.ts';
import { createTransport } from '../../transports/create-transport.ts';

let bench: TestDoctor;
beforeEach(() => {
  bench = new TestDoctor();
});
afterEach(() => bench.end());

const spoken = (() => {
  try {
    createTransport({ kind: 'sse', url: 'http://127.0.0.1:1/', headers: {} }, () => {});
    return true;
  } catch {
    return false;
  }
})();
const brokenOf = ({ checks }: DoctorReport) => checks.find(({ state }) => state === 'broken')!;
const fixesOf = ({ fixes }: DoctorReport) => fixes.map(({ words }) => words).join('\n');
const diagnose = async (listener: RequestListener) =>
  bench.diagnose({ kind: 'sse', url: `http://127.0.0.1:${await bench.serve(listener)}/events` });

describe.skipIf(!spoken)('HTTP+SSE', () => {
  it('is healthy when it works', async () => {
    let stream: ServerResponse | null = null;
    const report = await diagnose((request, response) => {
      if (request.method === 'GET') {
        stream = response;
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: endpoint\ndata: /post\n\n');
        return;
      }
      let text = '';
      request.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      request.on('end', () => {
        response.writeHead(202).end();
        const { id, method } = JSON.parse(text);
        const result = { protocolVersion: '2024-11-05', capabilities: {} };
        if (method === 'initialize') stream?.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
      });
    });
    expect(soleBreak(report)).toBe('none');
  });

  it('http_status: no stream there', async () => {
    const report = await diagnose(replying(405, {}, ''));
    expect(soleBreak(report)).toBe('http_status');
    expect(fixesOf(report)).toContain('Streamable HTTP');
    expect(soleBreak(await diagnose(replying(404, {}, '')))).toBe('http_status');
  });

  it('content_type: something other than a stream', async () => {
    const report = await diagnose(replying(200, { 'content-type': 'application/json' }, '{}'));
    expect(soleBreak(report)).toBe('content_type');
    expect(brokenOf(report).words).toContain('text/event-stream');
  });

  it('sign_in', async () => {
    expect(soleBreak(await diagnose(replying(401, { 'www-authenticate': 'Bearer' }, '')))).toBe('sign_in');
  });
});

describe.skipIf(!spoken)('eras', () => {
  it('version: a server that supports only the modern era, and one that supports only the older one', async () => {
    const newer = await bench.diagnose(
      bench.node(
        `process.stdin.once('data', (data) => console.log(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(data).id, result: { protocolVersion: '2026-07-28', capabilities: {} } })));`,
      ),
    );
    expect(soleBreak(newer)).toBe('version');
    const older = await bench.diagnose(
      bench.node(
        `process.stdin.once('data', (data) => console.log(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(data).id, error: { code: -32600, message: 'Not initialized' } })));`,
      ),
      {},
      { era: 'modern' },
    );
    expect(soleBreak(older)).toBe('version');
    expect(brokenOf(older).words).toContain('older revisions');
    expect(older.fixes[0]?.action).toBe('detect_era');
  });
});

/** Answers the methods named, with a result or an error; any other request ends as `otherwise` says. */
const peer = (answers: Record<string, object>, otherwise = '') =>
  bench.node(`
import { createInterface } from 'node:readline';
const answers = ${JSON.stringify(answers)};
createInterface(process.stdin).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return;
  if (answers[method]) console.log(JSON.stringify({ jsonrpc: '2.0', id, ...answers[method] }));
  else { ${otherwise} }
});`);
const initialize = { result: { protocolVersion: '2025-11-25', capabilities: {} } };
const discover = { result: { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities: {} } };
const unknown = { error: { code: -32601, message: 'Method not found' } };
const otherEra = ({ verdict, checks, fixes }: DoctorReport) => {
  const { state, words } = checks.find(({ id }) => id === 'other_era')!;
  return { verdict, state, words, fix: fixes[0]?.words ?? '' };
};

describe('clients of the other era', () => {
  it('are not said to get no answer from a server that only starts more slowly the second time', async () => {
    const slow = bench.node(`
import { createInterface } from 'node:readline';
createInterface(process.stdin).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  const answer = method === 'initialize' ? ${JSON.stringify(initialize)} : ${JSON.stringify(unknown)};
  if (id !== undefined) setTimeout(() => console.log(JSON.stringify({ jsonrpc: '2.0', id, ...answer })), method === 'initialize' ? 1500 : 2500);
});`);
    const report = await bench.diagnose(slow, { patience: { fallbackMs: 0 } });
    expect(otherEra(report)).toMatchObject({ verdict: 'works', state: 'ok' });
  });

  const refuse = 'Answer unknown methods with -32601 before “initialize”.';

  it.each([
    ['dies on', `console.error('unknown request'); process.exit(3);`, 'ended with exit code 3.'],
    ['never answers', '', 'did not answer within '],
  ])('warns about an older server that %s “server/discover”', async (_, otherwise, end) => {
    const report = await bench.diagnose(peer({ initialize }, otherwise), { patience: { fallbackMs: 300 } });
    expect(otherEra(report)).toEqual({
      verdict: 'warnings',
      state: 'warning',
      words: expect.stringContaining(
        `Clients of revision 2026-07-28 send “server/discover” first, and the server ${end}`,
      ),
      fix: refuse,
    });
  });

  it.each([
    ['-32601', unknown],
    ['another code', { error: { code: -32602, message: 'Invalid request parameters' } }],
    ['its versions', discover],
  ])('says nothing against an older server that answers “server/discover” with %s', async (_, answer) => {
    const report = await bench.diagnose(peer({ initialize, 'server/discover': answer }));
    expect(otherEra(report)).toMatchObject({ verdict: 'works', state: 'ok' });
  });

  it.each([
    ['refuses', { initialize: unknown }, '', 'refused it.'],
    ['dies on', {}, 'process.exit(4);', 'ended with exit code 4.'],
  ])('warns about a newer server that %s “initialize”', async (_, more, otherwise, end) => {
    const server = peer({ 'server/discover': discover, ...more }, otherwise);
    const report = await bench.diagnose(server, {}, { era: 'modern' });
    expect(otherEra(report)).toEqual({
      verdict: 'warnings',
      state: 'warning',
      words: `Clients of earlier revisions cannot connect: they send “initialize”, and the server ${end}`,
      fix: 'Answer “initialize” too, or use clients of revision 2026-07-28.',
    });
  });

  it('takes any HTTP status for an answer, and warns about a cut connection', async () => {
    const over = async (isCut: boolean) => {
      const port = await bench.serve((request, response) => {
        let text = '';
        request.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        request.on('end', () => {
          const { id, method } = JSON.parse(text || '{}');
          if (method === 'initialize')
            response.writeHead(200, json).end(JSON.stringify({ jsonrpc: '2.0', id, ...initialize }));
          else if (method === 'server/discover' && isCut) response.destroy();
          else response.writeHead(method === 'server/discover' ? 400 : 202).end();
        });
      });
      return otherEra(await bench.diagnose({ kind: 'http', url: `http://127.0.0.1:${port}/mcp` }));
    };
    expect(await over(false)).toMatchObject({ verdict: 'works', state: 'ok' });
    expect(await over(true)).toMatchObject({ state: 'warning', words: expect.stringContaining('cut the connection') });
  });
});
