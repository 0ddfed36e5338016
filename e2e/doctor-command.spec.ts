// `misfire doctor` on real servers: the older transport, banners, an echo, JSON over several lines, missing variables.

import { startEverything } from '../electron/inspector/testing/reference-server.ts';
import { expect, ordinary, test } from './desk.ts';

test('reports the official example server over HTTP+SSE as working', async ({ desk }) => {
  const { child, url } = await startEverything('sse');
  try {
    for (const more of [[], ['--transport', 'sse']]) {
      const { code, stdout } = await desk.run(['doctor', url, ...more]);
      expect(stdout).toContain('No problems found.');
      expect(code).toBe(0);
    }
  } finally {
    child.kill('SIGKILL');
  }
});

test('names the clients that a banner breaks', async ({ desk }) => {
  const server = desk.server('chatty', `console.log('Orders server 1.0 ready');\n${ordinary}`);
  const { code, stdout } = await desk.run(['doctor', server]);
  expect(code).toBe(0);
  expect(stdout).toContain('Works with warnings.');
  expect(stdout).toContain('Orders server 1.0 ready');
  expect(stdout).toContain('It breaks some clients, not all: those built on the Java and Rust SDKs');
});

test('reports that an echo is not a server of any version', async ({ desk }) => {
  const echo = `"${process.execPath}" -e "process.stdin.pipe(process.stdout)"`;
  const { code, stdout } = await desk.run(['doctor', echo]);
  expect(code).toBe(1);
  expect(stdout).toContain('only repeats what it is sent');
  expect(stdout).not.toContain('revision');
});

test('recognizes JSON over several lines', async ({ desk }) => {
  const server = desk.server(
    'pretty',
    `if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: { protocolVersion: '2025-11-25', capabilities: {} } }, null, 2));`,
  );
  const { code, stdout } = await desk.run(['doctor', server, '--timeout', '3000']);
  expect(code).toBe(1);
  expect(stdout).toContain('spreads its messages over several lines (pretty-printed JSON)');
});

test('names all missing variables at once', async ({ desk }) => {
  const entry = {
    command: 'node',
    args: ['${' + 'FIRST_KEY}'],
    env: { KEY: '${' + 'SECOND_KEY}', OTHER: '${' + 'HOME}' },
  };
  const file = desk.write('servers.json', JSON.stringify({ mcpServers: { orders: entry } }));
  const { code, stdout } = await desk.run(['doctor', `${file}#orders`, '--json']);
  expect(code).toBe(1);
  const said = JSON.stringify(JSON.parse(stdout).checks[0]);
  expect(said).toContain('FIRST_KEY');
  expect(said).toContain('SECOND_KEY');
  expect(JSON.parse(stdout).fixes[0].words).toContain('Set FIRST_KEY, SECOND_KEY');
});
