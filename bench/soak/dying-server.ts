// A stdio server for the soak that fails at a step: `dying-server.ts FAULT STEP`. The step counts the messages it has read.

import { createInterface } from 'node:readline';

const [fault = 'none', step = '0'] = process.argv.slice(2);
const send = (message: object) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
let read = 0;

function fail(): void {
  if (fault === 'exit') process.exit(3);
  if (fault === 'kill') process.kill(process.pid, 'SIGKILL');
  if (fault === 'half') process.stdout.write('{"jsonrpc":"2.0","id":1,"resu', () => process.exit(1));
  if (fault === 'noise') process.stdout.write('Listening on port 3000\n\u0000\ufeff\n[1,2\n');
  if (fault === 'stderr') process.stderr.write('Traceback (most recent call last):\n  File "a.py"\nValueError: no\n');
}

if (read >= Number(step)) fail();
for await (const line of createInterface({ input: process.stdin })) {
  read += 1;
  if (fault !== 'none' && read >= Number(step)) fail();
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') {
    send({
      id,
      result: {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 's', version: '1' },
      },
    });
  } else if (id !== undefined && method !== undefined) {
    if (fault === 'silent' && read > Number(step)) continue;
    if (read % 5 === 0) send({ method: 'notifications/message', params: { level: 'info', data: `read ${read}` } });
    if (read % 4 === 0) send({ id, error: { code: -32602, message: 'Bad arguments' } });
    else send({ id, result: { content: [{ type: 'text', text: `said ${params?.arguments?.n}` }] } });
  }
}
