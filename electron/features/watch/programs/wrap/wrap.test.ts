import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cut, pour, writeAll } from '../testing/poured-bytes.ts';
import {
  ended,
  hashOf,
  hashOfLane,
  isAlive,
  pouringServer,
  readSpool,
  startWrapped,
  until,
  wrapProgram,
} from '../testing/test-peers.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'misfire-wrap-'));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

const node = (script: string, ...args: string[]) => [process.execPath, '-e', script, ...args];
const echo = node("process.stdin.on('data', (c) => process.stdout.write(c))");

function collect(stream: NodeJS.ReadableStream) {
  const hash = createHash('sha256');
  stream.on('data', (chunk: Buffer) => hash.update(chunk));
  return () => hash.digest('hex');
}

async function run(wrapped: boolean, messages: number, longLines: number) {
  const report = join(data, `report-${wrapped}`);
  const server = [pouringServer, report, '11', String(messages), String(longLines)];
  const child = wrapped
    ? startWrapped([process.execPath, ...server], { data })
    : spawn(process.execPath, server, { stdio: ['pipe', 'pipe', 'pipe'] });
  const [out, err] = [collect(child.stdout), collect(child.stderr)];
  const end = ended(child);
  await writeAll(child.stdin, cut(pour(5, messages, longLines), 3));
  return { end: await end, out: out(), err: err(), read: readFileSync(report, 'utf8') };
}

