// What servers say on its way to a terminal: planted secrets, and text that deceives, through the commands as programs.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allPlanted } from '../../../shared/mask/planted.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));
const deceits = '\u001b]52;c;aGk=\u0007 \u202egnp.exe \u200bzero \u{e0041}\u{e0042}tag good\rbad \u009b2J';

/** Fails with all that is in the file it is given. */
const server = `
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const said = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') send({ id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } });
  else if (method === 'tools/call' && params.name === 'fail') send({ id, error: { code: -32000, message: said.join(' ; '), data: { said } } });
  else if (id !== undefined) send({ id, result: { content: said.map((text) => ({ type: 'text', text })) } });
}
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'misfire-said-'));
  writeFileSync(join(folder, 'said.json'), JSON.stringify([...allPlanted.map(({ text }) => text), deceits]));
  writeFileSync(join(folder, 'server.mjs'), server);
  const mine = { command: process.execPath, args: [join(folder, 'server.mjs'), join(folder, 'said.json')] };
  writeFileSync(join(folder, 'mcp.json'), JSON.stringify({ mcpServers: { mine } }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function misfire(...args: string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [main, '--data', folder, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        said += text;
      });
    child.on('close', () => resolve(said));
  });
}

/** Bytes that a terminal obeys, and characters that no one can see. */
const obeyed =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e0fff}]/u;

it.each([
  ['an answer', ['call', '{mine}', 'tools/call', '{"name":"say"}']],
  ['an answer as JSON', ['call', '{mine}', 'tools/call', '{"name":"say"}', '--json']],
  ['a failure', ['call', '{mine}', 'tools/call', '{"name":"fail"}']],
  ['a failure as JSON', ['call', '{mine}', 'tools/call', '{"name":"fail"}', '--json']],
])('%s', { timeout: 60_000 }, async (_name, args) => {
  const printed = await misfire(...args.map((arg) => arg.replace('{mine}', `${join(folder, 'mcp.json')}#mine`)));
  const left = allPlanted.filter(
    ({ secret }) => printed.includes(secret) || printed.includes(JSON.stringify(secret).slice(1, -1)),
  );
  expect(left.map(({ name }) => name)).toEqual([]);
  expect(printed).toContain('‹');
  expect(obeyed.exec(printed)?.[0].codePointAt(0)?.toString(16)).toBeUndefined();
});
