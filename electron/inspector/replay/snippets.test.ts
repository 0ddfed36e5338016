// Each kind of copied code, run for real: against the samples, and against a server that shows what reached it.

import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SnippetKind } from '../../../shared/replay.ts';
import { appRoot } from '../app-paths.ts';
import { sample, script, TryOut, value } from './try-out.ts';

const has = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;
const hasBash = has('bash', '-c', 'exit 0');
const hasCurl = hasBash && has('curl', '--version');
const hasPython = has('python3', '-c', 'import ast');

/** Where the SDK and vitest are found, as in a project of one's own. */
function project(): string {
  const folder = mkdtempSync(join(tmpdir(), 'misfire-snippet-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(join(appRoot(), 'node_modules'), join(folder, 'node_modules'), 'junction');
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  return folder;
}

function run(command: string, args: string[], cwd: string, env: Record<string, string>) {
  return new Promise<{ code: number | null; output: string }>((resolve) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('close', (code) => resolve({ code, output }));
  });
}

function execute(kind: SnippetKind, text: string, env: Record<string, string>) {
  const folder = project();
  const write = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return name;
  };
  switch (kind) {
    case 'curl':
      return run('bash', [write('call.sh', text)], folder, env);
    case 'misfire': {
      const main = join(appRoot(), 'electron', 'hosts', 'cli', 'main.ts');
      const shell = `misfire() { '${process.execPath}' '${main}' "$@"; }\n${text}`;
      return run('bash', [write('call.sh', shell)], folder, env);
    }
    case 'typescript':
      return run(process.execPath, [write('call.ts', text)], folder, env);
    case 'vitest': {
      const vitest = join(folder, 'node_modules', 'vitest', 'vitest.mjs');
      return run(process.execPath, [vitest, 'run', '--root', folder, write('call.test.ts', text)], folder, env);
    }
    case 'python': {
      const check = 'import ast, sys; ast.parse(open(sys.argv[1], encoding="utf-8").read())';
      return run('python3', ['-c', check, write('call.py', text)], folder, env);
    }
    default:
      return kind satisfies never;
  }
}

async function snippet(tryOut: TryOut, row: number, kind: SnippetKind): Promise<string> {
  return value(await tryOut.api.snippet({ row, kind })).text;
}

const key = { MCP_AUTHORIZATION: 'Bearer closient_demo_reader' };

describe('against Closient, over HTTP', () => {
  for (const [kind, possible] of [
    ['curl', hasCurl],
    ['typescript', true],
    ['misfire', hasBash],
  ] as const) {
    it.skipIf(!possible)(`${kind} brings the same failure`, { timeout: 30_000 }, async () => {
      const tryOut = await TryOut.open();
      const server = await tryOut.connect(sample('closient'));
      // The scope is the token's, so the answer shows that the variable arrived.
      const row = await tryOut.callTool(server, 'generate_qr_url', { gtin: '09506000134352' });
      const text = await snippet(tryOut, row.id, kind);
      expect(text).not.toContain('closient_demo_reader');
      const { output } = await execute(kind, text, key);
      expect(output).toContain(kind === 'misfire' ? 'scope' : 'qr:generate');
    });
  }

  it('a vitest test fails while the call does and passes when it does', { timeout: 60_000 }, async () => {
    const tryOut = await TryOut.open();
    const server = await tryOut.connect(sample('closient'));
    const bad = await tryOut.callTool(server, 'resolve_gtin', { gtin: '123' });
    const good = await tryOut.callTool(server, 'validate_gtin', { gtin: '09506000134352' });
    const [failing, passing] = await Promise.all(
      [bad, good].map(async ({ id }) => execute('vitest', await snippet(tryOut, id, 'vitest'), key)),
    );
    expect(failing?.code, failing?.output).toBe(1);
    expect(failing?.output).toContain('1 failed');
    expect(passing?.code, passing?.output).toBe(0);
    expect(passing?.output).toContain('1 passed');
  });

  // The SDK for Python is not among what the tests may rely on, so its code is only read, not run.
  it.skipIf(!hasPython)('python is at least Python', async () => {
    const tryOut = await TryOut.open();
    for (const id of ['closient', 'orders-adapter']) {
      const server = await tryOut.connect(sample(id));
      const row = await tryOut.callTool(server, 'ping', {
        text: 'a"b\'c\\ \u2028 \u0000 {x}',
        none: null,
        yes: true,
        password: 'p',
      });
      const checked = await execute('python', await snippet(tryOut, row.id, 'python'), {});
      expect(checked, checked.output).toMatchObject({ code: 0 });
    }
  });
});

/** Answers with the very parameters it was given. Splits at line feeds only: readline also splits at U+2028. */
const echo = `
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
  else if (id !== undefined) send({ id, result: { content: [{ type: 'text', text: 'got ' + Buffer.from(JSON.stringify({ params, key: process.env.API_KEY })).toString('base64') + ' end' }] } });
}
`;

describe('over a pipe', () => {
  const args = {
    quotes: `it's "so" \`x\` $(id) $HOME \${PATH} \\ ! %s %d`,
    lines: 'one\ntwo\r\n\ttab',
    odd: '\u2028\u0000\u007f 漢字 \u{1F4A5}',
    __proto__x: [1, -0.5, 1e21, true, null, {}, []],
    token: 'tok$"hush-hush',
  };

  for (const [kind, possible] of [
    ['curl', hasBash],
    ['typescript', true],
    ['misfire', hasBash],
  ] as const) {
    it.skipIf(!possible)(`${kind} sends what was sent, to the letter`, { timeout: 30_000 }, async () => {
      const folder = project();
      const file = join(folder, 'echo server.mjs');
      writeFileSync(file, echo);
      const config = script(file, { API_KEY: "k'ey" }, 'echo');
      const tryOut = await TryOut.open();
      const server = await tryOut.connect(config);
      const row = await tryOut.callTool(server, 'say', args);
      let text = await snippet(tryOut, row.id, kind);
      expect(text).not.toContain("k'ey");
      expect(text).not.toContain('hush-hush');
      // Misfire's own line names a saved server; here it is named by its file.
      if (kind === 'misfire') {
        const mcp = join(folder, 'mcp.json');
        const entry = { command: process.execPath, args: [file], env: { API_KEY: "k'ey" } };
        writeFileSync(mcp, JSON.stringify({ mcpServers: { echo: entry } }));
        text = text.replace('call echo', `call '${mcp}#echo'`);
      }
      // A shell puts a variable into JSON as it is, so there it must hold what JSON's quotes may.
      const token = kind === 'typescript' ? args.token : 'plain$`token';
      const { output } = await execute(kind, text, { API_KEY: "k'ey", MCP_TOKEN: token });
      const got = /got ([\w+/=]+) end/.exec(output)?.[1];
      expect(got, output).toBeDefined();
      expect(JSON.parse(Buffer.from(got ?? '', 'base64').toString())).toEqual({
        params: { name: 'say', arguments: { ...args, token } },
        key: "k'ey",
      });
    });
  }
});
