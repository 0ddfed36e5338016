// HTTP+SSE and the era without a handshake, as far as Misfire supports them.

import type { RequestListener, ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DoctorReport } from '../../../shared/server/connecting.ts';
import { replying, soleBreak, TestDoctor } from '../../inspector/testing/test-doctor.ts';
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
