// `misfire doctor` as a pipeline meets it: real processes, exit codes, and nothing but reports on stdout.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { test } from '../../../hosts/cli/testing/desk.ts';
import { startEverything } from '../../../inspector/testing/reference-server.ts';
import { runHere } from '../../../launch/testing/run-here.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'misfire-cli-doctor-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const misfire = (...args: string[]) => runHere(args, { data: folder });

test('names the break and what to do, and exits with 1', async () => {
  const { code, stdout } = await misfire('doctor', 'no-such-command-anywhere');
  expect(code).toBe(1);
  expect(stdout).toContain('BROKEN  Finding the command: The command “no-such-command-anywhere” was not found');
  expect(stdout).toContain('PATH  ');
  expect(stdout).toMatch(/How to fix it:\n {2}1\. /);
});

test('prints a line of JSON for each server, and 0 is left for those that are well', async () => {
  const file = join(folder, 'servers.json');
  const entry = { command: process.execPath, args: ['-e', 'process.exit(7)'] };
  await writeFile(file, JSON.stringify({ mcpServers: { ended: entry } }));
  const { code, stdout } = await misfire('doctor', '--json', '--exit-zero', `${file}#ended`, 'sample:faulty-stdio');
  expect(code).toBe(0);
  const reports = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(reports.map(({ server, broken }) => [server, broken])).toEqual([
    ['ended', 'early_exit'],
    ['Faulty (stdio)', null],
  ]);
});

test('says which settings files have a server of this name, and which of them counts', async () => {
  const home = join(folder, 'home');
  const work = join(home, 'work');
  await mkdir(work, { recursive: true });
  const servers = { mcpServers: { files: { command: 'no-such-command-anywhere' } } };
  const own = join(home, '.claude.json');
  await writeFile(own, JSON.stringify({ ...servers, projects: { [work]: servers } }));
  const options = { data: folder, cwd: work, env: { HOME: home, CLAUDE_CONFIG_DIR: '' } };
  const { stdout } = await runHere(['doctor', `${own}#files`], options);
  expect(stdout).toContain(`claude-code/files in ${own}. Ignored: The part for ${work} in ${own}`);
  expect(stdout).toMatch(/Claude Code.* reads these files; the first that has an entry counts/);
  const listed = await runHere(['doctor', 'claude-code/files'], options);
  expect(listed.stderr).toContain(`"claude-code/files" is an entry in ${own}. Name it as ${own}#files.`);
  expect(listed.code).toBe(2);
});

const answering = `require('node:readline').createInterface(process.stdin).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (method === 'initialize')
    console.log(JSON.stringify({ jsonrpc: '2.0', id, result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'peer', version: '1' } } }));
  else if (id !== undefined)
    console.log(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } }));
});`;

test('takes a command after -- without quotes, and goes on past a warning', async () => {
  const source = `console.log('ACME server 1.0 ready'); ${answering}`;
  const { code, stdout } = await misfire('doctor', '--timeout', '20s', '--', process.execPath, '-e', source);
  expect(stdout).toContain('WARN    First bytes: The first line on stdout is a message for people.');
  expect(stdout).toContain('ok      Handshake: peer 1 answered in');
  expect(stdout).toContain('ok      Version: Both speak revision 2025-11-25.');
  expect(stdout).toContain('Works with warnings.');
  expect(stdout).toContain('ACME server 1.0 ready');
  expect(stdout).toContain(
    'It breaks some clients, not all. Lost to it: Cline CLI, and clients built on the Java SDK.',
  );
  expect(stdout).toMatch(/[^.]*Codex[^.]* read past it\./);
  expect(stdout).not.toContain('Rust SDK');
  expect(stdout).not.toContain('BROKEN');
  expect(code).toBe(0);
});

test('names a client that would not wait for so slow a start', async () => {
  const source = `setTimeout(() => { ${answering} }, 2_000)`;
  const { code, stdout } = await misfire('doctor', '--', process.execPath, '-e', source);
  expect(stdout).toMatch(/Handshake: peer 1 answered in .* Only Cline CLI waits less, 1\.9 s\./);
  expect(code).toBe(0);
});

