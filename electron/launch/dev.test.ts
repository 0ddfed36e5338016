// `npm run dev` over real sockets. Hot reload itself is Vite's; that an edit shows up was tried by hand.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { keyProtocol, socketPath, socketProtocol } from '../../shared/api/web-door.ts';
import { exchangeLink, followLink } from '../hosts/exchange-link.ts';

async function startDev(): Promise<string> {
  const data = mkdtempSync(join(tmpdir(), 'misfire-dev-'));
  const child = spawn(process.execPath, [join(import.meta.dirname, 'dev.ts'), '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    rmSync(data, { recursive: true, force: true });
  });
  for await (const line of createInterface(child.stdout)) {
    const link = /http:\S+/.exec(line)?.[0];
    if (link) return link;
  }
  throw new Error('npm run dev ended before it printed its address.');
}

test('npm run dev serves the page with hot reload and connects it to the host', async () => {
  const link = await startDev();
  const { page } = await followLink(link);
  const text = async (path: string) => (await fetch(new URL(path, page))).text();
  expect(await text('')).toContain('@vite/client');
  expect((await text('shell/app.tsx')).includes('import.meta.hot')).toBe(true);
  const key = await exchangeLink(link);
  const { origin, host } = new URL(link);
  const open = async (offered: string) => {
    const socket = new WebSocket(`ws://${host}${socketPath}`, [socketProtocol, keyProtocol(offered)], { origin });
    const [outcome] = await Promise.race([
      once(socket, 'open').then(() => ['open']),
      once(socket, 'unexpected-response').then(([, response]) => [response.statusCode]),
      once(socket, 'error').then(() => ['error']),
    ]);
    socket.terminate();
    return outcome;
  };
  expect(await open(key)).toBe('open');
  expect(await open('another')).not.toBe('open');
});
