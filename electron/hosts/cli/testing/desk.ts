// For tests of commands: a folder, commands that run with it as their data folder, and small servers to connect to.

import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from 'vitest';
import { type HereOptions, type Ran, runHere } from '../../../launch/testing/run-here.ts';

interface DeskRan extends Ran {
  /** With --json. */
  lines: Record<string, unknown>[];
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

  async run(args: string[], options: HereOptions = {}): Promise<DeskRan> {
    const ran = await runHere(args, { data: this.path('data'), ...options });
    const lines = args.includes('--json') && ran.stdout.trim() !== '' ? ran.stdout.trim().split('\n') : [];
    return { ...ran, lines: lines.map((line) => JSON.parse(line)) };
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
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the requested fixtures from the pattern.
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