test('reports a warning to programs as a verdict of its own', async () => {
  const { stdout } = await misfire(
    'doctor',
    '--json',
    '--',
    process.execPath,
    '-e',
    `console.log('hello'); ${answering}`,
  );
  const { verdict, broken, checks, fixes } = JSON.parse(stdout);
  expect({ verdict, broken }).toEqual({ verdict: 'warnings', broken: null });
  expect(checks.find(({ id }: { id: string }) => id === 'first_bytes').state).toBe('warning');
  expect(fixes[0].words).toContain('stderr');
});

test('says that “server/discover” of newer clients ends the server, and how to change that', async () => {
  const dying = answering.replace(/else if.*/s, 'else process.exit(1); });');
  const { code, stdout } = await misfire('doctor', '--', process.execPath, '-e', dying);
  expect(stdout).toContain(
    'WARN    Other clients: Clients of revision 2026-07-28 send “server/discover” first, and the server ended with exit code 1.',
  );
  expect(stdout).toContain('Works with warnings.');
  expect(stdout).toContain('1. Answer unknown methods with -32601 before “initialize”.');
  expect(code).toBe(0);
});

test.skipIf(process.platform === 'win32')(
  'names processes of the same command: twice by one client, and left over',
  async () => {
    const file = join(folder, 'orders.cjs');
    // The copies stay when their input ends, the servers of the doctor do not.
    await writeFile(file, `if (process.env.STAY) setInterval(() => {}, 1000);\n${answering}`);
    const env = { ...process.env, STAY: '1' };
    const twice = [1, 2].map(() => spawn(process.execPath, [file], { env }));
    const starting = `const child = require('node:child_process').spawn(process.execPath, [${JSON.stringify(file)}], { detached: true });
    process.stdout.write(String(child.pid), () => process.exit());`;
    const starter = spawn(process.execPath, ['-e', starting], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const [[said]] = await Promise.all([once(starter.stdout, 'data'), once(starter, 'exit')]);
    const left = Number(said);
    try {
      const { code, stdout } = await misfire('doctor', '--', process.execPath, file);
      const [, also = ''] = stdout.split('Also running:\n');
      const lines = also.trimEnd().split('\n');
      expect(lines).toHaveLength(3);
      for (const { pid } of twice)
        expect(also).toMatch(
          new RegExp(
            `  pid ${pid}, started \\S+ \\w+ ago by \\S+ \\(pid ${process.pid}\\), which runs this command 2 times\\.`,
          ),
        );
      expect(also).toContain(`outlived the program that started it. To end it: kill ${left}`);
      expect(stdout).toContain('No problems found.');
      expect(code).toBe(0);
      const { stdout: json } = await misfire('doctor', '--json', '--', process.execPath, file);
      const { verdict, copies } = JSON.parse(json);
      expect(verdict).toBe('works');
      expect(copies).toContainEqual(expect.objectContaining({ pid: left, parent: null, state: 'left_over' }));
    } finally {
      process.kill(left, 'SIGKILL');
      for (const child of twice) child.kill('SIGKILL');
    }
  },
);

test('needs a server, and says how to name one', async () => {
  const { code, stderr } = await misfire('doctor');
  expect(code).toBe(2);
  expect(stderr).toContain('Name a server, or put its command after --.');
});

test('draws signs and colors for a terminal, broken between words at its width', async () => {
  const env = { MISFIRE_FORCE_TTY: '60', NO_COLOR: undefined, FORCE_COLOR: undefined };
  const { stdout } = await runHere(['doctor', 'no-such-command-anywhere'], { data: folder, env });
  expect(stdout).toContain('\u001b[31m✗\u001b[39m Finding the command');
  const plain = await runHere(['--color', 'never', 'doctor', 'no-such-command-anywhere'], { data: folder, env });
  expect(plain.stdout).not.toContain('\u001b');
  expect(plain.stdout).toContain('✗ Finding the command');
  const long = plain.stdout.split('\n').filter((line) => line.length > 60 && !/PATH {2}|^ {6}/.test(line));
  expect(long).toEqual([]);
});

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
