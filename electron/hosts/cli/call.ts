// `misfire call`: one call, its answer or its failure in plain words; with --retry as often as the server's hint allows.

import { duration } from '../../../shared/duration.ts';
import { parseJson } from '../../../shared/json.ts';
import { replayRequestSchema } from '../../../shared/replay.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { findDataFolder } from '../data-folder.ts';
import { type Bench, onBench, Unreachable } from './bench.ts';
import { type ExitCode, exitCodes, UsageError } from './exit-codes.ts';
import { findServer } from './find-server.ts';
import { printJson, printLine, printMessage } from './output.ts';

export interface CallOptions {
  server: string;
  method: string;
  params: string | undefined;
  retry: boolean;
  json: boolean;
  timeout: number | undefined;
  data: string | undefined;
}

export async function call(options: CallOptions): Promise<ExitCode> {
  // An early end must not look like a good answer.
  process.exitCode = exitCodes.failuresFound;
  const params = options.params ?? '';
  const parsed = parseJson(params === '' ? '{}' : params);
  if (!parsed.ok) throw new UsageError(`The parameters are not JSON: ${parsed.problem}.`);
  const found = findServer(options.server, findDataFolder(options.data));
  const config = options.timeout === undefined ? found : { ...found, callTimeoutMs: options.timeout };
  try {
    return await onBench(async (bench) => {
      const server = await bench.connect(config);
      const first = await bench.call(server, options.method, params);
      await tell(bench, first, 1, options, config.name);
      if (first.row.outcome === 'answered') return exitCodes.done;
      return options.retry ? retry(bench, first, options, config.name) : exitCodes.failuresFound;
    });
  } catch (problem) {
    if (!(problem instanceof Unreachable)) throw problem;
    printMessage(`misfire: ${problem.message}`);
    return exitCodes.unreachable;
  }
}

async function retry(bench: Bench, first: RowDetail, options: CallOptions, name: string): Promise<ExitCode> {
  const draft = await bench.api.draftReplay({ row: first.row.id });
  if (!draft.ok) throw new Error(draft.error.message);
  if (!draft.value.hinted) {
    printMessage('The failure carries no hint about when to try again, so it was not.');
    return exitCodes.failuresFound;
  }
  printMessage(`Following the hint: ${draft.value.hinted.words}.`);
  const request = replayRequestSchema.parse({
    row: first.row.id,
    message: { kind: 'as_sent' },
    to: { kind: 'same' },
    when: { kind: 'hinted' },
    // The name was typed: it is part of this very command line.
    confirm: draft.value.guard.name || 'yes',
  });
  const started = await bench.api.startReplay(request);
  if (!started.ok) throw new UsageError(started.error.message);
  let told = 0;
  let waiting = 0;
  const view = await bench.watch(started.value.replay, async ({ attempts, nextAt }) => {
    for (; attempts[told]?.latencyMs != null; told += 1) {
      const detail = await bench.api.rowDetail({ id: attempts[told]?.row ?? 0 });
      if (detail.ok) await tell(bench, detail.value, told + 2, options, name);
    }
    if (nextAt !== null && nextAt !== waiting) {
      waiting = nextAt;
      printMessage(`Waiting ${duration(nextAt - Date.now(), 2)}.`);
    }
  });
  printMessage(view.words);
  return view.verdict === 'fixed' ? exitCodes.done : exitCodes.failuresFound;
}

async function tell(
  bench: Bench,
  detail: RowDetail,
  attempt: number,
  { json }: CallOptions,
  server: string,
): Promise<void> {
  const { row, failure } = detail;
  const answer = await answerOf(bench, detail);
  if (json) {
    const { method, target, outcome, latencyMs } = row;
    printJson({ server, method, target, attempt, outcome, latencyMs, ...failure, answer });
    return;
  }
  if (failure === null) {
    printLine(row.outcome === 'answered' ? JSON.stringify(answer, null, 2) : row.headline);
    return;
  }
  printLine([row.headline, failure.explanation, ...failure.remedy.map((step) => `- ${step}`)].join('\n'));
}

/** The result or error as the server sent it; null when none came. */
async function answerOf(bench: Bench, { events }: RowDetail): Promise<unknown> {
  const event = events.findLast(({ lane, label }) => lane === 'in' && label === 'answer');
  if (!event) return null;
  let text = event.text;
  while (text.length < event.length) {
    const more = await bench.api.body({ seq: event.seq, offset: text.length, length: 1_000_000 });
    if (!more.ok || more.value.text === '') break;
    text += more.value.text;
  }
  const parsed = parseJson(text);
  if (!parsed.ok) return text;
  const { result, error } = parsed.value as { result?: unknown; error?: unknown };
  return result ?? error ?? parsed.value;
}
