// A call of a watched client, replayed through a separate connection. The server starts as the client's entry says, with its variables,
// arguments and folder. Secrets of the entry stay where they are.

import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bridgeLauncherFor } from '../../features/watch/setup/launcher.ts';
import type { InspectorHandle } from '../inspector-handle.ts';
import { filesBelow } from '../testing/files-below.ts';
import { openFollowing } from '../testing/open-following.ts';
import { value } from '../testing/test-inspector.ts';

const canary = 'entry-canary-8842';
const homes = ['HOME', 'USERPROFILE', 'XDG_CONFIG_HOME'] as const;
const before = Object.fromEntries(homes.map((name) => [name, process.env[name]]));
let home: string;
let dataDir: string;
let inspector: InspectorHandle | null = null;
let server: Server | null = null;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'misfire-as-entry-')));
  dataDir = join(home, 'data');
  mkdirSync(join(dataDir, 'spool'), { recursive: true });
  mkdirSync(join(home, '.cursor'));
  mkdirSync(join(home, 'work'));
  for (const name of homes) process.env[name] = name === 'XDG_CONFIG_HOME' ? '' : home;
});
afterEach(async () => {
  await inspector?.close();
  inspector = null;
  server?.closeAllConnections();
  server?.close();
  server = null;
  for (const name of homes)
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  rmSync(home, { recursive: true, force: true });
});

/** Records how it was started, and answers everything. */
const program = `
const { writeFileSync } = require('node:fs');
const { TOKEN, SPEED, FROM_FILE } = process.env;
writeFileSync(process.argv[2], JSON.stringify({ TOKEN, SPEED, FROM_FILE, cwd: process.cwd(), args: process.argv.slice(3) }));
const say = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
require('node:readline').createInterface(process.stdin).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') say(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } });
  else if (method === 'tools/list') say(id, { tools: [{ name: 'look', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }] });
  else if (id !== undefined) say(id, { content: [{ type: 'text', text: 'token ' + TOKEN }] });
});`;

function spool(header: object): void {
  const started = Date.now() - 60_000;
  const head = {
    misfire: 1,
    started: new Date(started).toISOString(),
    server: 'files',
    client: 'Cursor',
    pid: 1,
    ...header,
  };
  const line = (t: number, lane: string, text: object) =>
    JSON.stringify({ t, server: 'files', lane, text: JSON.stringify(text) });
  const lines = [
    JSON.stringify(head),
    line(1, 'out', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'look', arguments: {} } }),
    line(2, 'in', { jsonrpc: '2.0', id: 1, result: { isError: true, content: [{ type: 'text', text: 'Not now.' }] } }),
  ];
  writeFileSync(join(dataDir, 'spool', `${started}-1-0001.jsonl`), `${lines.join('\n')}\n`);
}

/** Opens the app, replays the watched call, and waits until it is over. */
async function replay(): Promise<void> {
  inspector = await openFollowing(dataDir);
  const { api } = inspector;
  let row: { id: number } | undefined;
  while (!row) {
    const { view } = await value(api.openView({ filter: 'method:tools/call' }));
    row = (await value(api.rows({ view, from: 0, count: 10 }))).rows.find(({ pending }) => !pending);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const { replay: id } = await value(
    api.startReplay({
      row: row.id,
      message: { kind: 'as_sent' },
      to: { kind: 'same' },
      when: { kind: 'now' },
      times: 1,
      untilChange: false,
      headers: {},
      confirm: 'look',
    }),
  );
  for (;;) {
    const found = (await value(api.replays({}))).replays.find((each) => each.id === id);
    if (found && !['waiting', 'running'].includes(found.state)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const filesWith = (text: string): string[] =>
  filesBelow(dataDir).flatMap((file) => (file.text.includes(text) ? [file.name] : []));

describe('a replayed call of a watched client', () => {
  it("reaches a server that is started as its client's entry says", async () => {
    const [script, report, cwd] = [join(home, 'server.cjs'), join(home, 'report.json'), join(home, 'work')];
    writeFileSync(script, program);
    writeFileSync(join(cwd, '.env'), 'FROM_FILE=yes\nMODE=overridden\n');
    const command = [process.execPath, script, report, 'a b'];
    const entry = {
      command: command[0],
      args: command.slice(1),
      env: { TOKEN: canary, SPEED: 'fast' },
      envFile: '.env',
    };
    writeFileSync(join(home, '.cursor/mcp.json'), JSON.stringify({ mcpServers: { files: entry } }));
    spool({ command, cwd });
    await replay();
    expect(JSON.parse(readFileSync(report, 'utf8'))).toEqual({
      TOKEN: canary,
      SPEED: 'fast',
      FROM_FILE: 'yes',
      cwd,
      args: ['a b'],
    });
    await inspector?.close();
    expect(filesWith(canary)).toEqual([]);
  });

  it('passes nothing of an entry to another program', async () => {
    const [script, report, cwd] = [join(home, 'server.cjs'), join(home, 'report.json'), join(home, 'work')];
    writeFileSync(script, program);
    const command = [process.execPath, script, report];
    const entry = { command: '/usr/bin/other', args: command.slice(1), env: { TOKEN: canary } };
    writeFileSync(join(home, '.cursor/mcp.json'), JSON.stringify({ mcpServers: { files: entry } }));
    spool({ command, cwd });
    await replay();
    expect(JSON.parse(readFileSync(report, 'utf8'))).toEqual({ cwd, args: [] });
  });

  it('reaches an address with the headers of the entry, also of a watched one', async () => {
    const seen: unknown[] = [];
    server = createServer((request, response) => {
      seen.push([request.headers['x-key'], new URL(request.url ?? '', 'http://x').search]);
      response.writeHead(401).end();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server?.once('listening', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    const program = { runtime: 'node', isApp: false, file: '', bridge: join(dataDir, 'watch/bridge.cjs') };
    const launcher = bridgeLauncherFor(
      'linux',
      { ...program, dataDir, launchFile: join(dataDir, 'watch/misfire-launch.sh') },
      { server: 'files', client: 'Cursor', isOld: false },
    );
    const args = [...launcher.args, `${url}?api_key=${canary}`];
    const entry = { command: launcher.command, args, env: { MISFIRE_HEADER_1: `X-Key: ${canary}` } };
    writeFileSync(join(home, '.cursor/mcp.json'), JSON.stringify({ mcpServers: { files: entry } }));
    spool({ command: [], url: `${url}?api_key=‹hidden›` });
    await replay();
    expect(seen[0]).toEqual([canary, `?api_key=${canary}`]);
    await inspector?.close();
    expect(filesWith(canary)).toEqual([]);
  });
});