describe('misfire wrap', () => {
  it('passes 3,000 messages, noise, binary, cut lines and a line of 18 MB both ways as they are, and keeps them', async () => {
    const bare = await run(false, 3_000, 1);
    const watched = await run(true, 3_000, 1);
    expect(watched).toEqual(bare);
    expect(watched.end).toEqual({ code: 7, signal: null });
    expect(watched.read).toBe(hashOf(pour(5, 3_000, 1)));
    const { events, problems } = readSpool(data);
    expect(problems).toEqual([]);
    expect(hashOfLane(events, 'out')).toBe(watched.read);
    expect(hashOfLane(events, 'in')).toBe(watched.out);
    expect(hashOfLane(events, 'err')).toBe(watched.err);
    // Both sides close when they have written all, so either may be the first to end (who-ended.test.ts).
    const life = events.flatMap((event) => (event.lane === 'life' && event.event !== 'closed' ? [event] : []));
    expect(life).toMatchObject([{ event: 'spawned' }, { event: 'exited', code: 7, signal: null }]);
  });

  it('names server, client, process and command in the header, for its owner alone', async () => {
    const child = startWrapped(echo, { data, client: 'Claude Code', name: 'files' });
    child.stdin.end('{}\n');
    await ended(child);
    const { headers, events } = readSpool(data);
    expect(headers).toMatchObject([
      { misfire: 1, server: 'files', client: 'Claude Code', pid: child.pid, command: echo },
    ]);
    expect(events[1]).toMatchObject({
      lane: 'out',
      text: '{}',
      actor: 'client',
      client: 'Claude Code',
      server: 'files',
    });
    if (process.platform !== 'win32') expect(statSync(join(data, 'spool')).mode & 0o77).toBe(0);
  });

  it('keeps the file that was probably meant where the script of its server is not there', async () => {
    writeFileSync(join(data, 'garden.js'), '');
    const child = startWrapped([process.execPath, join(data, 'gadren.js')], { data });
    expect((await ended(child)).code).toBe(1);
    const { events } = readSpool(data);
    expect(events.at(-1)).toMatchObject({ event: 'exited', code: 1, nearest: join(data, 'garden.js') });
  });

  it('ends as its server does: with its code, or by its signal', async () => {
    const code = startWrapped(node('process.exit(41)'), { data });
    expect(await ended(code)).toEqual({ code: 41, signal: null });
    const killed = startWrapped(node("process.kill(process.pid, 'SIGKILL')"), { data });
    expect(await ended(killed)).toEqual({ code: null, signal: 'SIGKILL' });
    const asked = startWrapped(node("process.stdout.write('up'); setInterval(() => {}, 1000)"), { data });
    await new Promise((resolve) => asked.stdout.once('data', resolve));
    asked.kill('SIGTERM');
    expect(await ended(asked)).toEqual({ code: null, signal: 'SIGTERM' });
  });

  it('hands a signal on and lets the server decide', async () => {
    const script =
      "process.on('SIGTERM', () => process.exit(9)); process.stdout.write('up'); setInterval(() => {}, 1000)";
    const child = startWrapped(node(script), { data });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.kill('SIGTERM');
    expect(await ended(child)).toEqual({ code: 9, signal: null });
  });

  it('says on stderr, and with 127, when there is no such program', async () => {
    const child = startWrapped(['/nowhere/at-all'], { data });
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    expect(await ended(child)).toEqual({ code: 127, signal: null });
    expect(said).toBe('misfire wrap: /nowhere/at-all: command not found\n');
    expect(readSpool(data).events).toMatchObject([{ event: 'spawn_failed' }]);
  });

  it('closes its pipes when the server closes its own, and stops a server whose output is not read', async () => {
    const deaf = startWrapped(
      node("require('node:fs').closeSync(0); console.log('deaf'); setTimeout(() => {}, 60000)"),
      {
        data,
      },
    );
    await new Promise((resolve) => deaf.stdout.once('data', resolve));
    const lost = new Promise<string>((resolve) => deaf.stdin.once('error', (error) => resolve(String(error))));
    const timer = setInterval(() => deaf.stdin.write(`${'x'.repeat(1000)}\n`), 20);
    expect(await lost).toMatch(/EPIPE|ECONNRESET/);
    clearInterval(timer);
    deaf.kill('SIGKILL');

    const chatty = startWrapped(
      node(
        "process.stdout.on('error', (e) => process.exit(e.code === 'EPIPE' ? 3 : 4)); setInterval(() => console.log('x'), 5)",
      ),
      { data },
    );
    await new Promise((resolve) => chatty.stdout.once('data', resolve));
    chatty.stdout.destroy();
    expect(await ended(chatty)).toEqual({ code: 3, signal: null });
  });

  it.skipIf(process.platform === 'win32')('leaves the stderr alone that it shares with its client', async () => {
    const script = `
      const { spawn } = require('node:child_process');
      const wrap = spawn(process.execPath, process.argv.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] });
      wrap.once('exit', () => process.stderr.write('the client', () => process.exit()));`;
    // The wrap has ended its own stderr long before the server exits.
    const server = "console.error('the server'); require('node:fs').closeSync(2); setTimeout(() => {}, 500)";
    const own = [wrapProgram, '--data', data, '--', ...node(server)];
    const client = spawn(process.execPath, ['-e', script, ...own], { stdio: ['pipe', 'pipe', 'pipe'] });
    let said = '';
    client.stderr.on('data', (chunk) => {
      said += chunk;
    });
    expect(await ended(client)).toEqual({ code: 0, signal: null });
    expect(said).toBe('the server\nthe client');
  });

  it('slows a server down whose client does not read, and never holds the other direction', async () => {
    const script =
      "let n = 0; const more = () => { while (n++ < 4000) if (!process.stdout.write('y'.repeat(9999) + '\\n')) return process.stdout.once('drain', more); }; more(); process.stdin.on('data', (c) => process.stderr.write(c))";
    const child = startWrapped(node(script), { data });
    const heard = new Promise<string>((resolve) => child.stderr.once('data', (chunk) => resolve(String(chunk))));
    child.stdin.write('while stdout is full\n');
    expect(await heard).toBe('while stdout is full\n');
    let bytes = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    child.stdin.end();
    await ended(child);
    expect(bytes).toBe(4000 * 10_000);
  });

  it('goes on where nothing can be kept', async () => {
    const folder = join(data, 'locked');
    mkdirSync(folder);
    // A file where the folder should be: no user may write there, not even the one who may do everything.
    writeFileSync(join(folder, 'spool'), '');
    const child = startWrapped(echo, { data: folder });
    const out = new Promise((resolve) => child.stdout.once('data', (chunk) => resolve(String(chunk))));
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    child.stdin.write('hello\n');
    expect(await out).toBe('hello\n');
    // The folder can be used now: what was missing is said.
    rmSync(join(folder, 'spool'));
    await until(() => {
      child.stdin.write('again\n');
      return readSpool(folder).events.some((event) => event.lane === 'life' && event.event === 'missing');
    }, 'the gap is told');
    child.stdin.end();
    expect(await ended(child)).toEqual({ code: 0, signal: null });
    expect(said).toBe('');
    const gap = readSpool(folder).events.find((event) => event.lane === 'life' && event.event === 'missing');
    expect(gap).toMatchObject({ message: expect.stringMatching(/lines \(\d+ bytes\) from .* could not be kept: E/) });
    chmodSync(folder, 0o700);
  });

  describe.skipIf(process.platform === 'win32')('when one of them is killed', () => {
    /** A server that answers each line and has a child of its own; both ignore what can be ignored. */
    const stubborn = node(
      "const { spawn } = require('node:child_process'); const child = spawn(process.execPath, ['-e', 'process.on(\"SIGTERM\", () => {}); setInterval(() => {}, 1000)'], { stdio: 'ignore' }); process.on('SIGTERM', () => {}); process.stdout.write(JSON.stringify({ server: process.pid, child: child.pid }) + '\\n'); process.stdin.on('data', (c) => process.stdout.write(c)); process.stdin.on('end', () => {}); setInterval(() => {}, 1000)",
    );

    async function meet(stdout: NodeJS.ReadableStream): Promise<{ server: number; child: number }> {
      return JSON.parse(await new Promise<string>((resolve) => stdout.once('data', (chunk) => resolve(String(chunk)))));
    }

    it('the wrap: nothing of the server is left, and the spool holds all that had passed', async () => {
      const wrap = startWrapped(stubborn, { data });
      const { server, child } = await meet(wrap.stdout);
      for (let index = 0; index < 50; index += 1) {
        wrap.stdin.write(`message ${index}\n`);
        await new Promise((resolve) => wrap.stdout.once('data', resolve));
      }
      wrap.kill('SIGKILL');
      await until(() => !isAlive(server) && !isAlive(child), 'server and child are gone');
      const texts = readSpool(data).events.flatMap((event) => (event.lane === 'in' ? [event.text] : []));
      // The answer to message 48 was looked at before message 49 passed.
      expect(texts.slice(1, 50)).toEqual(Array.from({ length: 49 }, (_, index) => `message ${index}`));
    });

    it('the client: its server goes too', async () => {
      const script = `const { spawn } = require('node:child_process'); const wrap = spawn(process.execPath, ${JSON.stringify([wrapProgram, '--data', data, '--', ...stubborn])}, { stdio: ['pipe', 'pipe', 'inherit'] }); wrap.stdout.on('data', (c) => process.stdout.write(c)); process.stdout.write(''); console.error(wrap.pid)`;
      const client = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'pipe'] });
      const pid = Number(await new Promise((resolve) => client.stderr.once('data', resolve)));
      const { server, child } = await meet(client.stdout);
      client.kill('SIGKILL');
      await until(() => !isAlive(server) && !isAlive(child) && !isAlive(pid), 'wrap, server and child are gone');
      expect(readSpool(data).events.at(-1)).toMatchObject({ event: 'exited' });
    });

    it('the server: the client sees that death and nothing else, and its child is gone', async () => {
      const wrap = startWrapped(stubborn, { data });
      const { server, child } = await meet(wrap.stdout);
      const end = ended(wrap);
      process.kill(server, 'SIGKILL');
      expect(await end).toEqual({ code: null, signal: 'SIGKILL' });
      await until(() => !isAlive(child), 'the child is gone');
      expect(readSpool(data).events.at(-1)).toMatchObject({ event: 'exited', signal: 'SIGKILL' });
    });
  });

  it('leaves a server alone that still answers after its input ended', async () => {
    const script = "process.stdin.resume(); process.stdin.on('end', () => setTimeout(() => console.log('late'), 2500))";
    const child = startWrapped(node(script), { data });
    const out = new Promise((resolve) => child.stdout.once('data', (chunk) => resolve(String(chunk))));
    child.stdin.end();
    expect(await out).toBe('late\n');
    expect(await ended(child)).toEqual({ code: 0, signal: null });
    expect(existsSync(join(data, 'spool'))).toBe(true);
  });
});
