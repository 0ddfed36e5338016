// The browser door: serves the page and its socket on 127.0.0.1, to those whom the gate admits (web-gate.ts).
// Owns the server, its limits and its end. dispatch.ts handles the messages. The inspector belongs to its opener.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { socketProtocol } from '../../shared/api/web-door.ts';
import type { InspectorHandle } from '../inspector/inspector-handle.ts';
import { createNonce, securityHeaders } from './content-policy.ts';
import { serveWindow } from './dispatch.ts';
import { linkPage } from './link-page.ts';
import { noPageFiles, openPageFiles, type PageFiles } from './page-files.ts';
import type { Port } from './port.ts';
import { type Admission, createWebGate, type Secrets, type WebGate } from './web-gate.ts';

/** A code is 43 characters. */
const codeSizeLimit = 200;
/** A call's parameters may be 50 million characters, and writing them as JSON text may double them. */
const messageSizeLimit = 128 * 1024 * 1024;
/** A page that stops reading is cut off before it fills our memory; when it comes back it catches up. */
const sendBufferLimit = 256 * 1024 * 1024;
const socketLimit = 32;

export interface WebHost {
  /** The first link, only for the person who started Misfire. It admits one browser. */
  address: string;
  port: number;
  /** Another address that lets one browser in. */
  createLink(): string;
  close(): Promise<void>;
}

export interface WebHostOptions {
  inspector: InspectorHandle;
  /** The folder of the built page. */
  pageDir: string;
  /** 0 takes any free port. */
  port: number;
  /** Gets bugs of Misfire. */
  report?: (problem: unknown) => void;
  /** A used link is invalid. */
  onLinkUsed?: () => void;
  /** Another server on this machine serves the page and forwards the rest here. */
  front?: Front | undefined;
  /** Default: new ones, or those of the front. */
  secrets?: Secrets | undefined;
}

/** The development server. Its secrets outlive this process, so that the page reconnects after a restart. */
export interface Front extends Secrets {
  port: number;
}

/** Rejects with the system's own error when the port cannot be had. */
export async function openWebHost(options: WebHostOptions): Promise<WebHost> {
  const { inspector, pageDir, port, report, onLinkUsed, front, secrets = front } = options;
  const page = front ? noPageFiles : openPageFiles(pageDir);
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 15_000, maxHeaderSize: 16 * 1024 });
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: messageSizeLimit,
    perMessageDeflate: false,
    clientTracking: true,
    // Never the other one that was offered: that is the key.
    handleProtocols: () => socketProtocol,
  });
  await listen(server, port);
  const gate = createWebGate(front?.port ?? (server.address() as AddressInfo).port, secrets);

  server.on('request', (request, response) => {
    const admission = admit(gate, request, false);
    answer(admission, gate, page, request, response, onLinkUsed).catch((problem) => {
      report?.(problem);
      if (!response.headersSent) send(response, 500, 'Misfire has a bug: this request failed.');
      else response.destroy();
    });
  });
  server.on('upgrade', (request, stream, head) => {
    stream.on('error', () => undefined);
    const admission = admit(gate, request, true);
    if (!admission.ok) return refuseUpgrade(stream, admission.status);
    if (sockets.clients.size >= socketLimit) return refuseUpgrade(stream, 503);
    sockets.handleUpgrade(request, stream, head, (socket) =>
      serveWindow(inspector, socketPort(socket, report), report),
    );
  });

  return {
    address: gate.createLink(),
    port: (server.address() as AddressInfo).port,
    createLink: () => gate.createLink(),
    close: () => close(server, sockets),
  };
}

function admit(gate: WebGate, request: IncomingMessage, socket: boolean): Admission {
  const { method = '', url: target = '', headers, rawHeaders } = request;
  return gate.admit({ method, target, headers, rawHeaders, socket });
}

async function answer(
  admission: Admission,
  gate: WebGate,
  page: PageFiles,
  request: IncomingMessage,
  response: ServerResponse,
  onLinkUsed: (() => void) | undefined,
): Promise<void> {
  if (!admission.ok) return refuse(request, response, admission);
  if (admission.for === 'exchange') return exchange(gate, request, response, onLinkUsed);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD');
    return send(response, 405, 'Misfire only serves its page here.');
  }
  if (admission.for === 'link') {
    response.setHeader('location', admission.location);
    return send(response, 303, '');
  }
  if (admission.for === 'socket') return send(response, 404, 'There is nothing here.');
  const { path, host } = admission;
  const nonce = createNonce();
  const file = await page.read(path, nonce);
  if (!file) return send(response, 404, 'There is nothing here.');
  response.writeHead(200, {
    ...securityHeaders(nonce, `ws://${host}`),
    ...(file.isImmutable && { 'cache-control': 'private, max-age=31536000, immutable' }),
    'content-type': file.type,
    'content-length': file.body.length,
  });
  response.end(request.method === 'HEAD' ? undefined : file.body);
}

/** A browser that opens an address gets a page; programs get one sentence. */
function refuse(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  { status, message }: Extract<Admission, { ok: false }>,
): void {
  const isOpened = method === 'GET' && status !== 403 && headers.accept?.includes('text/html');
  if (!isOpened) {
    send(response, status, message);
    return;
  }
  const page = linkPage(status === 410 ? 'used' : 'missing', createNonce());
  response.writeHead(status, { ...page.headers, 'content-length': Buffer.byteLength(page.body) });
  response.end(page.body);
}

/** Gives the key for a code, to our own page: the gate has seen its Origin. */
async function exchange(
  gate: WebGate,
  request: IncomingMessage,
  response: ServerResponse,
  onLinkUsed: (() => void) | undefined,
): Promise<void> {
  if (request.method !== 'POST') {
    response.setHeader('allow', 'POST');
    return send(response, 405, 'A code is exchanged with POST.');
  }
  let code = '';
  for await (const part of request) {
    code += String(part);
    if (code.length > codeSizeLimit) return send(response, 413, 'This link code is not valid.');
  }
  const key = gate.exchange(code);
  if (key === null) return send(response, 410, 'This link was already used.');
  onLinkUsed?.();
  send(response, 200, key, 'application/octet-stream');
}

function send(response: ServerResponse, status: number, text: string, type = 'text/plain; charset=utf-8'): void {
  const body = text && type.startsWith('text/plain') ? `${text}\n` : text;
  response.writeHead(status, {
    ...securityHeaders(createNonce()),
    'content-type': type,
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

function refuseUpgrade(stream: Duplex, status: number): void {
  stream.on('error', () => undefined);
  const refusal = `HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
  // A refused client may keep its connection open, so the server closes it.
  stream.end(refusal, () => stream.destroy());
}

function socketPort(socket: WebSocket, report?: (problem: unknown) => void): Port {
  // Errors of a socket are followed by its close; without a listener they would end the program.
  socket.on('error', () => undefined);
  return {
    post(text) {
      if (socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount > sendBufferLimit) return socket.terminate();
      socket.send(text);
    },
    onMessage(listener) {
      socket.on('message', (data, isBinary) => {
        if (isBinary) socket.close(1003, 'Text only');
        else {
          try {
            listener(data.toString());
          } catch (problem) {
            report?.(problem);
            socket.close(1011, 'A bug of Misfire');
          }
        }
      });
    },
    onClose: (listener) => void socket.once('close', listener),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
}

async function close(server: Server, sockets: WebSocketServer): Promise<void> {
  for (const socket of sockets.clients) socket.terminate();
  sockets.close();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}
