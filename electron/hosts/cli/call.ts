// `misfire call`: one call, its answer or its failure in plain words; with --retry as often as the server's hint allows.

import { readFileSync } from 'node:fs';
import { applyFix } from '../../../shared/correct/apply-fix.ts';
import { changeLine, missingLine } from '../../../shared/correct/correction.ts';
import type { Change, Missing } from '../../../shared/failure.ts';
import { findingLines } from '../../../shared/findings/finding-words.ts';
import { member, parseJson } from '../../../shared/json/json.ts';
import { maskAlong, maskDetail } from '../../../shared/mask/mask-detail.ts';
import { type ReplayView, replayRequestSchema } from '../../../shared/retry/replay.ts';
import { shellWord } from '../../../shared/snippets/shell.ts';
import { duration } from '../../../shared/text/duration.ts';
import { lookAlike, visibleName } from '../../../shared/text/visible-text.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { findDataFolder } from '../data-folder.ts';
import {
  type CommandInspector,
  failedCall,
  judgedBySchema,
  tellUnreachable,
  Unreachable,
  withInspector,
} from './command-inspector.ts';
import { type ExitCode, exitCodes, UsageError } from './exit-codes.ts';
import { findServer } from './find-server.ts';
import {
  outputMasker,
  printMaskedJson as printJson,
  printMaskedLine as printLine,
  printMaskedMessage as printMessage,
} from './output.ts';
import { applyFlags, collectorFlags, type ReachingFlags } from './reaching-options.ts';

export interface CallOptions {
  server: string;
  method: string;
  params: string | undefined;
  retry: boolean;
  /** Keeps what happens in the log. */
  record: boolean;
  json: boolean;
  reaching: ReachingFlags;
  data: string | undefined;
}

export async function call(options: CallOptions): Promise<ExitCode> {
  // An early end must not look like a good answer.
  process.exitCode = exitCodes.failuresFound;
  const params = options.params === '-' ? readFileSync(0, 'utf8').trim() : (options.params ?? '');
  const parsed = parseJson(params === '' ? '{}' : params);
  if (!parsed.ok) throw new UsageError(`The parameters are not JSON: ${parsed.problem}.`);
  const config = applyFlags(findServer(options.server, findDataFolder(options.data)), options.reaching);
  const kept = { ...collectorFlags(options.reaching), ...(options.record ? { record: { data: options.data } } : {}) };
  try {
    return await withInspector(async (inspector) => {
      const server = await inspector.connect(config);
      const first = await judgedBySchema(inspector, server, await inspector.call(server, options.method, params));
      await tell(inspector, first, 1, options, config.name, correctedCall(first));
      if (first.row.outcome === 'answered') return exitCodes.done;
      return options.retry ? retry(inspector, first, options, config.name) : exitCodes.failuresFound;
    }, kept);
  } catch (problem) {
    if (!(problem instanceof Unreachable)) throw problem;
    return tellUnreachable(problem, config.name, options.json);
  }
}

async function retry(
  inspector: CommandInspector,
  first: RowDetail,
  options: CallOptions,
  name: string,
): Promise<ExitCode> {
  const draft = await inspector.api.draftReplay({ row: first.row.id });
  if (!draft.ok) throw new Error(draft.error.message);
  if (!draft.value.hinted) {
    printMessage('The server does not say when to retry, so the call was not retried.');
    return exitCodes.failuresFound;
  }
  const [soonest] = draft.value.hinted.attempts;
  if ((soonest?.earliestMs ?? 0) > longestWaitMs) return tooLong(soonest?.earliestMs ?? 0);
  printMessage(`Retrying as the server asks: ${draft.value.hinted.words}.`);
  const request = replayRequestSchema.parse({
    row: first.row.id,
    message: { kind: 'as_sent' },
    to: { kind: 'same' },
    when: { kind: 'hinted' },
    // The name was typed: it is part of this very command line.
    confirm: draft.value.guard.name || 'yes',
  });
  const started = await inspector.api.startReplay(request);
  if (!started.ok) throw new UsageError(started.error.message);
  let told = 0;
  let waiting = 0;
  let gaveUp = 0;
  const view = await inspector.watch(started.value.replay, async ({ attempts, nextAt }) => {
    for (; attempts[told]?.latencyMs != null; told += 1) {
      const detail = await inspector.api.rowDetail({ id: attempts[told]?.row ?? 0 });
      if (detail.ok) await tell(inspector, detail.value, told + 2, options, name);
    }
    if (nextAt !== null && nextAt !== waiting) {
      waiting = nextAt;
      if (nextAt - Date.now() > longestWaitMs) {
        gaveUp = nextAt - Date.now();
        await inspector.api.controlReplay({ replay: started.value.replay, action: 'cancel' });
        return;
      }
      printMessage(`Waiting ${duration(nextAt - Date.now(), 2)}.`);
    }
  });
  if (gaveUp > 0) return tooLong(gaveUp);
  printMessage(retriedWords(view));
  return view.verdict === 'fixed' ? exitCodes.done : exitCodes.failuresFound;
}

