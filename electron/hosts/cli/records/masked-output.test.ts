// What servers say on its way to a terminal: planted secrets, and text that deceives, through the commands as programs.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leftIn, outletForms, outletPlanted } from '../../../../shared/mask/planted-forms.ts';
import { runHere } from '../../../launch/testing/run-here.ts';

const deceits = '\u001b]52;c;aGk=\u0007 \u202egnp.exe \u200bzero \u{e0041}\u{e0042}tag good\rbad \u009b2J';

/** The second letter is Cyrillic. */
const strange = 'p\u0430yments';

/** Fails with all that is in the file it is given. */
const server = `
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const said = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const words = said.slice(0, 150).join(' ; ');
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize' && process.argv[3] === 'broken') {
    for (const text of said) console.error(text);
    send({ id, error: { code: -32000, message: said.join(' ; '), data: { said } } });
  } else if (method === 'initialize') send({ id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } });
  else if (method === 'tools/list') send({ id, result: { tools: [{ name: 'fail', description: words, inputSchema: { type: 'object', properties: { said: { type: 'string', description: words } }, required: ['said'] }, annotations: { readOnlyHint: true } }] } });
  else if (method === 'tools/call' && params.name !== 'say') send({ id, error: { code: -32000, message: words, data: { said } } });
  else if (id !== undefined) send({ id, result: { content: said.map((text) => ({ type: 'text', text })) } });
}
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'misfire-said-'));
  const said = [...outletForms.flatMap(([, write]) => outletPlanted.map(({ text }) => write(text))), deceits];
  expect(leftIn(said.join('\n')).length).toBeGreaterThanOrEqual(outletPlanted.length);
  writeFileSync(join(folder, 'said.json'), JSON.stringify(said));
  writeFileSync(join(folder, 'server.mjs'), server);
  const call = (id: number) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'fail', arguments: { said } },
  });
  const failed = (id: number) => ({
    jsonrpc: '2.0',
    id,
    error: { code: -32000, message: said.join(' ; '), data: { said } },
  });
  const line = (lane: string, message: object) =>
    JSON.stringify({ t: 1, server: 'mine', lane, text: JSON.stringify(message) });
  const calls = [{ misfire: 1, started: '2026-11-15T00:00:00Z' }].map((one) => JSON.stringify(one));
  for (const id of [1, 2]) calls.push(line('out', call(id)), line('in', failed(id)));
  writeFileSync(join(folder, 'calls.jsonl'), `${calls.join('\n')}\n`);
  const set = { misfireRepro: 1, servers: {}, calls: [{ server: strange, method: 'ping', failure: null }] };
  writeFileSync(join(folder, 'set.json'), JSON.stringify(set));
  // Probes send dozens of calls and print nothing that a server said: each secret in one form is enough.
  const once = outletPlanted.map(({ text }, index) => outletForms[index % outletForms.length]?.[1](text) ?? text);
  writeFileSync(join(folder, 'once.json'), JSON.stringify([...once, deceits]));
  // For what is only about names: that no command has to hide a hundred kilobytes of secrets first.
  writeFileSync(join(folder, 'little.json'), JSON.stringify(['It failed.']));
  const saying = (file: string, ...more: string[]) => ({
    command: process.execPath,
    args: [join(folder, 'server.mjs'), join(folder, file), ...more],
  });
  const mcpServers = {
    mine: saying('said.json'),
    probed: saying('once.json'),
    [strange]: saying('little.json'),
    broken: saying('said.json', 'broken'),
  };
  writeFileSync(join(folder, 'mcp.json'), JSON.stringify({ mcpServers }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** With a data folder of its own: the commands run beside each other, as each is mostly waiting. */
async function misfire(...args: string[]): Promise<string> {
  return (await runHere(args, { data: mkdtempSync(join(folder, 'data-')) })).said;
}

/** Bytes that a terminal interprets, and invisible characters. */
const obeyed =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e0fff}]/u;

it.concurrent.each([
  ['an answer', ['call', '{mine}', 'tools/call', '{"name":"say"}']],
  ['an answer as JSON', ['call', '{mine}', 'tools/call', '{"name":"say"}', '--json']],
  ['a failure', ['call', '{mine}', 'tools/call', '{"name":"fail"}']],
  ['a check of the connection', ['doctor', '{broken}']],
  ['a check of the connection as JSON', ['doctor', '{broken}', '--json']],
  ['a probe', ['probe', '{probed}', '--tool', 'fail']],
  ['a probe as JSON', ['probe', '{probed}', '--tool', 'fail', '--json']],
  ['what a probe would send', ['probe', '{probed}', '--tool', 'fail', '--dry', '--json']],
  ['a comparison', ['compare', '{probed}', '--tool', 'fail', '--format', 'md']],
  ['a replay', ['replay', '{calls}', '--to', '{mine}']],
  ['a replay as JSON', ['replay', '{calls}', '--to', '{mine}', '--json']],
  ['a failure as JSON', ['call', '{mine}', 'tools/call', '{"name":"fail"}', '--json']],
])('%s', { timeout: 180_000 }, async (_name, args) => {
  const mcp = join(folder, 'mcp.json');
  const named: Record<string, string> = {
    '{mine}': `${mcp}#mine`,
    '{probed}': `${mcp}#probed`,
    '{broken}': `${mcp}#broken`,
    '{calls}': join(folder, 'calls.jsonl'),
  };
  const printed = await misfire(...args.map((arg) => named[arg] ?? arg));
  expect(leftIn(printed)).toEqual([]);
  // Probes and comparisons print what was concluded, and nothing that a server said.
  if (!['probe', 'compare'].includes(args[0] as string)) expect(printed).toContain('‹');
  expect(printed).not.toBe('');
  expect(obeyed.exec(printed)?.[0].codePointAt(0)?.toString(16)).toBeUndefined();
});

it.concurrent.each([
  ['a probe', ['probe', '{strange}', '--tool', 'fail']],
  ['a probe as JSON', ['probe', '{strange}', '--tool', 'fail', '--json']],
  ['what a probe would send', ['probe', '{strange}', '--tool', 'fail', '--dry']],
  ['a comparison', ['compare', '{strange}', '--tool', 'fail', '--format', 'csv']],
  ['a comparison as JSON', ['compare', '{strange}', '--tool', 'fail', '--json']],
  ['a report in JSON', ['compare', '{strange}', '--tool', 'fail', '--format', 'json']],
  ['a call', ['call', '{strange}', 'tools/call', '{"name":"fail"}']],
  ['a call as JSON', ['call', '{strange}', 'tools/call', '{"name":"fail"}', '--json']],
  ['a replay', ['replay', '{set}', '--to', '{strange}']],
  ['a replay as JSON', ['replay', '{set}', '--to', '{strange}', '--json']],
])('marks a name that looks like another: %s', { timeout: 180_000 }, async (_name, args) => {
  const named: Record<string, string> = {
    '{strange}': `${join(folder, 'mcp.json')}#${strange}`,
    '{set}': join(folder, 'set.json'),
  };
  expect(await misfire(...args.map((arg) => named[arg] ?? arg))).toMatch(/\u0430 is U\+0430/);
});
