// What the model of a client asked for and got: from the transcript of the client, or from lines that a program wrote.

import type { ModelCall } from '../../../../shared/features/report-card/model-calls.ts';
import { readModelCalls } from '../../../../shared/features/report-card/model-calls.ts';
import type { RecordedRun } from '../../../../shared/features/report-card/recorded-run.ts';
import { jsonText } from '../../../../shared/json/json-text.ts';
import type { SeenCall } from '../../../../shared/transcripts/parts/seen-call.ts';
import { readSeenText } from '../../../../shared/transcripts/seen-text.ts';
import { nameOf, readInput } from '../../../hosts/cli/common/read-file.ts';
import { openTranscript, type TranscriptFile, transcriptIn } from '../../../hosts/cli/records/transcript-file.ts';
import type { CommandRun } from '../../../hosts/cli/terminal/command-run.ts';
import { UsageError } from '../../../hosts/cli/terminal/exit-codes.ts';
import { homeOrNowhere } from '../../../inspector/paths/home-folder.ts';
import { findTranscripts } from '../../transcripts/find-transcripts.ts';

/** `--model FILE`: a transcript, or JSON lines. */
export async function readModel(run: CommandRun, file: string, recorded: RecordedRun): Promise<ModelCall[]> {
  const isStdin = file === '-' || file === '/dev/stdin';
  const stored = isStdin ? null : opened(run.path(file));
  const text = stored === null ? await readInput(run, file) : '';
  const transcript = stored ?? transcriptIn(text);
  if (transcript) {
    const calls = callsOfRun(transcript, recorded);
    if (calls.length > 0) return calls;
    throw new UsageError(`${nameOf(file)} has no call of this run.`);
  }
  const read = readModelCalls(text);
  if (!read.ok) throw new UsageError(`${nameOf(file)}: ${read.problem}`);
  return read.calls;
}

/** From the transcripts that clients on this machine wrote since the start. Empty: none has a call of the run. */
export async function modelInTranscripts(
  { io }: CommandRun,
  recorded: RecordedRun,
  startedAt: number,
): Promise<{ calls: ModelCall[]; file: string } | null> {
  const machine = { platform: process.platform, home: homeOrNowhere(io.env), env: io.env };
  const fresh = (await findTranscripts(machine)).filter(({ kind, at }) => kind === 'transcript' && at >= startedAt);
  for (const { file } of fresh) {
    const transcript = opened(file);
    const calls = transcript === null ? [] : callsOfRun(transcript, recorded);
    if (calls.length > 0) return { calls, file };
  }
  return null;
}

function opened(file: string): TranscriptFile | null {
  try {
    return openTranscript(file);
  } catch {
    // Whoever reads it next says why it cannot be read.
    return null;
  }
}

/** A call is written a moment before or after it is sent. */
const toleranceMs = 2000;

/** Calls to the servers of the run. A client may name them differently, so the calls that both sides have decide. */
function callsOfRun(transcript: TranscriptFile, { calls: sent, until }: RecordedRun): ModelCall[] {
  const wire = sent.filter(({ method }) => method === 'tools/call');
  const from = Math.min(...wire.map(({ at }) => at)) - toleranceMs;
  const seen: SeenCall[] = [];
  for (const { event } of transcript.entries) {
    const call = event.lane === 'seen' ? readSeenText(event.text, event.server) : null;
    if (call && call.ended >= from) seen.push(call);
  }
  const isSent = (call: SeenCall) =>
    wire.some(
      ({ target, useId, at }) =>
        (useId !== null && useId === call.callId) || (plain(target ?? '') === plain(call.tool) && isDuring(at, call)),
    );
  const servers = new Set(seen.filter(isSent).map(({ server }) => server));
  return seen
    .filter(({ server, started, ended }) => servers.has(server) && (started ?? ended) <= until + toleranceMs * 10)
    .map(modelCall);
}

const isDuring = (at: number, { started, ended }: SeenCall): boolean =>
  at >= (started ?? at) - toleranceMs && at <= ended + toleranceMs;

const plain = (name: string): string => name.replace(/\W/g, '_');

function modelCall({ callId, tool, args, started, ended, got, flagged }: SeenCall): ModelCall {
  return {
    ...(callId === '' ? {} : { id: callId }),
    tool,
    arguments: args,
    askedAt: started ?? ended,
    ...(got === null ? {} : { gotAt: ended, got: typeof got === 'string' ? got : jsonText(got) }),
    isFlagged: flagged,
  };
}