/** Counts every attempt of this command, the first one too: that is what was sent. */
function retriedWords({ attempts, verdict, state, words }: ReplayView): string {
  const made = 1 + attempts.filter(({ row }) => row !== null).length;
  if (state === 'failed') return `${made === 1 ? '1 attempt was' : `${made} attempts were`} made. ${words}`;
  if (verdict === 'fixed') return `It passed on attempt ${made} of ${made}.`;
  // The replay's own first sentence counts what came after the first attempt.
  const why = /^[^.]*\.\s+(.+)$/s.exec(words)?.[1] ?? '';
  return `All ${made} attempts failed${verdict === 'same' ? ' in the same way' : ''}. ${why}`.trim();
}

/** A server may ask for days; a command line that stands still that long helps nobody. */
const longestWaitMs = 15 * 60_000;

function tooLong(waitMs: number): ExitCode {
  printMessage(
    `The server asks to wait ${duration(waitMs, 2)}. That is more than ${duration(longestWaitMs, 2)}, so the call was not sent again.`,
  );
  return exitCodes.failuresFound;
}

async function tell(
  inspector: CommandInspector,
  detail: RowDetail,
  attempt: number,
  { json, server: named, method }: CallOptions,
  server: string,
  corrected: Corrected | null = null,
): Promise<void> {
  const masked = maskDetail(outputMasker, detail);
  const { row, failure } = masked;
  const answer = maskAlong(outputMasker, [], await answerOf(inspector, detail));
  if (json) {
    printJson({ ...failedCall(server, masked), attempt, answer, ...(corrected && { corrected: told(corrected) }) });
    return;
  }
  // Beside the answer and not in it, which programs read.
  for (const name of [server, row.target ?? ''])
    if (lookAlike(name) !== null) printMessage(`This name contains look-alike characters: ${visibleName(name)}`);
  if (failure === null) {
    printLine(row.outcome === 'answered' ? JSON.stringify(answer, null, 2) : row.headline);
    return;
  }
  const steps = failure.remedy.map((step) => `- ${step}`);
  printLine([failure.sentence, ...findingLines(failure), ...steps].join('\n'));
  // Methods of the protocol are few; a name alone is most often that of a tool.
  if (failure.class === 'method_not_found' && row.method === method && !method.includes('/')) {
    const params = JSON.stringify({ name: method, arguments: {} });
    const command = ['misfire', 'call', named, 'tools/call', params].map((word) => shellWord([word])).join(' ');
    printLine(`- If it is a tool: ${command}`);
  }
  if (!corrected) return;
  const { changes, missing } = told(corrected);
  const left = missing.map((line) => `${line} (left for you)`);
  const command = ['misfire', 'call', named, method, oneLine(corrected.params)].map((word) => shellWord([word]));
  printLine(['', 'Corrected:', ...[...changes, ...left].map((line) => `- ${line}`), command.join(' ')].join('\n'));
}

interface Corrected {
  changes: Change[];
  missing: Missing[];
  /** The whole params with the changes made. */
  params: string;
}

/** The call with the changes of its finding; null: the finding has none. */
function correctedCall({ failure, params }: RowDetail): Corrected | null {
  if (failure?.fix.kind !== 'request' || failure.fix.changes.length === 0) return null;
  const { changes, missing } = failure.fix;
  const applied = applyFix(params, failure.fix);
  return 'problem' in applied ? null : { changes, missing, params: applied.params };
}

function told({ changes, missing, params }: Corrected) {
  return {
    changes: changes.map((change) => changeLine(change)),
    missing: missing.map(missingLine),
    params: oneLine(params),
  };
}

/** Laid out for reading, it is too long for a command line. */
const oneLine = (json: string): string => JSON.stringify(JSON.parse(json));

/** How the log labels what may hold an answer: batches and very long messages are not looked into there. */
const mayAnswer = new Set(['answer', 'batch', 'message']);

/** The result or error as the server sent it; null when none came. */
export async function answerOf(inspector: CommandInspector, { events }: RowDetail): Promise<unknown> {
  const event = events.findLast(({ lane, label }) => lane === 'in' && mayAnswer.has(label));
  if (!event) return null;
  let text = event.text;
  while (text.length < event.length) {
    const more = await inspector.api.body({ seq: event.seq, offset: text.length, length: 1_000_000 });
    if (!more.ok || more.value.text === '') break;
    text += more.value.text;
  }
  const parsed = parseJson(text);
  if (!parsed.ok) return text;
  const asked = parseJson(events.find(({ lane }) => lane === 'out')?.text ?? '');
  const id = asked.ok ? member(asked.value, 'id') : undefined;
  // In a batch the answer is one of several messages.
  const messages = Array.isArray(parsed.value) ? parsed.value : [parsed.value];
  const message = messages.find((part) => member(part, 'id') === id) ?? messages[0];
  return member(message, 'result') ?? member(message, 'error') ?? message;
}
