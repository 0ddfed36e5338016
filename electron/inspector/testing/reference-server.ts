// For tests only: the reference server as a program that listens on a port assigned by the system.

import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const everythingPath = fileURLToPath(
  new URL('../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js', import.meta.url),
);

/** It only prints the port it was given: 0. A port that was free before may be taken by the time it listens. */
const printPort = `
import { Server } from 'node:net';
const { emit } = Server.prototype;
Server.prototype.emit = function (event, ...rest) {
  if (event === 'listening') process.stderr.write('It has port ' + this.address().port + '.\\n');
  return emit.call(this, event, ...rest);
};`;

export async function startEverything(mode: 'sse' | 'streamableHttp'): Promise<{ child: ChildProcess; url: string }> {
  const preload = `data:text/javascript,${encodeURIComponent(printPort)}`;
  const child = spawn(process.execPath, ['--import', preload, everythingPath, mode], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, PORT: '0' },
  });
  let said = '';
  const port = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk) => {
      said += chunk;
      const [, found] = /It has port (\d+)\./.exec(said) ?? [];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(`The reference server ended: ${said}`)));
  });
  return { child, url: `http://127.0.0.1:${port}/${mode === 'sse' ? 'sse' : 'mcp'}` };
}
