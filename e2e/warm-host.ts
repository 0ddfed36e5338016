// The host of one story worker: a process that opens the inspector and its browser door for a story, closes them after it, and opens them
// again for the next one on another data folder. Loading them costs more than most stories. Its parent asks over the IPC channel, which
// only `fork` creates. The port stays the same, and between two stories it serves an empty page: a browser page of the same origin keeps
// its process, and with it the compiled script.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BrowserDoor, openBrowserDoor } from '../electron/hosts/browser-door.ts';
import { handleUncaughtErrors } from '../electron/hosts/uncaught-errors.ts';
import { createSecrets } from '../electron/hosts/web-gate.ts';
import { recordTour } from './record-tour.ts';

export type Ask = { open: { data: string; env: Record<string, string> } } | { close: true } | { tour: string };
export type Reply = { url: string } | { problem: string };

/** The same for all stories, because they are part of the script's address; links are not. */
const secrets = createSecrets();
const between = createServer((_request, response) => {
  const headers = { 'content-type': 'text/html', 'cache-control': 'no-store' };
  response.writeHead(200, { ...headers, 'cross-origin-opener-policy': 'same-origin' }).end();
});

let port = 0;
let door: BrowserDoor | null = null;
let restoreEnvironment = () => {};

const addressInUse = (problem: unknown) => (problem as NodeJS.ErrnoException).code === 'EADDRINUSE';

async function listenBetween(): Promise<void> {
  between.listen({ host: '127.0.0.1', port, exclusive: true });
  await once(between, 'listening').catch((problem) => {
    // Another program got the port: any other one will do.
    if (!addressInUse(problem)) throw problem;
    port = 0;
    return listenBetween();
  });
  port = (between.address() as AddressInfo).port;
}

async function stopBetween(): Promise<void> {
  const closed = once(between, 'close');
  between.close();
  between.closeAllConnections();
  await closed;
}

async function open(data: string, env: Record<string, string>): Promise<string> {
  if (door) throw new Error('A story uses this host. Its second app needs a process of its own.');
  const before = Object.keys(env).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, env);
  restoreEnvironment = () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
  await stopBetween();
  const report = (problem: unknown) => console.error(problem);
  const options = { dataDir: data, env: process.env, folder: process.cwd(), report, secrets };
  door = await openBrowserDoor({ ...options, port }).catch((problem) => {
    if (!addressInUse(problem)) throw problem;
    return openBrowserDoor({ ...options, port: 0 });
  });
  port = door.host.port;
  return door.host.address;
}

async function close(): Promise<string> {
  await door?.close();
  if (door) await listenBetween();
  door = null;
  restoreEnvironment();
  return `http://127.0.0.1:${port}/`;
}

async function act(ask: Ask): Promise<string> {
  if ('open' in ask) return open(ask.open.data, ask.open.env);
  if ('tour' in ask) await recordTour(ask.tour);
  return close();
}

const reply = (answer: Reply): void => void process.send?.(answer);

handleUncaughtErrors((problem) => console.error(problem));
process.on('message', (ask: Ask) => {
  act(ask).then(
    (url) => reply({ url }),
    (problem) => reply({ problem: problem instanceof Error ? (problem.stack ?? problem.message) : String(problem) }),
  );
});
process.on('disconnect', () => void close().finally(() => process.exit()));
await listenBetween();
reply({ url: `http://127.0.0.1:${port}/` });
