// Real faults while a client is watched: a disk that takes no more, a folder that may not be written, an app that is killed. The
// client and its server notice none of it, and what could not be kept is said later.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { InspectorHandle } from '../../../../inspector/inspector-handle.ts';
import { openFollowing } from '../../../../inspector/testing/open-following.ts';
import { value } from '../../../../inspector/testing/test-inspector.ts';
import { ended, isAlive, readSpool, startWrapped, until, wrapProgram } from '../testing/test-peers.ts';

let data: string;
let inspector: InspectorHandle | null = null;
const children: ChildProcessWithoutNullStreams[] = [];
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'misfire-faults-'));
});
afterEach(async () => {
  await inspector?.close();
  inspector = null;
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(data, { recursive: true, force: true });
});

const echo = [process.execPath, '-e', "process.stdin.on('data', (c) => process.stdout.write(c))"];
const message = (id: number, size = 10) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'x', arguments: { text: 'y'.repeat(size) } } })}\n`;

/** Sends and waits for all of it to come back, byte for byte. */
async function passes(child: ChildProcessWithoutNullStreams, text: string): Promise<void> {
  const back = new Promise<void>((resolve, reject) => {
    let got = '';
    const read = (chunk: Buffer) => {
      got += chunk;
      if (got.length < text.length) return;
      child.stdout.off('data', read);
      if (got === text) resolve();
      else reject(new Error('Other bytes came back.'));
    };
    child.stdout.on('data', read);
  });
  child.stdin.write(text);
  await back;
}

async function lookBack() {
  inspector = await openFollowing(data);
  return inspector;
}

async function rowsOf({ api }: InspectorHandle, filter: string) {
  const { view, total } = await value(api.openView({ filter }));
  return (await value(api.rows({ view, from: 0, count: Math.max(1, total) }))).rows;
}

async function eventually<T>(ask: () => Promise<T>, holds: (found: T) => boolean): Promise<T> {
  for (;;) {
    const found = await ask();
    if (holds(found)) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const countIn = (words: string): number =>
  Number(/^(\d+) lines? \(\d+ bytes\) from .* could not be kept: EFBIG\.$/.exec(words)?.[1]);
const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);

/** What is kept, and what is said to be missing: in the file's first line, or in lines of its own that found room after all. */
function keptAndMissing(): { kept: number; missing: number } {
  const { events, headers } = readSpool(data);
  const gaps = events.flatMap((event) => (event.lane === 'life' && event.event === 'missing' ? [event.message] : []));
  const noted = headers.flatMap((header) => ('missing' in header ? [header.missing] : []));
  const missing = sum([...gaps, ...noted].map((words) => countIn(String(words))));
  return { kept: events.length - gaps.length, missing };
}

const listen = (child: ChildProcessWithoutNullStreams) => {
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  return () => said;
};

describe.skipIf(process.platform === 'win32')('a disk that takes no more', () => {
  /** The system refuses each file beyond 64 kB, as a full disk would, and signals the writing process. */
  function startLimited(): ChildProcessWithoutNullStreams {
    const own = [process.execPath, wrapProgram, '--name', 'files', '--client', 'Cursor', '--data', data, '--', ...echo];
    const limit = 'ulimit -f $((65536 / $1)); shift; exec "$@"';
    // Blocks of 512 bytes, as POSIX has it; bash alone counts in 1024.
    const child = spawn('/bin/sh', ['-c', limit, 'sh', '512', ...own], { stdio: ['pipe', 'pipe', 'pipe'] });
    children.push(child);
    return child;
  }

  for (const end of ['ends', 'is killed'] as const)
    it(`holds up nothing, and what is missing is said when the process ${end}`, async () => {
      const child = startLimited();
      const said = listen(child);
      for (let id = 0; id < 40; id += 1) await passes(child, message(id, 20_000));
      // Each message there and back, and how it began: bytes pass first, and are counted right after.
      await until(() => {
        const { kept, missing } = keptAndMissing();
        return missing > 0 && kept + missing === 81;
      }, 'all is counted');
      const over = ended(child);
      if (end === 'ends') child.stdin.end();
      else child.kill('SIGKILL');
      expect(await over).toEqual(end === 'ends' ? { code: 0, signal: null } : { code: null, signal: 'SIGKILL' });
      expect(said()).toBe('');
      expect(readSpool(data).problems).toEqual([]);
      const { kept } = keptAndMissing();
      const wanted = (end === 'ends' ? 83 : 81) - kept;
      const told = await eventually(
        async () =>
          sum(
            (await rowsOf(inspector ?? (await lookBack()), 'could not be kept')).map(({ detail }) => countIn(detail)),
          ),
        (count) => count >= wanted,
      );
      expect(told).toBe(wanted);
    });
});

describe.skipIf(process.platform === 'win32')('a folder that may not be written', () => {
  it('holds up nothing, and adds no word', async () => {
    const folder = join(data, 'spool');
    mkdirSync(folder);
    chmodSync(folder, 0o500);
    chmodSync(data, 0o755);
    const temporary = join(data, 'temporary');
    mkdirSync(temporary);
    chmodSync(temporary, 0o777);
    // root ignores file permissions, so the test runs without them.
    const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
    const child = spawn(process.execPath, [wrapProgram, '--data', data, '--', ...echo], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { TMPDIR: temporary },
      ...nobody,
    });
    children.push(child);
    const said = listen(child);
    for (let id = 0; id < 10; id += 1) await passes(child, message(id));
    const over = ended(child);
    child.stdin.end();
    expect(await over).toEqual({ code: 0, signal: null });
    expect(said()).toBe('');
    expect(readdirSync(folder)).toEqual([]);
    // Notes about what is lost belong into the data folder, or nowhere.
    expect(readdirSync(temporary)).toEqual([]);
  });
});

describe('a folder that is emptied', () => {
  it('gets what comes afterwards in a new file', async () => {
    const child = startWrapped(echo, { data });
    children.push(child);
    await passes(child, message(1));
    // Nothing that passes waits for the file to be opened.
    await until(() => readSpool(data).events.length > 0, 'the first file');
    for (const name of readdirSync(join(data, 'spool'))) unlinkSync(join(data, 'spool', name));
    let id = 2;
    await until(() => {
      child.stdin.write(message(id++));
      return readSpool(data).events.length > 0;
    }, 'a new file');
    child.stdin.end();
    await ended(child);
    expect(readSpool(data).headers).toMatchObject([{ server: 'files', part: 2 }]);
  });
});

describe('when the app is killed', () => {
  it('the client does not notice, and the next wrap shows each message once', async () => {
    const program = join(import.meta.dirname, '../../../../inspector/testing/recording-app.ts');
    const app = spawn(process.execPath, [program, data], { stdio: ['pipe', 'pipe', 'pipe'] });
    children.push(app);
    await once(createInterface(app.stdout), 'line');
    const wrap = startWrapped(echo, { data, client: 'Cursor' });
    children.push(wrap);
    const said = listen(wrap);
    const places = join(data, 'spool', 'places.json');
    // Traffic goes on before, while and after it dies; it has taken some of it in by then.
    let id = 0;
    for (; id < 20; id += 1) await passes(wrap, message(id));
    await eventually(
      async () => {
        await passes(wrap, message(id++));
        return (
          readdirSync(join(data, 'spool')).includes('places.json') &&
          readFileSync(places, 'utf8').includes('"files":{"')
        );
      },
      (found) => found,
    );
    const gone = once(app, 'exit');
    app.kill('SIGKILL');
    for (const until = id + 20; id < until; id += 1) await passes(wrap, message(id));
    await gone;
    for (const until = id + 20; id < until; id += 1) await passes(wrap, message(id));
    const { pid = 0 } = wrap;
    expect(isAlive(pid)).toBe(true);
    wrap.stdin.end();
    expect(await ended(wrap)).toEqual({ code: 0, signal: null });
    expect(said()).toBe('');
    const here = await lookBack();
    const rows = await eventually(
      async () => (await rowsOf(here, 'method:tools/call')).filter(({ direction }) => direction === 'out'),
      (found) => found.length >= id,
    );
    expect(rows).toHaveLength(id);
  });
});
