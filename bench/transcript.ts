// `npm run -s bench -- transcript [MB]`: writes a transcript of that size (default 500) and reads it as the window does. Prints when the
// first failures reached the window, the total time, and the peak growth of memory. Then the same for counting alone. The file is made
// up: prompts, calls with results of 2 kB, some of 400 kB, and every twentieth call fails.

import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openInspector } from '../electron/app/open-inspector.ts';
import type { Answer } from '../shared/contract/api.ts';

export async function run([megabytes = '500']: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'misfire-transcript-bench-'));
  try {
    const file = writeTranscript(folder, Number(megabytes) * 1e6);
    Object.assign(process.env, { HOME: folder, USERPROFILE: folder, CLAUDE_CONFIG_DIR: '' });
    await readIt(folder, file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function readIt(folder: string, file: string): Promise<void> {
  const inspector = await openInspector({
    dataDir: join(folder, 'data'),
    version: '0',
    abilities: { openExternal: false, secureStorage: false },
  });
  const size = statSync(file).size;
  try {
    const memory = watchMemory();
    const counting = performance.now();
    const { calls, failedCalls } = value(await inspector.api.countTranscript({ file }));
    print('count', { megabytes: size / 1e6, calls, failedCalls, seconds: seconds(counting), memoryMB: memory.end() });

    let first: number | null = null;
    const started = performance.now();
    const stop = inspector.onBatch(({ rows }) => {
      if (first === null && rows.some(({ failure }) => failure !== null)) first = performance.now() - started;
    });
    const peak = watchMemory();
    const { import: id } = value(await inspector.api.readTranscript({ file }));
    let read = value(await inspector.api.transcriptPart({ import: id }));
    while (read.recording === null) read = value(await inspector.api.transcriptPart({ import: id }));
    stop();
    print('read', {
      megabytes: size / 1e6,
      failedCalls: read.recording.counted?.failedCalls ?? 0,
      firstFailuresMs: Math.round(first ?? Number.NaN),
      seconds: seconds(started),
      memoryMB: peak.end(),
    });
  } finally {
    await inspector.close();
  }
}

function writeTranscript(folder: string, bytes: number): string {
  const project = join(folder, '.claude', 'projects', 'bench');
  mkdirSync(project, { recursive: true });
  const file = join(project, 'session.jsonl');
  const open = openSync(file, 'w');
  const start = Date.UTC(2026, 10, 17);
  const base = { sessionId: 'bench', version: '2.1.325' };
  const long = 'a row of the result that is long enough to be typical\n';
  let written = 0;
  for (let call = 1; written < bytes; call += 1) {
    const at = (ms: number) => new Date(start + call * 1000 + ms).toISOString();
    const isFailed = call % 20 === 0;
    const text = isFailed ? `Error: order ${call} was not found` : long.repeat(call % 100 === 50 ? 7600 : 38);
    const lines = [
      { ...base, type: 'user', timestamp: at(0), message: { role: 'user', content: 'a prompt '.repeat(200) } },
      {
        ...base,
        type: 'assistant',
        timestamp: at(100),
        message: {
          role: 'assistant',
          content: [{ type: 'tool_use', id: `toolu_${call}`, name: 'mcp__shop__get_order', input: { id: call } }],
        },
      },
      {
        ...base,
        type: 'user',
        timestamp: at(200),
        message: {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: `toolu_${call}`, content: text, ...(isFailed && { is_error: true }) },
          ],
        },
      },
    ];
    written += writeSync(open, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  }
  closeSync(open);
  return file;
}

/** The peak growth of resident memory, in MB. */
function watchMemory(): { end(): number } {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  return {
    end() {
      clearInterval(timer);
      return Math.round((most - before) / 1e6);
    },
  };
}

const seconds = (since: number): number => Math.round((performance.now() - since) / 100) / 10;

function print(step: string, figures: Record<string, number>): void {
  process.stdout.write(`${JSON.stringify({ step, ...figures })}\n`);
}

function value<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value;
}
