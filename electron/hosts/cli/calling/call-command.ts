// `misfire call`: one call, its answer or its failure in plain words; with --retry as often as the server's hint allows.

import { applyFix } from '../../../../shared/correct/apply-fix.ts';
import { changeLine, missingLine } from '../../../../shared/correct/correction.ts';
import type { Change, Failure, Missing } from '../../../../shared/failure.ts';
import { findingLines } from '../../../../shared/findings/finding-words.ts';
import type { Json } from '../../../../shared/json/json.ts';
import { maskAlong, maskDetail } from '../../../../shared/mask/mask-detail.ts';
import { type ReplayView, replayRequestSchema } from '../../../../shared/retry/replay.ts';
import type { ServerConfig } from '../../../../shared/server/server-config.ts';
import { shellWord } from '../../../../shared/snippets/shell.ts';
import { duration } from '../../../../shared/text/duration.ts';
import { lookAlike, visibleName } from '../../../../shared/text/visible-text.ts';
import type { RowDetail } from '../../../../shared/timeline.ts';
import { connectAndFix, type FixCallOptions, NotFixed, runCallFix } from '../../../features/fix/commands/fix-call.ts';
import { answerOf, rawAnswer } from '../common/call-answer.ts';
import {
  type CommandInspector,
  failedCall,
  judgedBySchema,
  tellUnreachable,
  Unreachable,
  withInspector,
} from '../common/command-inspector.ts';
import { findServer } from '../common/find-server.ts';
import { dataFolderOf } from '../common/open-data-folder.ts';
import { applyFlags, collectorFlags, type ReachingFlags } from '../common/reaching-options.ts';
import { colorJson } from '../terminal/color-json.ts';
import type { CommandRun } from '../terminal/command-run.ts';
import { type ExitCode, exitCodes, UsageError } from '../terminal/exit-codes.ts';
import { bold, red } from '../terminal/styled.ts';
import { type CallWords, type Request, readWanted, requestFor } from './call-request.ts';
import { type CallSurroundings, isQuiet, surroundingsOf, tellSurroundings } from './call-surroundings.ts';
import { listOffers } from './offer-list.ts';
import { outputProblems } from './schema-hints.ts';
import { answerOnTerminal, canAnswerHere } from './terminal-asks.ts';

interface CallOptions {
  server: string;
  words: CallWords;
  retry: boolean;
  /** Fixes and sends again until it works. */
  fix: boolean;
  /** Confirms a tool without readOnlyHint for the fix. */
  yes: boolean;
  /** The answer as it came, byte by byte. */
  raw: boolean;
  /** Keeps what happens in the log. */
  record: boolean;
  json: boolean;
  reaching: ReachingFlags;
  data: string | undefined;
}

export async function runCall(run: CommandRun, options: CallOptions): Promise<ExitCode> {
  const { output } = run;
  const wanted = await readWanted(run, options.words);
  const canAsk = options.reaching.answer === undefined && canAnswerHere(run);
  const config = await applyFlags(
    run,
    findServer(run, options.server, dataFolderOf(run, options.data)),
    options.reaching,
    canAsk,
  );
  const kept = { ...collectorFlags(options.reaching), ...(options.record ? { record: { data: options.data } } : {}) };
  const progress = output.startProgress(`Calling ${config.name}`);
  try {
    return await withInspector(
      run,
      async (inspector) => {
        const server = options.fix
          ? await connectAndFix(run, inspector, config, fixOptionsOf(options, config))
          : await inspector.connect(config);
        if (wanted.kind === 'list') {
          await listOffers(run, inspector, server, wanted.of, options.json);
          return exitCodes.done;
        }
        const request = await requestFor(run, wanted, inspector, server, options.words.unchecked || options.fix);
        const stop = canAsk ? answerOnTerminal(run, inspector, () => progress.end()) : () => {};
        const called = await inspector.call(server, request.method, request.params);
        stop();
        progress.end();
        const first = await judgedBySchema(inspector, server, called);
        const isFine = first.row.outcome === 'answered';
        if (options.fix && !isFine) return await fix(run, inspector, first, fixOptionsOf(options, config));
        const isLast = isFine || !options.retry;
        const beside = isLast ? await closeAndRead(inspector, server, first) : null;
        await tell(run, inspector, first, 1, { ...options, request }, config.name, correctedCall(first), beside);
        if (beside && !options.json) tellSurroundings(run, beside, config);
        if (isFine) return exitCodes.done;
        if (isLast) return exitCodes.failuresFound;
        const code = await retry(run, inspector, first, { ...options, request }, config.name);
        if (!options.json) tellSurroundings(run, await closeAndRead(inspector, server, first), config);
        return code;
      },
      kept,
    );
  } catch (problem) {
    if (!(problem instanceof Unreachable)) throw problem;
    // Of a start that could not be fixed, all is said already.
    if (!(problem instanceof NotFixed)) tellUnreachable(run, problem, config.name, options.json);
    output.printMaskedMessage(`To check the connection step by step: misfire doctor ${shellWord([options.server])}`);
    return exitCodes.unreachable;
  } finally {
    progress.end();
  }
}

async function fix(
  run: CommandRun,
  inspector: CommandInspector,
  { row }: RowDetail,
  options: FixCallOptions,
): Promise<ExitCode> {
  const view = await runCallFix(run, inspector, { row: row.id, target: row.target }, options);
  if (typeof view === 'string') throw new UsageError(view);
  const works = view.state === 'done';
  const last =
    works && !options.json ? await inspector.api.rowDetail({ id: view.attempts.at(-1)?.row ?? row.id }) : null;
  if (last?.ok) printAnswer(run, maskAlong(run.output.masker, [], await answerOf(inspector, last.value)));
  return works ? exitCodes.done : exitCodes.failuresFound;
}

