// An MCP server on stdio with one tool per case: it answers each call with the case's response. It writes every line on the pipe to the
// file in WIRE, to count how often a client sent a call.

import { appendFileSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Case } from './cases.ts';

interface Message {
  id?: string | number;
  method?: string;
  params?: { name?: string; protocolVersion?: string };
}

const cases = JSON.parse(readFileSync(process.env.CASES ?? '', 'utf8')) as Case[];
const byName = new Map(cases.map((one) => [one.tool, one]));
let listChanged = false;

function log(entry: object): void {
  if (process.env.WIRE) appendFileSync(process.env.WIRE, `${JSON.stringify({ at: Date.now(), ...entry })}\n`);
}

function write(line: string): void {
  log({ from: 'server', line });
  process.stdout.write(`${line}\n`);
}

const send = (message: object) => write(JSON.stringify({ jsonrpc: '2.0', ...message }));

function offered(): object[] {
  return cases
    .filter(({ does }) => does !== 'missing' && (does !== 'late' || listChanged))
    .map(({ tool, outputSchema, inputSchema }) => ({
      name: tool,
      description: `Case ${tool}`,
      inputSchema: inputSchema ?? { type: 'object', properties: { q: { type: 'string' } } },
      ...(outputSchema === undefined ? {} : { outputSchema }),
    }));
}

async function call(id: string | number, name: string): Promise<void> {
  const wanted = byName.get(name);
  if (!wanted) return send({ id, error: { code: -32602, message: `Unknown tool: ${name}` } });
  if (wanted.does === 'dies') process.exit(3);
  if (wanted.does === 'noise') write('debug: this is not JSON');
  if (wanted.does === 'slow') await new Promise((done) => setTimeout(done, 20_000));
  if (wanted.does === 'grow') {
    listChanged = true;
    send({ method: 'notifications/tools/list_changed' });
  }
  send({ id, ...wanted.answer });
}

function answer({ id, method, params }: Message): void | Promise<void> {
  if (id === undefined || method === undefined) return;
  if (method === 'ping') return send({ id, result: {} });
  if (method === 'tools/list') return send({ id, result: { tools: offered() } });
  if (method === 'tools/call') return call(id, params?.name ?? '');
  if (method !== 'initialize') return send({ id, error: { code: -32601, message: 'Method not found' } });
  const protocolVersion = [params?.protocolVersion ?? '2025-11-25', '2025-11-25'].sort()[0];
  const serverInfo = { name: 'failing-server', version: '1.0.0' };
  return send({ id, result: { protocolVersion, capabilities: { tools: { listChanged: true } }, serverInfo } });
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0));
createInterface({ input: process.stdin })
  .on('close', () => process.exit(0))
  .on('line', (line) => {
    log({ from: 'client', line });
    void answer(JSON.parse(line) as Message);
  });
