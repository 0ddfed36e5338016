// The recording as a stdio server: messages on stdin and stdout, the recorded stderr on stderr.

import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { guardedWait } from '../../../shared/json/guarded-step.ts';
import { member, parseJson } from '../../../shared/json/json.ts';
import { jsonText } from '../../../shared/json/json-text.ts';
import type { MockServer, Outlet } from './mock-server.ts';

/** Resolves with the exit code: the recorded one where the recorded server died. */
export async function serveStdio(
  server: MockServer,
  { stdin, stdout }: { stdin: Readable; stdout: Writable },
  sendStderr: Outlet['sendStderr'],
): Promise<number> {
  let exitCode: number | null = null;
  const lines = createInterface({ input: stdin, crlfDelay: Number.POSITIVE_INFINITY });
  const outlet: Outlet = {
    send: (text) => void stdout.write(`${text}\n`),
    sendStderr,
    end(ending, id) {
      if (ending.kind === 'exit') {
        exitCode = ending.code ?? 1;
        lines.close();
        stdin.destroy();
      }
      if (ending.kind === 'http') {
        const { status, body } = ending;
        const error = { code: -32000, message: `The recorded server answered HTTP ${status}.`, data: { status, body } };
        outlet.send(jsonText({ jsonrpc: '2.0', id, error }));
      }
    },
  };
  const open = new Set<Promise<void>>();
  let number = 0;
  for await (const line of lines) {
    number += 1;
    const parsed = parseJson(line);
    if (!parsed.ok) {
      const error = { code: -32700, message: 'The line is not JSON.' };
      if (line.trim() !== '') outlet.send(JSON.stringify({ jsonrpc: '2.0', id: null, error }));
      continue;
    }
    const step = () => server.take(parsed.value, outlet);
    const taken = guardedWait(step, (reason) => {
      sendStderr(`misfire: line ${number}: ${reason}`);
      const error = { code: -32603, message: reason };
      outlet.send(jsonText({ jsonrpc: '2.0', id: member(parsed.value, 'id') ?? null, error }));
    }).finally(() => open.delete(taken));
    open.add(taken);
  }
  // After the end of input, what was asked is still answered, unless the recorded server died.
  if (exitCode === null) await Promise.all(open);
  return exitCode ?? 0;
}