const fixOptionsOf = ({ yes, json, server: named, data }: CallOptions, config: ServerConfig): FixCallOptions => ({
  ...{ yes, json, named, data, config },
  server: config.name,
});

/** Once the connection is closed, both of its pipes are empty and nothing said during the call is missing. */
async function closeAndRead(
  inspector: CommandInspector,
  server: string,
  { row }: RowDetail,
): Promise<CallSurroundings> {
  await inspector.api.disconnect({ server });
  return surroundingsOf(inspector, server, row);
}

interface Sent extends CallOptions {
  request: Request;
}

async function retry(
  run: CommandRun,
  inspector: CommandInspector,
  first: RowDetail,
  options: Sent,
  name: string,
): Promise<ExitCode> {
  const { output } = run;
  const draft = await inspector.api.draftReplay({ row: first.row.id });
  if (!draft.ok) throw new Error(draft.error.message);
  if (!draft.value.hinted) {
    output.printMaskedMessage('The server does not say when to retry, so the call was not retried.');
    return exitCodes.failuresFound;
  }
  const [soonest] = draft.value.hinted.attempts;
  if ((soonest?.earliestMs ?? 0) > longestWaitMs) return tooLong(run, soonest?.earliestMs ?? 0);
  output.printMaskedMessage(`Retrying as the server asks: ${draft.value.hinted.words}.`);
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
      if (detail.ok) await tell(run, inspector, detail.value, told + 2, options, name);
    }
    if (nextAt !== null && nextAt !== waiting) {
      waiting = nextAt;
      if (nextAt - Date.now() > longestWaitMs) {
        gaveUp = nextAt - Date.now();
        await inspector.api.controlReplay({ replay: started.value.replay, action: 'cancel' });
        return;
      }
      output.printMaskedMessage(`Waiting ${duration(nextAt - Date.now(), 2)}.`);
    }
  });
  if (gaveUp > 0) return tooLong(run, gaveUp);
  output.printMaskedMessage(retriedWords(view));
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

function tooLong({ output }: CommandRun, waitMs: number): ExitCode {
  output.printMaskedMessage(
    `The server asks to wait ${duration(waitMs, 2)}. That is more than ${duration(longestWaitMs, 2)}, so the call was not sent again.`,
  );
  return exitCodes.failuresFound;
}

async function tell(
  run: CommandRun,
  inspector: CommandInspector,
  detail: RowDetail,
  attempt: number,
  { json, raw, server: named, request }: Sent,
  server: string,
  corrected: Corrected | null = null,
  beside: CallSurroundings | null = null,
): Promise<void> {
  const { output } = run;
  const masked = maskDetail(output.masker, detail);
  const { row, failure } = masked;
  const answer = maskAlong(output.masker, [], await answerOf(inspector, detail));
  if (json) {
    const more = {
      ...(corrected && { corrected: told(corrected) }),
      ...(beside && !isQuiet(beside) && { beside }),
      ...(raw && { raw: output.masker.mask((await rawAnswer(inspector, detail)) ?? '') }),
    };
    output.printMaskedJson({ ...failedCall(server, masked), attempt, answer, ...more });
    return;
  }
  // Beside the answer and not in it, which programs read.
  for (const name of [server, row.target ?? ''])
    if (lookAlike(name) !== null)
      output.printMaskedMessage(`This name contains look-alike characters: ${visibleName(name)}`);
  if (raw) {
    const text = await rawAnswer(inspector, detail);
    if (text !== null) output.printMaskedLine(text);
    if (failure !== null)
      for (const line of [failure.sentence, ...findingLines(failure)]) output.printMaskedMessage(line);
    return;
  }
  if (failure === null) {
    if (row.outcome === 'answered') printAnswer(run, answer);
    else output.printMaskedLine(row.headline);
    return;
  }
  printFailure(run, failure, row.code);
  for (const line of outputProblems(failure, answer as Json)) output.printMaskedLine(`- ${line}`);
  if (!corrected) return;
  const { changes, missing } = told(corrected);
  const left = missing.map((line) => `${line} (left for you)`);
  const command = ['misfire', 'call', named, request.method, oneLine(corrected.params)].map((word) =>
    shellWord([word]),
  );
  output.printMaskedLine(
    ['', 'Corrected:', ...[...changes, ...left].map((line) => `- ${line}`), command.join(' ')].join('\n'),
  );
}

function printAnswer({ output }: CommandRun, answer: unknown): void {
  const text = JSON.stringify(answer, null, 2);
  if (output.terminal.hasColor) for (const line of text.split('\n')) output.printMaskedStyled(colorJson(line));
  else output.printMaskedLine(text);
}

function printFailure({ output }: CommandRun, failure: Failure, code: string | null): void {
  output.printMaskedStyled([output.terminal.isTerminal ? red('✗ ') : '', bold(failure.sentence)]);
  for (const line of findingLines(failure)) output.printMaskedStyled(line);
  if (code !== null)
    output.printMaskedStyled(
      `Code: ${code}${failure.codeName === null || failure.codeName === code ? '' : ` (${failure.codeName})`}`,
    );
  for (const step of failure.remedy) output.printMaskedStyled(`- ${step}`);
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
