// One run of one real client: a scratch HOME, the scripted model, a server, and what the model received for each call. Ends every process
// that it started.

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { Case } from './cases.ts';
import type { RealClient, Server } from './real-client.ts';
import { type Call, type OfferedTool, type Step, startModel } from './scripted-model.ts';

export interface Measured extends Call {
  /** How often the client sent the call. */
  sent: number;
}

export interface Run {
  calls: Measured[];
  exit: string | number;
  /** The scratch folder, whose path is in some of the texts. */
  home: string;
}

export const serverName = 'failing';
const longestRun = 300_000;
/** On Linux, processes that a client leaves running have this in their environment. */
const markName = 'MISFIRE_CLIENT_RUN';

export async function runClient(
  client: RealClient,
  place: { folder: string; program: string },
  cases: readonly Case[],
): Promise<Run> {
  const dir = mkdtempSync(join(tmpdir(), 'misfire-cases-'));
  const wire = join(dir, 'wire.jsonl');
  writeFileSync(join(dir, 'cases.json'), JSON.stringify(cases));
  const { calls, exit, home } = await runScript(client, place, {
    server: {
      name: serverName,
      command: process.execPath,
      args: [join(import.meta.dirname, 'failing-server.ts')],
      env: { CASES: join(dir, 'cases.json'), WIRE: wire },
    },
    script: cases.map(({ tool, args }) => ({ tool, ...(args ? { args } : {}) })),
  });
  const measured = calls.map((call) => ({ ...call, sent: countSent(wire, call) }));
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  return { calls: measured, exit, home };
}

interface ScriptRun {
  calls: Call[];
  /** What the client offered to the model. */
  offered: OfferedTool[];
  /** What the client printed. */
  printed: string;
  exit: string | number;
  home: string;
}

interface ScriptOptions {
  server: Server;
  script: readonly Step[];
  /** How often the model waits for the server's tools. */
  waits?: number;
  /** Added to the client's environment. */
  env?: Record<string, string>;
}

/** One run with any server and any script. */
export async function runScript(
  client: RealClient,
  place: { folder: string; program: string },
  { server: wanted, script, waits, env: own }: ScriptOptions,
): Promise<ScriptRun> {
  const dir = mkdtempSync(join(tmpdir(), 'misfire-client-'));
  const [home, work] = [join(dir, 'home'), join(dir, 'work')];
  for (const folder of [join(home, 'tmp'), work]) mkdirSync(folder, { recursive: true });
  const mark = `${process.pid}-${Date.now()}`;
  const server = { ...wanted, env: { ...wanted.env, [markName]: mark } };
  const model = await startModel(script, server.name, waits);
  const { files, env, args } = client.start(model.url, server, place.folder);
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(home, file)), { recursive: true });
    writeFileSync(join(home, file), content);
  }
  const isScript = place.program.endsWith('.js');
  const log = openSync(join(dir, 'client.log'), 'w');
  const child = spawn(isScript ? process.execPath : place.program, [...(isScript ? [place.program] : []), ...args], {
    cwd: work,
    detached: true,
    stdio: ['ignore', log, log],
    // Without the caller's environment: a stray variable changes a client's behavior.
    env: {
      PATH: [dirname(process.execPath), process.env.PATH ?? ''].join(delimiter),
      HOME: home,
      TMPDIR: join(home, 'tmp'),
      LANG: 'C.UTF-8',
      TERM: 'dumb',
      CI: '1',
      DISABLE_TELEMETRY: '1',
      DO_NOT_TRACK: '1',
      [markName]: mark,
      ...env,
      ...own,
    },
  });
  const end = () => endAll(child.pid ?? 0, mark);
  const clock = setTimeout(() => void end(), longestRun);
  const exit = await new Promise<string | number>((done) => {
    child.once('exit', (code, signal) => done(code ?? signal ?? 'unknown'));
    child.once('error', (error) => done(error.message));
  });
  clearTimeout(clock);
  await end();
  const printed = readFileSync(join(dir, 'client.log'), 'utf8');
  model.close();
  if (process.env.KEEP_RUN) console.error(dir);
  else rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  return { calls: model.calls, offered: model.offered(), printed, exit, home };
}

function countSent(wire: string, { tool, asked, answered }: Call): number {
  let lines: string[] = [];
  try {
    lines = readFileSync(wire, 'utf8').split('\n');
  } catch {
    return 0; // the server was never started
  }
  return lines.filter((line) => {
    if (!line.includes('"client"') || !line.includes('tools/call')) return false;
    const entry = JSON.parse(line) as { at: number; line: string };
    const { params } = JSON.parse(entry.line) as { params?: { name?: string } };
    return params?.name === tool && entry.at >= asked - 50 && entry.at <= (answered ?? Number.POSITIVE_INFINITY);
  }).length;
}

/** The process group of the client, and on Linux each process with the mark of this run. */
async function endAll(group: number, mark: string): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    for (const pid of [-group, ...marked(mark)]) {
      try {
        if (pid !== 0) process.kill(pid, signal);
      } catch {
        // It has ended.
      }
    }
    for (let count = 0; count < 20 && marked(mark).length > 0; count += 1)
      await new Promise((done) => setTimeout(done, 100));
  }
}

function marked(mark: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && carries(name, mark))
    .map(Number);
}

function carries(pid: string, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`${markName}=${mark}\0`);
  } catch {
    return false;
  }
}
