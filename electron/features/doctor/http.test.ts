import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DoctorReport } from '../../../shared/server/connecting.ts';
import { makeCertificate } from '../../inspector/testing/test-certificate.ts';
import { json, replying, soleBreak, TestDoctor } from '../../inspector/testing/test-doctor.ts';

let bench: TestDoctor;
beforeEach(() => {
  bench = new TestDoctor();
});
afterEach(() => bench.end());

const brokenOf = ({ checks }: DoctorReport) => checks.find(({ state }) => state === 'broken')!;
const evidenceOf = (report: DoctorReport) => brokenOf(report).evidence.join('\n');
const fixesOf = ({ fixes }: DoctorReport) => fixes.map(({ words }) => words).join('\n');
const at = (url: string, headers: Record<string, string> = {}) => ({ kind: 'http', url, headers });
const agreed = replying(200, json, ({ id, method }) =>
  method === 'initialize'
    ? JSON.stringify({ jsonrpc: '2.0', id, result: { protocolVersion: '2025-11-25', capabilities: {} } })
    : '',
);
const day = 86_400_000;
const valid = { from: new Date(Date.now() - day), to: new Date(Date.now() + day) };

/** Runs the doctor on a server that responds as configured. */
const diagnoseReply = async (...[status, headers, body]: Parameters<typeof replying>) =>
  bench.diagnose(at(`http://127.0.0.1:${await bench.serve(replying(status, headers, body))}/api`));

