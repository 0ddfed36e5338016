// What is left of a server process in the program that started it, asked of a program of its own: a test runner has timers too.

import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const module = new URL('./server-process.ts', import.meta.url).href;

test('once a server was stopped, nothing keeps the program that started it', () => {
  const program = `
    const { ServerProcess } = await import(${JSON.stringify(module)});
    const nothing = () => {};
    const server = new ServerProcess({ onOutput: nothing, onErrors: nothing, onEnded: nothing, onInputClosed: nothing });
    await server.start({ command: process.execPath, args: ['-e', 'process.stdin.resume()'], env: {} });
    await server.stop();
    console.log(JSON.stringify(process.getActiveResourcesInfo().filter((name) => name === 'Timeout')));
  `;
  expect(execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })).toBe('[]\n');
});
