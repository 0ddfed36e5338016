// How long hostile input blocks the app: files, messages and exports that are large in one dimension. `npm run -s bench -- freezes
// [NAME…]`: one row each with the total time and the longest block of the event loop.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openInspector } from '../electron/app/open-inspector.ts';
import type { InspectorHandle as Inspector } from '../electron/inspector/inspector-handle.ts';
import type { Answer } from '../shared/contract/api.ts';

type Work = (inspector: Inspector) => Promise<unknown>;

const partLength = 500_000;
export const exportedAnswers = 'export of 60 answers of 1 MB';
export const hardest = [
  'import, one line of 60 MB',
  'import, a message with a million keys',
  'import, a batch of 200,000',
];

const cases: Record<string, Work> = {
  'import, one line of 100 kB of spaces and no end': (inspector) =>
    importText(inspector, `{"a":1}${' '.repeat(100_000)}x`),
  'import, 100 kB of blank lines': (inspector) => importText(inspector, `${'\n'.repeat(100_000)}x`),
  'import, one line of 100 kB in parts of 1 kB': (inspector) => importText(inspector, 'x'.repeat(100_000), 1000),
  'import, one line of 60 MB': (inspector) => importText(inspector, `{"lane":"in","text":"${'x'.repeat(60_000_000)}"}`),
  'import, 10,000 server names': (inspector) =>
    importText(
      inspector,
      Array.from(
        { length: 10_000 },
        (_, n) => `{"t":${n},"server":"s${n}","lane":"in","text":"{\\"id\\":${n},\\"result\\":{}}"}`,
      ).join('\n'),
    ),
  'import, a message with a million keys': (inspector) => importText(inspector, event(keys(1_000_000))),
  'import, an error with a million keys': (inspector) =>
    importText(
      inspector,
      event(`{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"x","data":${keys(1_000_000)}}}`),
    ),
  'import, a batch of 200,000': (inspector) =>
    importText(
      inspector,
      event(`[${Array.from({ length: 200_000 }, (_, n) => `{"jsonrpc":"2.0","id":${n},"result":{}}`).join(',')}]`),
    ),
  [exportedAnswers]: async (inspector) => {
    await importText(inspector, Array.from({ length: 60 }, (_, n) => event(answer(n))).join('\n'));
    restart();
    for (const format of ['jsonl', 'har', 'html'] as const) {
      const { export: id } = ok(await inspector.api.startExport({ format, filter: '', patterns: [], keep: [] }));
      while (!ok(await inspector.api.exportPart({ export: id })).done);
    }
  },
  'preview of an export of 60 answers of 1 MB': async (inspector) => {
    await importText(inspector, Array.from({ length: 60 }, (_, n) => event(answer(n))).join('\n'));
    restart();
    await inspector.api.previewExport({ format: 'jsonl', filter: '', patterns: [], keep: [] });
  },
};

const event = (text: string): string => JSON.stringify({ t: 1, server: 's', lane: 'in', text });
const keys = (count: number): string => `{${Array.from({ length: count }, (_, n) => `"k${n}":${n}`).join(',')}}`;

function answer(n: number): string {
  const rows = Array.from({ length: 8000 }, (_, i) => ({
    id: n * 8000 + i,
    name: `customer ${i}`,
    note: 'Called twice, wants a new date; see order 4711-99. Paid.',
  }));
  return JSON.stringify({ jsonrpc: '2.0', id: n, result: { content: [], structuredContent: { rows } } });
}

function ok<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value;
}

export async function importText(inspector: Inspector, text: string, part = partLength): Promise<void> {
  // Building the text does not count.
  restart();
  const { import: id } = ok(await inspector.api.startImport({ name: 'hostile.jsonl' }));
  for (let from = 0; from < text.length; from += part)
    ok(await inspector.api.importPart({ import: id, text: text.slice(from, from + part), last: false }));
  await inspector.api.importPart({ import: id, text: '', last: true });
}

/** Milliseconds of CPU time of this thread: on a shared machine others interrupt it too. */
function cpu(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

let lastTurn = { clock: 0, worked: 0 };
let longest = { clock: 0, worked: 0 };
let began = { clock: 0, worked: 0 };
let running = false;

function restart(): void {
  began = { clock: performance.now(), worked: cpu() };
  lastTurn = began;
  longest = { clock: 0, worked: 0 };
}

/** Every turn of the loop records its time. */
function turn(): void {
  const now = { clock: performance.now(), worked: cpu() };
  longest = {
    clock: Math.max(longest.clock, now.clock - lastTurn.clock),
    worked: Math.max(longest.worked, now.worked - lastTurn.worked),
  };
  lastTurn = now;
  if (running) setTimeout(turn, 1);
}

const ms = (value: number): string => `${Math.round(value).toString().padStart(6)} ms`;

interface Freeze {
  /** Milliseconds by the clock, and of processor time. */
  took: number;
  cpu: number;
  /** The longest that it answered nothing, in processor time and by the clock. */
  worked: number;
  clock: number;
  problem: string;
}

export async function run(args: readonly string[]): Promise<void> {
  for (const name of Object.keys(cases)) {
    if (args.length > 0 && !args.some((part) => name.includes(part))) continue;
    const { took, worked, clock, problem } = await freeze(name);
    console.log(
      `${name.padEnd(52)} ${ms(took)}, at worst deaf for ${ms(worked)} of CPU (clock ${ms(clock)})${problem}`,
    );
  }
}

/** Runs the case of this name. */
export async function freeze(name: string): Promise<Freeze> {
  const folder = mkdtempSync(join(tmpdir(), 'misfire-freezes-'));
  const inspector = await openInspector({
    dataDir: folder,
    version: '0',
    abilities: { openExternal: false, secureStorage: false },
  });
  running = true;
  restart();
  turn();
  let problem = '';
  await cases[name]?.(inspector).catch((error: Error) => {
    problem = `  (${error.message.slice(0, 80)})`;
  });
  turn();
  running = false;
  const found = { took: performance.now() - began.clock, cpu: cpu() - began.worked, ...longest, problem };
  await inspector.close();
  rmSync(folder, { recursive: true, force: true });
  return found;
}
