// For tests only: a doctor with real connections, real processes and real sockets, and a recorder that keeps events in memory.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseJson } from '../../../shared/json/json.ts';
import type { CheckId, DoctorReport } from '../../../shared/server/connecting.ts';
import { serverConfigSchema } from '../../../shared/server/server-config.ts';
import type { StoredEvent } from '../../../shared/wire.ts';
import { Doctor, type DoctorOptions } from '../../features/doctor/doctor.ts';
import { Connections } from '../connections/connections.ts';
import { SavedServers } from '../connections/saved-servers.ts';
import type { Recorder } from '../log/recorder.ts';
import { ConfigSecrets } from '../secrets/config-secrets.ts';
import { memoryVault } from '../secrets/memory-vault.ts';
import { readyTransport } from '../secrets/ready-transport.ts';
import type { TestCertificate } from './test-certificate.ts';

export class TestDoctor {
  readonly folder = mkdtempSync(join(tmpdir(), 'misfire-doctor-'));
  readonly events: StoredEvent[] = [];
  readonly connections: Connections;
  readonly #ends: (() => Promise<void>)[] = [];
  #scripts = 0;

  constructor() {
    this.connections = new Connections({
      recorder: this.recorder,
      saved: new SavedServers(null),
      version: '0',
      actor: 'you',
      nextEpoch: () => this.events.length + 1,
      transportOf: ({ transport }) => transport,
      readEntries: async () => {},
      secrets: new ConfigSecrets(memoryVault()),
      authorize: async () => null,
      deskOf: () => {
        throw new Error('The doctor answers no questions.');
      },
      detectEra: async () => ({ era: null, transport: null, words: '' }),
      stopDetecting: () => {},
      processEnd: () => null,
      onChange: () => {},
    });
  }

  get recorder(): Recorder {
    return {
      record: (server, epoch, events) =>
        events.map((event) => {
          const stored = { ...event, server, epoch, seq: this.events.length + 1 } as StoredEvent;
          this.events.push(stored);
          return 'text' in event && event.lane !== 'err'
            ? { event: stored, message: parseJson(event.text) }
            : { event: stored };
        }),
    };
  }

  doctor(options: Partial<DoctorOptions> = {}): Doctor {
    const { env = process.env } = options;
    return new Doctor({
      connections: this.connections,
      recorder: this.recorder,
      written: ({ config }) => config.transport,
      ready: (connection) => readyTransport({ ...this.connections.ready(connection), env }),
      ...options,
      patience: { dnsMs: 5_000, tcpMs: 1_000, tlsMs: 3_000, answerMs: 8_000, ...options.patience },
    });
  }

  add(transport: object, more: object = {}): string {
    return this.connections.add(serverConfigSchema.parse({ name: 'tried', transport, ...more })).id;
  }

  /** Adds a server, checks it, and removes it again. */
  async diagnose(transport: object, options: Partial<DoctorOptions> = {}, more: object = {}): Promise<DoctorReport> {
    const answer = await this.doctor(options).diagnose({ server: this.add(transport, more) });
    if (!answer.ok) throw new Error(answer.error.message);
    return answer.value;
  }

  /** A file in this test's folder. */
  file(name: string, text: string, mode = 0o644): string {
    const path = join(this.folder, name);
    writeFileSync(path, text, { mode });
    return path;
  }

  /** A stdio server that runs this script. `answer(result)` answers the first request. */
  node(source: string): object {
    this.#scripts += 1;
    return {
      kind: 'stdio',
      command: process.execPath,
      args: [this.file(`peer-${this.#scripts}.mjs`, source)],
      env: {},
    };
  }

  async serve(listener: RequestListener, tls?: TestCertificate): Promise<number> {
    const server: Server = tls ? createSecureServer(tls, listener) : createServer(listener);
    server.on('tlsClientError', () => {});
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.later(
      () =>
        new Promise((resolve) => {
          server.closeAllConnections();
          server.close(() => resolve());
        }),
    );
    return (server.address() as AddressInfo).port;
  }

  later(end: () => Promise<void>): void {
    this.#ends.push(end);
  }

  async end(): Promise<void> {
    await this.connections.closeAll();
    for (const end of this.#ends.splice(0)) await end();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Answers `initialize` in a script of a stdio server, after any earlier output, and refuses other requests. */
export const answering = `
import { createInterface } from 'node:readline';
createInterface(process.stdin).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (method === 'initialize')
    console.log(JSON.stringify({ jsonrpc: '2.0', id, result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'peer', version: '1' } } }));
  else if (id !== undefined)
    console.log(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } }));
});
`;

/** Answers every POST with this. */
export const replying =
  (
    status: number,
    headers: Record<string, string>,
    body: string | ((request: { id: unknown; method: string }) => string),
  ): RequestListener =>
  (request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    request.on('end', () => {
      const parsed = parseJson(text);
      const sent = (parsed.ok ? parsed.value : {}) as { id: unknown; method: string };
      response.writeHead(status, headers).end(typeof body === 'string' ? body : body(sent));
    });
  };

export const json = { 'content-type': 'application/json' };

/** The one failed check; everything before it passed, and nothing after it was run. */
export function soleBreak({ checks, broken, fixes }: DoctorReport): CheckId | 'none' | 'untidy' {
  const at = checks.findIndex(({ state }) => state === 'broken');
  if (at < 0)
    return broken === null && fixes.length === 0 && checks.every(({ state }) => state === 'ok') ? 'none' : 'untidy';
  const tidy =
    checks.slice(0, at).every(({ state }) => state === 'ok') &&
    checks.slice(at + 1).every(({ state }) => state === 'not_reached') &&
    checks[at]?.words !== '' &&
    fixes.length > 0 &&
    fixes.every(({ words }) => words !== '');
  return tidy && checks[at]?.id === broken ? (broken as CheckId) : 'untidy';
}
