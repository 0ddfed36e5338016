// What the tests of watching share: starting a server with and without the wrap, and reading its spool. Nothing here is used by the
// program.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CaptureReader } from '../../../../../shared/capture/capture.ts';
import type { WireEvent } from '../../../../../shared/wire.ts';
import { builtWrap } from '../../../../launch/testing/built-program.ts';

export const wrapProgram = builtWrap;
export const pouringServer = join(import.meta.dirname, 'test-server.ts');
/** A read-only tool `read` with an output schema, and `write` without hints. Each answer says how many calls arrived. */
export const toolsServer = join(import.meta.dirname, 'test-tools-server.ts');

export interface Wrapping {
  data: string;
  client?: string;
  name?: string;
  /** The file of a plan. */
  rehearse?: string;
  env?: NodeJS.ProcessEnv;
}

export function startWrapped(
  command: readonly string[],
  { data, client, name = 'files', rehearse, env = {} }: Wrapping,
) {
  const own = ['--name', name, '--data', data, ...(client ? ['--client', client] : [])];
  if (rehearse !== undefined) own.push('--rehearse', rehearse);
  return spawn(process.execPath, [builtWrap, ...own, '--', ...command], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
}

export function readSpool(data: string): { events: WireEvent[]; headers: object[]; problems: string[] } {
  const folder = join(data, 'spool');
  const events: WireEvent[] = [];
  const headers: object[] = [];
  const problems: string[] = [];
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : [];
  for (const name of names.sort()) {
    const reader = new CaptureReader();
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n'))
      events.push(...reader.read(line).map(({ event }) => event));
    headers.push(reader.header);
    problems.push(...reader.problems.map(({ line, message }) => `${name}:${line} ${message}`));
  }
  return { events, headers, problems };
}

/** The bytes of one lane as they were before they were lines. */
export function hashOfLane(events: readonly WireEvent[], lane: WireEvent['lane']): string {
  const hash = createHash('sha256');
  for (const event of events) {
    if (event.lane !== lane || event.lane === 'http' || event.lane === 'life') continue;
    hash.update(event.bytes ?? event.text);
    if (!event.partial) hash.update('\n');
  }
  return hash.digest('hex');
}

export function hashOf(parts: Iterable<Buffer>): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

export function ended(child: ChildProcessWithoutNullStreams): Promise<{ code: number | null; signal: string | null }> {
  return new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal })));
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') Z ');
  } catch {
    return false;
  }
}

export async function until(holds: () => boolean, what: string, ms = 45_000): Promise<void> {
  const deadline = Date.now() + ms;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`Waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
