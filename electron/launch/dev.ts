// `npm run dev [-- --port N --data DIR]`: the app from its sources. Vite serves the page with hot reload and forwards the socket to the
// host (dev-host.ts). Node restarts the host when one of its files changes. The page keeps its address and reconnects automatically.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer as createNetServer } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import react from '@vitejs/plugin-react';
import { createLogger, createServer, type Plugin, type ViteDevServer } from 'vite';
import { exchangePath, socketPath } from '../../shared/api/web-door.ts';
import { createSecrets, createWebGate, type Secrets } from '../hosts/web-gate.ts';
import { projectRoot } from './build-stamp.ts';
import { endWithNpm } from './end-with-npm.ts';
import { nodeInPage } from './node-in-page.ts';

const { values } = parseArgs({
  options: { port: { type: 'string', default: '5173' }, data: { type: 'string' } },
});

endWithNpm();
const secrets = createSecrets();
const hostPort = await freePort();
const vite = await servePage(Number(values.port), hostPort, secrets);
const host = startHost(hostPort, { ...secrets, port: vite.config.server.port });
buildOnce();
console.log(`Components: http://127.0.0.1:${vite.config.server.port}${secrets.pagePath}components.html`);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, async () => {
    host.kill('SIGTERM');
    await Promise.all([vite.close(), host.exitCode === null ? once(host, 'exit') : null]);
    process.exit(0);
  });
}
host.on('exit', (code) => process.exit(code ?? 1));

async function servePage(wanted: number, hostPort: number, secrets: Secrets): Promise<ViteDevServer> {
  const { pagePath } = secrets;
  const port = wanted === 0 ? await freePort() : wanted;
  // The Host header stays as the browser sent it: the host checks it.
  const forward = { target: `http://127.0.0.1:${hostPort}`, changeOrigin: false, ws: true };
  const server = await createServer({
    root: join(projectRoot, 'renderer'),
    configFile: false,
    base: pagePath,
    customLogger: logger(),
    plugins: [gateOf(port, secrets), react()],
    // The page Components has the real log, in the page.
    resolve: { alias: nodeInPage },
    server: {
      host: '127.0.0.1',
      port,
      strictPort: true,
      cors: false,
      // The link, the key and the socket belong to the host; everything else is the page.
      proxy: { '^/\\?token=': forward, [pagePath + exchangePath]: forward, [socketPath]: forward },
    },
  });
  return server.listen();
}

/**
 * The same gate as for the built page. Vite alone reveals the page's path on any other request, and lets pages of other local ports read
 * the sources.
 */
function gateOf(port: number, secrets: Secrets): Plugin {
  const gate = createWebGate(port, secrets);
  return {
    name: 'misfire-gate',
    configureServer({ middlewares }) {
      middlewares.use(({ method = '', url: target = '', headers, rawHeaders }, response, next) => {
        // Only the host knows which links it issued, and checks them in the same way.
        if (target.startsWith('/?token=')) return next();
        const admission = gate.admit({ method, target, headers, rawHeaders, socket: false });
        if (admission.ok) return next();
        response.writeHead(admission.status, { 'content-type': 'text/plain' }).end(admission.message);
      });
    },
  };
}

/** While the host restarts the page retries the connection, and Vite would print each attempt. */
function logger() {
  const all = createLogger('warn', { allowClearScreen: false });
  return {
    ...all,
    error: (text: string, options?: object) => text.includes('ws proxy error') || all.error(text, options),
  };
}

/** Node restarts it when a file changes that it has loaded. */
function startHost(port: number, front: Secrets & { port: number }): ChildProcess {
  return spawn(process.execPath, ['--watch', '--watch-preserve-output', join(import.meta.dirname, 'dev-host.ts')], {
    cwd: projectRoot,
    stdio: 'inherit',
    // Not as an argument: other users can read those.
    env: { ...process.env, MISFIRE_DEV_HOST: JSON.stringify({ port, front, data: values.data }) },
  });
}

/** Reports and the watching program are used as built; a fresh clone has none yet. */
function buildOnce(): void {
  if (existsSync(join(projectRoot, 'dist'))) return;
  spawn(process.execPath, [join(import.meta.dirname, 'build.ts'), '--quiet'], { stdio: 'inherit' });
}

async function freePort(): Promise<number> {
  const probe = createNetServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  return port;
}
