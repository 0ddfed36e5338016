import { afterAll, afterEach, expect, test } from 'vitest';
import { createTransport } from './create-transport.ts';
import { HttpCommandTransport } from './http-command.ts';
import { liveGroups } from './process-groups.ts';
import { EventLog, makeScriptFolder } from './testing/test-peers.ts';

const scripts = makeScriptFolder();
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((transport) => transport.close()));
  expect(liveGroups()).toEqual([]);
});
afterAll(() => scripts.remove());

const server = `
  import { createServer } from 'node:http';
  console.error('about to listen');
  const server = createServer((request, response) => {
    if (request.url === '/die') process.exit(9);
    console.log('asked');
    response.setHeader('content-type', 'application/json').end('{"jsonrpc":"2.0","id":1,"result":{}}');
  }).listen(0, '127.0.0.1', () => console.log(JSON.stringify({ url: 'http://127.0.0.1:' + server.address().port + PATH })));`;

function make(source: string) {
  const log = new EventLog();
  const transport = new HttpCommandTransport({ ...scripts.node(source), headers: {} }, log.onEvents);
  open.push(transport);
  return { log, transport };
}

test('starts the command, reads its URL, and speaks HTTP to it', async () => {
  const { log, transport } = make(`const PATH = '/mcp'; ${server.replace("console.error('about to listen');", '')}`);
  await transport.start();
  expect(log.events).toMatchObject([
    {
      event: 'spawned',
      pid: transport.pid,
      message: expect.stringMatching(/peer-\d+\.mjs$/),
    },
  ]);
  await transport.send('{"jsonrpc":"2.0","id":1,"method":"ping"}', { id: 1 });
  await log.until(({ lane }) => lane === 'in');
  await log.until(({ lane }) => lane === 'err');
  expect(log.texts('err')).toEqual(['asked']);
  await transport.close();
  expect(log.outline().slice(-2)).toEqual(['life:closed', 'life:exited']);
});

test('reports output before the URL, and the exit of the command', async () => {
  const { log, transport } = make(`const PATH = '/die'; ${server}`);
  await transport.start();
  await log.until(({ lane }) => lane === 'err');
  expect(log.outline()).toEqual(['life:spawned', 'err']);
  await transport.send('{}', { id: 1 });
  expect(await log.untilLife('exited')).toMatchObject({ code: 9 });
  expect(await log.until(({ lane }) => lane === 'http')).toMatchObject({ id: 1, http: { status: null } });
  expect(log.outline().slice(-2)).toEqual(['life:exited', 'http']); // cause before effect
  await expect(transport.send('{}')).rejects.toThrow('not running');
});

test.each([
  [
    'something else first',
    `console.log('Listening on port 3000'); setInterval(() => {}, 1000);`,
    'first line',
    'life:connect_failed',
  ],
  [
    'an address of another kind',
    `console.log('{"url":"file:///etc/passwd"}'); setInterval(() => {}, 1000);`,
    'first line',
    'life:connect_failed',
  ],
  ['nothing and ends', `process.exitCode = 2;`, 'ended before', 'life:exited'],
])('rejects a command that prints %s', async (_name, source, reason, event) => {
  const { log, transport } = make(source);
  await expect(transport.start()).rejects.toThrow(reason);
  expect(log.outline()).toContain(event);
  expect(log.outline()[0]).toBe('life:spawned');
});

test('can be closed while it waits for the URL', async () => {
  const { log, transport } = make(`setInterval(() => {}, 1000);`);
  const starting = transport.start();
  await Promise.all([expect(starting).rejects.toThrow('was closed'), transport.close()]);
  expect(log.outline()).toEqual(['life:spawned', 'life:closed', 'life:exited']);
});

test('is chosen by the configuration', () => {
  const log = new EventLog();
  const command = { command: 'x', args: [], env: {} };
  expect(createTransport({ kind: 'http-command', ...command, headers: {} }, log.onEvents)).toBeInstanceOf(
    HttpCommandTransport,
  );
});
