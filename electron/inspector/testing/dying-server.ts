// For tests only: a stdio server that dies at a step of the protocol: `dying-server.ts STEP HOW LEDGER`. It starts a child process that
// would outlive it. It writes every byte to the ledger before sending it: that must be in the log.

import { spawn } from 'node:child_process';
import { appendFileSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [step = '', how = '', ledger = ''] = process.argv.slice(2);

/** Synchronous: the text is in the pipe before the next step, even if that is the end. */
function write(bytes: Uint8Array): void {
  appendFileSync(ledger, bytes);
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
}
const send = (message: object) => write(Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`));

function die(): never {
  if (how.startsWith('SIG')) process.kill(process.pid, how);
  else process.exit(Number(how));
  // A signal may take a moment to arrive; nothing more is sent until then.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
}

const answers: Record<string, object> = {
  initialize: {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'dying', version: '1' },
  },
  'tools/list': { tools: [{ name: 'work', inputSchema: { type: 'object' } }] },
};
/** Contains an emoji of four bytes, to be cut in two. */
const worked = (id: unknown) =>
  Buffer.from(
    `${JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'done 🚒 ok' }] } })}\n`,
  );

const dies: Record<string, (id: unknown) => void> = {
  call: die,
  'call, and its child holds the pipes': die,
  progress: (id) => {
    send({ method: 'notifications/progress', params: { progressToken: id, progress: 1, total: 3 } });
    die();
  },
  sampling: () => {
    send({ id: 's1', method: 'sampling/createMessage', params: { messages: [], maxTokens: 5 } });
  },
  elicitation: () => {
    const requestedSchema = { type: 'object', properties: { name: { type: 'string' } } };
    send({ id: 'e1', method: 'elicitation/create', params: { message: 'Who?', requestedSchema } });
  },
  'half a line': (id) => {
    write(worked(id).subarray(0, 30));
    die();
  },
  'half a character': (id) => {
    const whole = worked(id);
    write(whole.subarray(0, whole.indexOf(Buffer.from('🚒')) + 2));
    die();
  },
  /** Keeps reading: the exit comes with the client's next message. */
  cancel: () => {},
};

// Would outlive it. At one step it ignores SIGTERM, at another it holds the pipes open.
if (process.platform !== 'win32') {
  const stdio = step === 'call, and its child holds the pipes' ? 'inherit' : 'ignore';
  spawn('sh', ['-c', `${step === 'call' ? 'trap "" TERM HUP INT; ' : ''}sleep 600; sleep 600`], { stdio }).unref();
}

if (step === 'before any byte') die();
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (step === 'initialize' && method === 'initialize') die();
  if (step === 'tools/list' && method === 'tools/list') die();
  if (step === 'cancel' && method === 'notifications/cancelled') die();
  if ((step === 'sampling' || step === 'elicitation') && method === 'die') die();
  if (method === 'tools/call' && params.arguments.last) dies[step]?.(id);
  else if (method === 'tools/call') write(worked(id));
  else if (id !== undefined && method !== undefined) send({ id, result: answers[method] ?? {} });
  if (step === 'before initialized' && method === 'initialize') die();
}
if (step === 'shutdown') die();