describe('an address', () => {
  it('is healthy when it works', async () => {
    const report = await bench.diagnose(at(`http://127.0.0.1:${await bench.serve(agreed)}/mcp`));
    expect(soleBreak(report)).toBe('none');
    expect(report.checks.map(({ id }) => id)).toEqual([
      'variables',
      'address',
      'dns',
      'tcp',
      'tls',
      'http_status',
      'content_type',
      'sign_in',
      'handshake',
      'version',
      'other_era',
    ]);
  });

  it('address: an invalid port', async () => {
    const report = await bench.diagnose(at('http://127.0.0.1:0/mcp'));
    expect(soleBreak(report)).toBe('address');
    expect(report.fixes[0]?.action).toBe('edit_server');
  });

  it('dns: a name that does not resolve', async () => {
    // RFC 6761 section 6.4: “invalid” is never a name.
    const report = await bench.diagnose(at('http://no-such-machine.invalid/mcp'));
    expect(soleBreak(report)).toBe('dns');
    expect(brokenOf(report).words).toContain('no-such-machine.invalid');
  });

  it('tcp: a port without a listener', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    const report = await bench.diagnose(at(`http://127.0.0.1:${port}/mcp`));
    expect(soleBreak(report)).toBe('tcp');
    expect(evidenceOf(report)).toBe(`127.0.0.1:${port}  refused: no server on this port (ECONNREFUSED)`);
    expect(fixesOf(report)).toContain('Start the server');
    expect(bench.events).toEqual([]);
  });

  it.skipIf(process.platform !== 'linux')('tcp: a port that does not respond', async () => {
    // It listens and never accepts, and its short queue is full: the system then drops further attempts.
    const source = `const s = require('net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => { require('fs').writeSync(1, s.address().port + '\\n'); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); });`;
    const child = spawn(process.execPath, ['-e', source], { stdio: ['ignore', 'pipe', 'inherit'] });
    const sockets: Socket[] = [];
    try {
      const [line] = await once(createInterface(child.stdout), 'line');
      const port = Number(line);
      for (let count = 0; count < 8; count += 1) {
        const socket = connect(port, '127.0.0.1');
        socket.on('error', () => {});
        sockets.push(socket);
      }
      await expect.poll(() => sockets.filter(({ pending }) => !pending).length).toBeGreaterThan(0);
      const report = await bench.diagnose(at(`http://127.0.0.1:${port}/mcp`), { patience: { tcpMs: 600 } });
      expect(soleBreak(report)).toBe('tcp');
      expect(evidenceOf(report)).toContain('no answer (ETIMEDOUT)');
    } finally {
      for (const socket of sockets) socket.destroy();
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });

  it('tls: self-signed', async () => {
    const certificate = makeCertificate({ names: ['127.0.0.1', 'acme.example'], ...valid });
    const report = await bench.diagnose(at(`https://127.0.0.1:${await bench.serve(agreed, certificate)}/mcp`));
    expect(soleBreak(report)).toBe('tls');
    expect(brokenOf(report).words).toContain('self-signed');
    expect(evidenceOf(report)).toContain('For  127.0.0.1, acme.example, Misfire test');
    expect(fixesOf(report)).toContain('NODE_EXTRA_CA_CERTS');
    expect(bench.events).toEqual([]);
  });

  it('tls: expired, with its dates', async () => {
    const certificate = makeCertificate({
      names: ['127.0.0.1'],
      from: new Date('2020-01-01'),
      to: new Date('2020-02-01'),
    });
    const url = `https://127.0.0.1:${await bench.serve(agreed, certificate)}/mcp`;
    const report = await bench.diagnose(at(url), { patience: { ca: certificate.cert } });
    expect(soleBreak(report)).toBe('tls');
    expect(brokenOf(report).words).toContain('expired');
    expect(evidenceOf(report)).toMatch(/Valid {2}Jan {1,2}1 .*2020.* to Feb {1,2}1 .*2020/);
  });

  it('tls: for another name', async () => {
    const certificate = makeCertificate({ names: ['other.example'], ...valid });
    const url = `https://127.0.0.1:${await bench.serve(agreed, certificate)}/mcp`;
    const report = await bench.diagnose(at(url), { patience: { ca: certificate.cert } });
    expect(soleBreak(report)).toBe('tls');
    expect(brokenOf(report).words).toContain('other.example');
  });

  it('tls: https on a port without TLS, and http on one with it', async () => {
    const plain = await bench.diagnose(at(`https://127.0.0.1:${await bench.serve(agreed)}/mcp`));
    expect(soleBreak(plain)).toBe('tls');
    expect(plain.fixes[0]?.words).toContain('http://127.0.0.1');
    const certificate = makeCertificate({ names: ['127.0.0.1'], ...valid });
    const port = await bench.serve(agreed, certificate);
    const secure = await bench.diagnose(at(`http://127.0.0.1:${port}/mcp`));
    expect(soleBreak(secure)).toBe('tls');
    expect(secure.fixes[0]?.words).toContain(`https://127.0.0.1:${port}/mcp`);
  });

  it.each([
    [404, 'nothing at the path /api', '/mcp. Older ones listen at http://127.0.0.1'],
    [405, 'takes no POST', 'HTTP+SSE'],
    [406, 'asked for', 'Accept'],
    [415, 'does not take JSON', 'Content-Type'],
    [421, 'responsible', 'allowed hosts'],
    [302, 'points elsewhere', 'address'],
    [500, 'itself failed', 'log'],
    [502, 'behind the proxy', 'proxy'],
    [429, 'pause', 'Wait'],
    [418, 'refused (HTTP 418)', 'below'],
  ])('http_status: %i', async (status, words, fix) => {
    const report = await diagnoseReply(status, { 'content-type': 'text/plain' }, 'the body says');
    expect(soleBreak(report)).toBe('http_status');
    expect(brokenOf(report).words).toContain(words);
    expect(evidenceOf(report)).toContain('body  the body says');
    expect(fixesOf(report)).toContain(fix);
  });

  it.each([404, 405])('http_status: %i at the root names the usual path before the older transport', async (status) => {
    const port = await bench.serve(replying(status, { 'content-type': 'text/plain' }, 'no'));
    const report = await bench.diagnose(at(`http://127.0.0.1:${port}/`));
    expect(report.fixes[0]?.words).toContain(`http://127.0.0.1:${port}/mcp`);
    expect(fixesOf(report)).toContain('HTTP+SSE');
  });

  it('http_status: a Host header check', async () => {
    const report = await diagnoseReply(403, { 'content-type': 'text/plain' }, 'Invalid Host header');
    expect(soleBreak(report)).toBe('http_status');
    expect(fixesOf(report)).toContain('allowed hosts');
  });

  it('http_status: accepted and never answered, or not HTTP at all', async () => {
    const silent = at(`http://127.0.0.1:${await bench.serve(() => {})}/mcp`);
    const report = await bench.diagnose(silent, { patience: { answerMs: 600 } });
    expect(soleBreak(report)).toBe('http_status');
    expect(brokenOf(report).words).toContain('did not answer');
    const other = createServer((socket) => {
      socket.on('error', () => {});
      socket.end('220 mail.example ESMTP\r\n');
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const mail = await bench.diagnose(at(`http://127.0.0.1:${port}/mcp`));
    other.close();
    expect(soleBreak(mail)).toBe('http_status');
    expect(fixesOf(mail)).toContain('HTTP server');
  });

  it('content_type: a login page, other text, JSON that is not a message', async () => {
    const page = await diagnoseReply(
      200,
      { 'content-type': 'text/html' },
      '<!doctype html><title>Sign in</title><form>',
    );
    expect(soleBreak(page)).toBe('content_type');
    expect(brokenOf(page).words).toContain('“Sign in”');
    expect(fixesOf(page)).toContain('login page');
    const text = await diagnoseReply(200, { 'content-type': 'text/plain' }, 'hello');
    expect(soleBreak(text)).toBe('content_type');
    const api = await diagnoseReply(200, json, '{"status":"up"}');
    expect(soleBreak(api)).toBe('content_type');
    expect(evidenceOf(api)).toContain('{"status":"up"}');
  });

  it("sign_in: the server's challenge", async () => {
    const challenge =
      'Bearer realm="acme", error="invalid_token", error_description="The token expired", resource_metadata="https://acme.example/.well-known/x"';
    const asked = await diagnoseReply(401, { 'www-authenticate': challenge }, '');
    expect(soleBreak(asked)).toBe('sign_in');
    expect(brokenOf(asked).words).toContain('The token expired');
    expect(evidenceOf(asked)).toContain('resource_metadata="https://acme.example');
    expect(asked.fixes[0]?.action).toBe('sign_in');
    const port = await bench.serve(
      replying(403, { 'www-authenticate': 'Bearer error="insufficient_scope", scope="files:write"' }, ''),
    );
    const more = await bench.diagnose(at(`http://127.0.0.1:${port}/mcp`, { Authorization: 'Bearer abcdefghij-klm' }));
    expect(soleBreak(more)).toBe('sign_in');
    expect(fixesOf(more)).toContain('files:write');
    expect(JSON.stringify(more)).not.toContain('abcdefghij-klm');
  });

  it('handshake: an error inside HTTP 400, an empty 202, a silent stream', async () => {
    const refused = await diagnoseReply(400, json, ({ id }) =>
      JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000, message: 'Server not ready' } }),
    );
    expect(soleBreak(refused)).toBe('handshake');
    expect(brokenOf(refused).words).toContain('Server not ready');
    const accepted = at(`http://127.0.0.1:${await bench.serve(replying(202, {}, ''))}/mcp`);
    const empty = await bench.diagnose(accepted, { patience: { answerMs: 800 } });
    expect(soleBreak(empty)).toBe('handshake');
    const stream = (_: IncomingMessage, response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n');
    };
    const url = `http://127.0.0.1:${await bench.serve(stream)}/mcp`;
    const quiet = await bench.diagnose(at(url), { patience: { answerMs: 800 } });
    expect(soleBreak(quiet)).toBe('handshake');
  });

  it('version: only the other era, reported with HTTP 404 or 400', async () => {
    const modern = await diagnoseReply(404, json, ({ id }) =>
      JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } }),
    );
    expect(soleBreak(modern)).toBe('version');
    expect(modern.fixes[0]?.action).toBe('detect_era');
    const old = await diagnoseReply(400, json, ({ id }) =>
      JSON.stringify({
        jsonrpc: '2.0',
        id,
        error: { code: -32000, message: 'Bad Request: Unsupported protocol version' },
      }),
    );
    expect(soleBreak(old)).toBe('version');
  });

  it('can be stopped while it waits', async () => {
    const doctor = bench.doctor({ patience: { answerMs: 60_000 } });
    const server = bench.add(at(`http://127.0.0.1:${await bench.serve(() => {})}/mcp`));
    const asked = doctor.diagnose({ server });
    await expect.poll(() => bench.events.length).toBeGreaterThan(0);
    await doctor.close();
    expect(await asked).toMatchObject({ ok: false, error: { code: 'refused' } });
  });
});
