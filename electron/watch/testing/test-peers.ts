// What the tests of watching share: starting a server with and without the wrap, reading its spool, and a stream of bytes that
// holds everything a server may do wrong. Nothing here is used by the program.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CaptureReader } from '../../../shared/capture/capture.ts';
import type { WireEvent } from '../../../shared/wire.ts';

export const wrapProgram = join(import.meta.dirname, '../main.ts');
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
  return spawn(process.execPath, [wrapProgram, ...own, '--', ...command], {
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

/** Numbers that look like chance and are the same each time. */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Messages, split characters, noise, binary, empty and long lines, and an end in the middle of one. */
export function* pour(seed: number, messages: number, longLines: number): Generator<Buffer> {
  const next = chance(seed);
  const words = ['plain', 'größe', '日本語', '👩‍🚀', '\u2028', '\\"quoted\\"', '\u0000', '\r'];
  const word = () => words[Math.floor(next() * words.length)] as string;
  for (let index = 0; index < messages; index += 1) {
    const kind = next();
    if (kind < 0.8) {
      const text = Array.from({ length: Math.floor(next() * 40) }, word).join(' ');
      yield Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', id: index, method: 'tools/call', params: { text } })}\n`);
    } else if (kind < 0.9) {
      yield Buffer.from(`${word()} is no JSON ${index}\r\n`);
    } else if (kind < 0.95) {
      yield Buffer.concat([Buffer.from(Array.from({ length: 30 }, () => Math.floor(next() * 256))), Buffer.from('\n')]);
    } else {
      yield Buffer.from('\n');
    }
  }
  for (let index = 0; index < longLines; index += 1) {
    const part = Buffer.from(`é${'x'.repeat(65_533)}`.repeat(16));
    for (let sent = 0; sent < 50 * 1024 * 1024; sent += part.length) yield part;
    yield Buffer.from('\n');
  }
  yield Buffer.from('cut in the midd');
}

/** Chunks that end anywhere, also inside a character. */
export function* cut(parts: Iterable<Buffer>, seed: number): Generator<Buffer> {
  const next = chance(seed);
  for (const part of parts) {
    if (part.length < 2 || part.length > 100_000 || next() < 0.5) yield part;
    else {
      const at = 1 + Math.floor(next() * (part.length - 1));
      yield part.subarray(0, at);
      yield part.subarray(at);
    }
  }
}

export function hashOf(parts: Iterable<Buffer>): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

export async function writeAll(to: NodeJS.WritableStream, parts: Iterable<Buffer>): Promise<void> {
  for (const part of parts)
    if (!to.write(part)) await new Promise<void>((resolve) => to.once('drain', () => resolve()));
  to.end();
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
