// Checks in a separate program what a stopped server leaves in its parent, because a test runner has timers too.

import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const module = new URL('./server-process.ts', import.meta.url).href;

test('a stopped server does not keep its parent running', () => {
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
