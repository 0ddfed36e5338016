// The baseline: the same server's messages on a page without a framework, sent in batches every 50 ms, all of them kept. Owns the limit
// for bursts; it decodes nothing, stores nothing and has no other function.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { WebSocketServer } from 'ws';
import { burstCommand, type Subject } from './subject.ts';

const batchMs = 50;

export async function startReference(controlPort: number): Promise<Subject> {
  const html = readFileSync(new URL('reference-page.html', import.meta.url));
  const host = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html));
  const sockets = new WebSocketServer({ server: host });
  host.listen(0, '127.0.0.1');
  await once(host, 'listening');
  const { command, args } = burstCommand(controlPort);
  const server = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  let waiting: object[] = [];
  createInterface({ input: server.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as { method?: string; params?: { data?: unknown } };
    if (message.method === undefined) return;
    waiting.push({ at: Date.now(), method: message.method, text: String(message.params?.data), body: line });
  });
  const timer = setInterval(() => {
    if (waiting.length === 0) return;
    const text = JSON.stringify(waiting);
    waiting = [];
    for (const socket of sockets.clients) socket.send(text);
  }, batchMs);
  return {
    name: 'reference',
    async open(page) {
      await page.goto(`http://127.0.0.1:${(host.address() as AddressInfo).port}/`);
      await page.waitForSelector('body[data-ready]');
    },
    list: '#rows',
    kept: async (page) => Number(await page.textContent('#count')),
    clickable: '#rows > div:nth-child(5)',
    async stop() {
      clearInterval(timer);
      server.kill();
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      host.close();
      await once(server, 'exit');
    },
  };
}
