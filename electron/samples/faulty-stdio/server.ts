// The faulty server on stdin and stdout, without an SDK: no SDK would send half a line, a wrong id or two responses to one call. Each tool
// of the menu is a fault; answers.ts has those that are plain messages.

import { setTimeout as sleep } from 'node:timers/promises';
import { isObject, type JsonObject, parseJson } from '../../../shared/json/json.ts';
import { answer, handshake, messagesFor, progressNotes, refusal, words } from '../faulty/answers.ts';
import { listFaults, type Order, readOrder } from '../faulty/menu.ts';
import { endWithParent } from '../lifetime.ts';

/** Resolves when the bytes were sent, so that an exit truncates nothing. */
function write(bytes: string | Buffer): Promise<void> {
  return new Promise((resolve) => process.stdout.write(bytes, () => resolve()));
}
const line = (message: JsonObject): string => `${JSON.stringify(message)}\n`;
const send = (message: JsonObject): Promise<void> => write(line(message));
const say = (text: string): Promise<void> => new Promise((resolve) => process.stderr.write(text, () => resolve()));

const noise = [
  'Debug: connecting to the database...',
  '{ level: 30, msg: "this is an object, and no JSON" }',
  '=== listening ===',
];

const good = (order: Order): JsonObject => answer(order.id, words('All is well.'));

async function serve(order: Order): Promise<void> {
  switch (order.name) {
    case 'hang':
      return;
    case 'crash':
      await say('Error: the disk is made of cheese\n    at readDisk (disk.js:12:9)\n    at main (server.js:3:1)\n');
      return process.exit(order.number('code'));
    case 'crash_signal':
      await say('About to be killed.\n');
      process.kill(process.pid, order.word('signal'));
      return;
    case 'garbage':
      return write(`${noise.join('\n')}\n${line(good(order))}`);
    case 'garbage_only':
      return write(`${noise.join('\n')}\n`);
    case 'half_line': {
      const whole = line(answer(order.id, words('You will never read the end of this.')));
      await write(whole.slice(0, whole.length / 2));
      return process.exit(order.number('code'));
    }
    case 'flood':
      await flood(order.number('count'), order.number('rate'));
      return send(good(order));
    case 'stderr_storm':
      for (let count = 1; count <= order.number('count'); count++)
        await say(`storm ${count}: nothing to worry about\n`);
      return send(good(order));
    case 'hostile': {
      const { hostileFrames } = await import('../faulty/hostile-frames.ts');
      for (const { bytes } of hostileFrames) await write(Buffer.concat([bytes, Buffer.from('\n')]));
      return send(good(order));
    }
    case 'late':
      await sleep(order.number('ms'));
      break;
    case 'progress':
      for (const note of progressNotes(order)) {
        await send(note);
        await sleep(order.number('ms'));
      }
      break;
  }
  // In one write, so that no other response comes between two that belong together.
  return write((messagesFor(order) ?? []).map(line).join(''));
}

/** In bursts of ten milliseconds' worth, so that stdin is still read in between. */
async function flood(count: number, rate: number): Promise<void> {
  const burst = rate > 0 ? Math.max(1, Math.round(rate / 100)) : 500;
  for (let sent = 0; sent < count; ) {
    let lines = '';
    for (const end = Math.min(count, sent + burst); sent < end; sent++) {
      const params = { level: 'info', logger: 'flood', data: `message ${sent + 1} of ${count}` };
      lines += `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params })}\n`;
    }
    await write(lines);
    await sleep(rate > 0 ? (burst * 1000) / rate : 0);
  }
}

async function handle(text: string): Promise<void> {
  const message = parseJson(text);
  if (!message.ok) return send(refusal(null, -32700, 'Parse error'));
  if (!isObject(message.value) || message.value.id === undefined) return;
  const { id, method, params } = message.value;
  if (method === 'initialize')
    return send(handshake(id, 'faulty-stdio', isObject(params) ? params.protocolVersion : undefined));
  if (method === 'ping' || method === 'logging/setLevel') return send(answer(id, {}));
  if (method === 'tools/list') return send(answer(id, listFaults('stdio')));
  if (method !== 'tools/call') return send(refusal(id, -32601, 'Method not found'));
  const order = readOrder('stdio', id, params);
  return order ? serve(order) : send(refusal(id, -32602, 'Unknown tool'));
}

let rest = '';
process.stdin.setEncoding('utf8').on('data', (chunk: string) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop()!;
  for (const text of lines) if (text.trim() !== '') void handle(text);
});
endWithParent();
