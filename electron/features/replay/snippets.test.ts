// Each kind of copied code contains the exact call, and no secret. The code is parsed, not run. Misfire's own command is split into words,
// which the real command line gets without a shell.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SnippetKind } from '../../../shared/retry/replay.ts';
import { readCode } from '../../../shared/snippets/testing/read-code.ts';
import { sample, script, TryOut, value } from '../../inspector/testing/replays.ts';
import { builtProgram } from '../../launch/testing/built-program.ts';

function folderOfItsOwn(): string {
  const folder = mkdtempSync(join(tmpdir(), 'misfire-snippet-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The words of a `misfire call …` line, passed to the real program. */
function callMisfire(words: string[], env: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [builtProgram, ...words.slice(1)], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('close', () => resolve(output));
  });
}

const snippet = async (tryOut: TryOut, row: number, kind: SnippetKind): Promise<string> =>
  value(await tryOut.api.snippet({ row, kind })).text;

interface Node {
  type: string;
  [member: string]: unknown;
}

/** The value of a literal in the code; variables are named. */
function readValue(node: Node): unknown {
  if (node.type === 'Literal') return node.value;
  if (node.type === 'ArrayExpression') return (node.elements as Node[]).map(readValue);
  if (node.type === 'ObjectExpression') {
    const pairs = node.properties as { key: Node; value: Node }[];
    return Object.fromEntries(pairs.map(({ key, value }) => [readValue(key), readValue(value)]));
  }
  if (node.type === 'UnaryExpression') return -(readValue(node.argument as Node) as number);
  if (node.type === 'LogicalExpression') {
    const left = node.left as { property: { name: string } };
    return { variable: left.property.name };
  }
  throw new Error(`Not a literal: ${node.type}`);
}

/** The arguments of `client.callTool`. */
function toolCallIn(code: string): unknown {
  const found: unknown[] = [];
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) for (const part of node) walk(part);
    else if (typeof node === 'object' && node !== null) {
      const { type, callee, arguments: args } = node as { type?: string; callee?: Node; arguments?: Node[] };
      const called = (callee?.property as { name?: string } | undefined)?.name;
      if (type === 'CallExpression' && called === 'callTool') found.push(readValue(args?.[0] as Node));
      for (const part of Object.values(node)) walk(part);
    }
  };
  walk(parseAst(code, { lang: 'ts' }));
  expect(found).toHaveLength(1);
  return found[0];
}

describe('against Closient, over HTTP', () => {
  it('every kind contains the call and not the key', async () => {
    const tryOut = await TryOut.open();
    const server = await tryOut.connect(sample('closient'));
    const args = { gtin: '09506000134352' };
    const row = await tryOut.callTool(server, 'generate_qr_url', args);
    const texts = Object.fromEntries(
      await Promise.all(
        (['curl', 'typescript', 'python', 'vitest', 'misfire'] as const).map(async (kind) => [
          kind,
          await snippet(tryOut, row.id, kind),
        ]),
      ),
    );
    for (const text of Object.values(texts)) expect(text).not.toContain('closient_demo_reader');
    const params = { name: 'generate_qr_url', arguments: args };
    expect(toolCallIn(texts.typescript)).toEqual(params);
    expect(toolCallIn(texts.vitest)).toEqual(params);
    const messages = readCode(texts.curl, 'shell').texts.filter((word) => word.startsWith('{"jsonrpc"'));
    expect(messages.map((word) => JSON.parse(word).method)).toEqual([
      'initialize',
      'notifications/initialized',
      'tools/call',
    ]);
    expect(JSON.parse(messages[2] ?? '').params).toEqual(params);
    expect(readCode(texts.python, 'python').texts).toEqual(expect.arrayContaining(['generate_qr_url', args.gtin]));
    const output = await callMisfire(readCode(texts.misfire, 'shell').texts, {
      MCP_AUTHORIZATION: 'Bearer closient_demo_reader',
    });
    // The scope belongs to the token, so the response shows that the call arrived unchanged.
    expect(output).toContain('scope');
  });
});

/**
 * Writes its exact parameters to a file next to it, because printed output is masked. Splits at line feeds only: readline also splits at
 * U+2028.
 */
const echo = `
import { writeFileSync } from 'node:fs';
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
let rest = '';
process.stdin.setEncoding('utf8').on('data', (text) => {
  const lines = (rest + text).split('\\n');
  rest = lines.pop();
  lines.forEach(take);
});
function take(line) {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') send({ id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } });
  else if (id !== undefined) {
    if (method === 'tools/call') writeFileSync(new URL('./got.json', import.meta.url), JSON.stringify({ params, key: process.env.API_KEY }));
    send({ id, result: { content: [] } });
  }
}
`;

describe('over a pipe', () => {
  const args = {
    quotes: `it's "so" \`x\` $(id) $HOME \${PATH} \\ ! %s %d`,
    lines: 'one\ntwo\r\n\ttab',
    odd: '\u2028\u0000\u007f\u009b 漢字 \u{1F4A5} \u202e',
    __proto__x: [1, -0.5, 1e21, true, null, {}, []],
    token: 'tok$"hush-hush',
  };

  it('the code contains exactly what was sent', async () => {
    const folder = folderOfItsOwn();
    const file = join(folder, 'echo server.mjs');
    writeFileSync(file, echo);
    const tryOut = await TryOut.open();
    const server = await tryOut.connect(script(file, { API_KEY: "k'ey" }, 'echo'));
    const row = await tryOut.callTool(server, 'say', args);
    for (const kind of ['curl', 'typescript', 'python', 'vitest', 'misfire'] as const) {
      const text = await snippet(tryOut, row.id, kind);
      expect(text).not.toContain("k'ey");
      expect(text).not.toContain('hush-hush');
    }
    const typescript = toolCallIn(await snippet(tryOut, row.id, 'typescript'));
    expect(typescript).toEqual({ name: 'say', arguments: { ...args, token: { variable: 'MCP_TOKEN' } } });
    const withToken = (word: string) => word.replace('$MCP_TOKEN', 'plain');
    const curl = readCode(await snippet(tryOut, row.id, 'curl'), 'shell').texts.map(withToken);
    const sent = curl.find((word) => word.includes('"tools/call"')) ?? '';
    expect(JSON.parse(sent).params).toEqual({ name: 'say', arguments: { ...args, token: 'plain' } });

    // Misfire's own line names a saved server; here it is named by its file.
    const mcp = join(folder, 'mcp.json');
    const entry = { command: process.execPath, args: [file], env: { API_KEY: "k'ey" } };
    writeFileSync(mcp, JSON.stringify({ mcpServers: { echo: entry } }));
    const words = readCode(await snippet(tryOut, row.id, 'misfire'), 'shell').texts.map((word) =>
      word === 'echo' ? `${mcp}#echo` : withToken(word),
    );
    const got = join(folder, 'got.json');
    rmSync(got);
    const output = await callMisfire(words);
    expect(existsSync(got), output).toBe(true);
    expect(JSON.parse(readFileSync(got, 'utf8'))).toEqual({
      params: { name: 'say', arguments: { ...args, token: 'plain' } },
      key: "k'ey",
    });
  });
});
