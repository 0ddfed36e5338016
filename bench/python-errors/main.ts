// `npm run python-errors [PYTHON]`: runs a real FastMCP server whose errors come from skills/misfire/misfire_errors.py, and calls it with
// the official client. Checks that Misfire decodes the inputs and that every model receives them. Needs a Python with the package `mcp`
// (pip install mcp); the project's tests do not run this.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { reportedClasses, waits } from '../../shared/errors/error-facts.ts';
import { asSeenBy, clientIds, decode } from '../../shared/library/library.ts';
import { gotText } from '../../shared/seen/parts/blocks.ts';

const python = process.argv[2] ?? 'python3';
const version = spawnSync(python, ['-c', 'import importlib.metadata; print(importlib.metadata.version("mcp"))'], {
  encoding: 'utf8',
});
if (version.status !== 0) {
  console.error(`${python} has no package "mcp". Install it (pip install mcp), or name another Python.`);
  process.exit(2);
}

const sentence = 'Booking B-17 was handled by the other desk.';
const skills = join(import.meta.dirname, '..', '..', 'skills', 'misfire');
const client = new Client({ name: 'python-errors', version: '1.0.0' });
await client.connect(
  new StdioClientTransport({ command: python, args: ['-B', join(import.meta.dirname, 'server.py'), skills] }),
);
const wrong: string[] = [];
let checked = 0;
const check = (isRight: boolean, what: string): void => {
  checked += 1;
  if (!isRight) wrong.push(what);
};
for (const failureClass of reportedClasses)
  for (const structured of [false, true]) {
    const result = await client.callTool({ name: 'fail', arguments: { failure_class: failureClass, structured } });
    const name = `${failureClass}${structured ? ', structured' : ''}`;
    const failure = decode(result, { method: 'tools/call', target: 'fail' });
    check(failure?.class === failureClass, `${name}: read as ${failure?.class}`);
    check(failure?.code === 7042, `${name}: code ${failure?.code}`);
    check(failure?.message.startsWith(sentence) === true, `${name}: message “${failure?.message}”`);
    check(failure?.retry.afterMs === (waits(failureClass) ? 13_000 : null), `${name}: wait ${failure?.retry.afterMs}`);
    for (const id of clientIds) {
      const text = gotText(asSeenBy(id, result).got);
      check(text.includes(`Error: ${sentence}`), `${name}: the model of ${id} does not learn that it failed`);
      if (waits(failureClass)) check(text.includes('Retry after 13 s'), `${name}: the model of ${id} gets no wait`);
    }
  }
await client.close();
for (const line of wrong) console.log(line);
console.log(`mcp ${version.stdout.trim()}: ${checked - wrong.length} of ${checked} checks passed`);
process.exitCode = wrong.length === 0 ? 0 : 1;
