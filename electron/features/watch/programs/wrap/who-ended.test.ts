// Who ended a watched connection is what happened first, not what was noticed last: real servers, a real wrap, and its spool decoded.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readCapture } from '../../../../../shared/capture/capture.ts';
import { decodeCapture } from '../../../../../shared/exchange/decode-capture.ts';
import { ended, startWrapped, until } from '../testing/test-peers.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'misfire-ended-'));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

const node = (script: string) => [process.execPath, '-e', script];
/** Answers `ping`. */
const answering = `process.stdin.on('data', (chunk) => {
  for (const line of String(chunk).split('\\n').filter(Boolean)) {
    const { id, method } = JSON.parse(line);
    if (method === 'ping') process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: {} }) + '\\n');
    else if (method === 'leave') leave();
  }
});`;
const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';

/** Starts the server and waits until it has answered. */
async function start(script: string) {
  const child = startWrapped(node(script), { data });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  child.stdin.write(ping);
  await until(() => said.includes('"id":1'), 'an answer');
  return { child, end: ended(child) };
}

function decoded() {
  const [name = ''] = readdirSync(join(data, 'spool')).filter((file) => file.endsWith('.jsonl'));
  const { entries, started } = readCapture(readFileSync(join(data, 'spool', name), 'utf8'));
  return decodeCapture(entries, started).map(({ class: kind, owner, code, line }) => ({ kind, owner, code, line }));
}

it('a server that closes its output and exits later crashed, although its client closed in between', async () => {
  // No call is open: only the order says that the client closed because the server had gone.
  const leave = "const leave = () => { require('fs').closeSync(1); setTimeout(() => process.exit(3), 300); };";
  const { child, end } = await start(leave + answering);
  child.stdout.once('end', () => child.stdin.end());
  child.stdin.write('{"jsonrpc":"2.0","method":"leave"}\n');
  expect(await end).toEqual({ code: 3, signal: null });
  expect(decoded()).toMatchObject([{ kind: 'connection_lost', owner: 'server', code: 3 }]);
});

it.each([
  ['has no handler', 'SIGTERM', ''],
  ['exits with a code of its own', 'SIGTERM', "process.on('SIGTERM', () => process.exit(143));"],
  ['is interrupted', 'SIGINT', ''],
] as const)(
  'a client that ends its server with a signal raises no alarm: the server %s',
  async (_how, signal, handler) => {
    const { child, end } = await start(handler + answering);
    child.kill(signal);
    await end;
    expect(decoded()).toEqual([]);
  },
);

it('a server that dies by a signal of its own did not end by its client', async () => {
  const { child, end } = await start(`const leave = () => process.kill(process.pid, 'SIGTERM');${answering}`);
  child.stdin.write('{"jsonrpc":"2.0","method":"leave"}\n');
  expect(await end).toEqual({ code: null, signal: 'SIGTERM' });
  expect(decoded()).toMatchObject([{ kind: 'connection_lost', owner: 'server', code: 'SIGTERM' }]);
});
