// The signals that a wrap is sent, and those that its server dies by, beside what the same server does without a wrap.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ended, isAlive, readSpool, startWrapped, until, wrapProgram } from '../testing/test-peers.ts';

let data: string;
const children: ChildProcessWithoutNullStreams[] = [];
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'misfire-signals-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(data, { recursive: true, force: true });
});

const forwarded = [
  'SIGTERM',
  'SIGINT',
  'SIGHUP',
  'SIGQUIT',
  'SIGUSR1',
  'SIGUSR2',
  'SIGWINCH',
  'SIGCONT',
  'SIGTSTP',
  'SIGALRM',
] as const;
const deadly = [
  'SIGPIPE',
  'SIGUSR1',
  'SIGUSR2',
  'SIGHUP',
  'SIGINT',
  'SIGQUIT',
  'SIGALRM',
  'SIGABRT',
  'SIGSEGV',
  'SIGXFSZ',
  'SIGKILL',
] as const;

/** All that it says, as it says it. */
function listen(child: ChildProcessWithoutNullStreams) {
  children.push(child);
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    said.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.err += chunk;
  });
  return said;
}

describe.skipIf(process.platform === 'win32')('a wrap', () => {
  it('hands on the signals that a server can listen to, and opens no debugger', async () => {
    const script = `for (const signal of ${JSON.stringify(forwarded)}) process.on(signal, () => console.log(signal));
      console.log('up ' + process.pid); process.stdin.on('data', (text) => process.stdout.write(text));
      process.stdin.on('end', () => process.exit(0))`;
    const wrap = startWrapped([process.execPath, '-e', script], { data });
    const said = listen(wrap);
    await until(() => said.out.includes('up'), 'the server is up');
    for (const signal of forwarded) {
      wrap.kill(signal);
      await until(() => said.out.includes(`${signal}\n`), `${signal} arrived`);
    }
    wrap.stdin.write('still here\n');
    await until(() => said.out.includes('still here'), 'the traffic goes on');
    expect(said.err).toBe('');
    const end = ended(wrap);
    wrap.stdin.end();
    expect(await end).toEqual({ code: 0, signal: null });
  });

  for (const signal of deadly)
    it(`dies by ${signal} when its server does`, async () => {
      // No core files of a death on purpose.
      const script = `ulimit -c 0; exec "$@"`;
      const server = ['/bin/sh', '-c', 'kill -s "$1" $$', 'server', signal.slice(3)];
      const words = [process.execPath, wrapProgram, '--data', data, '--', ...server];
      const wrap = spawn('/bin/sh', ['-c', script, 'client', ...words], { stdio: ['pipe', 'pipe', 'pipe'] });
      const said = listen(wrap);
      expect(await ended(wrap)).toEqual({ code: null, signal });
      expect(said).toEqual({ out: '', err: '' });
      expect(readSpool(data).events.at(-1)).toMatchObject({ event: 'exited', signal });
    });

  it('ends by a signal when its server has ended and only a client that does not read keeps it', async () => {
    const wrap = startWrapped(['/bin/sh', '-c', 'echo $$ >&2; exec head -c 300000 /dev/zero'], { data });
    children.push(wrap);
    const server = Number(await new Promise((resolve) => wrap.stderr.once('data', resolve)));
    await until(() => !isAlive(server), 'the server has ended');
    const end = new Promise((resolve) => wrap.once('exit', (code, signal) => resolve({ code, signal })));
    const timer = setInterval(() => wrap.kill('SIGTERM'), 50);
    expect(await end).toEqual({ code: 0, signal: null });
    clearInterval(timer);
  });

  it.skipIf(process.platform !== 'linux')('stops with a server that SIGTSTP stops, and goes on with it', async () => {
    const wrap = startWrapped(
      [process.execPath, '-e', 'console.log(process.pid); process.stdin.pipe(process.stdout)'],
      {
        data,
      },
    );
    const said = listen(wrap);
    await until(() => said.out.includes('\n'), 'the server is up');
    const state = (pid: number) => /\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1];
    const both = [Number(said.out), wrap.pid as number];
    wrap.kill('SIGTSTP');
    await until(() => both.every((pid) => state(pid) === 'T'), 'both are stopped');
    wrap.kill('SIGCONT');
    wrap.stdin.write('awake\n');
    await until(() => said.out.includes('awake'), 'both go on');
  });
});
