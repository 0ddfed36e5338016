// Helpers for stories of the built command: its own folder, the command as a child process, small servers to connect to.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { projectRoot } from './desktop.ts';

export { expect } from '@playwright/test';

const command = join(projectRoot, 'dist', 'node', 'cli.js');

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
  lines: Record<string, unknown>[];
}

export interface RunOptions {
  env?: Record<string, string>;
  input?: string;
  stdout?: number;
  onStart?: (child: ChildProcess) => void;
}

export class Desk {
  readonly folder = mkdtempSync(join(tmpdir(), 'misfire-cli-'));
  readonly #ends: (() => unknown)[] = [];

  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, text: string): string {
    writeFileSync(this.path(name), text);
    return this.path(name);
  }

  run(args: string[], { env = {}, input, stdout, onStart }: RunOptions = {}): Promise<Ended> {
    const child = spawn(process.execPath, [command, '--data', this.path('data'), ...args], {
      stdio: [input === undefined ? 'ignore' : 'pipe', stdout ?? 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    this.#ends.push(() => child.kill('SIGKILL'));
    child.stdin?.end(input);
    let out = '';
    let err = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      err += text;
    });
    onStart?.(child);
    return new Promise((resolve) => {
      child.on('close', (code) => {
        const lines = args.includes('--json') && out.trim() !== '' ? out.trim().split('\n') : [];
        resolve({ code, stdout: out, stderr: err, lines: lines.map((line) => JSON.parse(line)) });
      });
    });
  }

  /** A stdio server: `body` handles each message, and `send` responds. */
  server(name: string, body: string): string {
    const file = this.write(
      `${name}.mjs`,
      `import { createInterface } from 'node:readline';
const send = (message) => process.stdout.write(JSON.stringify(Array.isArray(message) ? message : { jsonrpc: '2.0', ...message }) + '\\n');
const welcome = (id) => send({ id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'stub', version: '1' } } });
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  const { id, method, params } = message;
  ${body}
}
`,
    );
    return `"${process.execPath}" "${file}"`;
  }

  async http(answer: (request: IncomingMessage, response: ServerResponse, body: string) => void): Promise<string> {
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      answer(request, response, body);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    this.#ends.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  close(): void {
    for (const end of this.#ends) end();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

export const test = base.extend<{ desk: Desk }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from the pattern.
  desk: async ({}, use) => {
    const desk = new Desk();
    await use(desk);
    desk.close();
  },
});

/** Exits before it responds, with a reason on stderr. */
export const dies = `"${process.execPath}" -e "console.error('Error: ORDERS_API_KEY is required'); process.exit(7)"`;

/** For `desk.server`: one tool that returns its input. */
export const ordinary = `
  if (method === 'initialize') welcome(id);
  else if (method === 'tools/list') send({ id, result: { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] } });
  else if (id !== undefined) send({ id, result: { content: [{ type: 'text', text: JSON.stringify({ params, flavour: process.env.FLAVOUR }) }] } });`;
