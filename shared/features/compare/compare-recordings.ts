// Two recordings, call by call: which calls have another outcome now. Calls are paired by method, name and arguments, in their order.
// Servers are told apart only where a recording has several.

import { identityOfRow, judgeAnswer } from '../../diff/verdict.ts';
import { callKey } from '../../exchange/canonical.ts';
import { count } from '../../exchange/clip.ts';
import { type ReadRow, readRows } from '../../exchange/decode-capture.ts';
import type { Failure } from '../../failure.ts';
import { member, parseJson } from '../../json/json.ts';
import type { ReplayVerdict } from '../../retry/replay-verdict.ts';
import type { WireEvent } from '../../wire.ts';

export interface RecordedOutcome {
  /** The line of its request, from 1. */
  line: number;
  /** null: it succeeded. */
  failure: Failure | null;
  headline: string;
}

export interface ComparedCall {
  verdict: Exclude<ReplayVerdict, 'flaky'> | 'only before' | 'only after';
  because: string;
  server: string;
  method: string;
  target: string | null;
  args: string;
  before: RecordedOutcome | null;
  after: RecordedOutcome | null;
}

export interface RecordedLine {
  line: number;
  event: WireEvent;
}

export interface PairableCall extends Pick<ComparedCall, 'server' | 'method' | 'target' | 'args'> {
  key: string;
  outcome: RecordedOutcome;
  identity: ReturnType<typeof identityOfRow>;
}

export const compareRecordings = (before: readonly RecordedLine[], after: readonly RecordedLine[]): ComparedCall[] =>
  compareCalls(callsIn(before), callsIn(after));

/** In the order of the second recording; then what only the first one has. */
export function compareCalls(before: readonly PairableCall[], after: readonly PairableCall[]): ComparedCall[] {
  const [first, second] = [before, after].map(inOrder) as [PairableCall[], PairableCall[]];
  const hasServers = [first, second].some((calls) => new Set(calls.map(({ server }) => server)).size > 1);
  const keyOf = ({ key, server }: PairableCall) => (hasServers ? `${server}\n${key}` : key);
  const open = new Map<string, PairableCall[]>();
  for (const call of first) open.set(keyOf(call), [...(open.get(keyOf(call)) ?? []), call]);
  const compared = second.map((call): ComparedCall => {
    const was = open.get(keyOf(call))?.shift();
    const facts = { ...namesOf(call), after: call.outcome };
    if (was === undefined)
      return { verdict: 'only after', because: 'Only the second one has it.', ...facts, before: null };
    return { ...judgeAnswer(was.identity, call.identity), ...facts, before: was.outcome };
  });
  const left = [...open.values()].flat().sort((one, other) => one.outcome.line - other.outcome.line);
  return [
    ...compared,
    ...left.map((call): ComparedCall => {
      const because = 'Only the first one has it.';
      return { verdict: 'only before', because, ...namesOf(call), before: call.outcome, after: null };
    }),
  ];
}

const namesOf = ({ server, method, target, args }: PairableCall) => ({ server, method, target, args });

/** Got worse or fails differently, or fails and was not made before. */
export const isNewFailure = ({ verdict, after }: ComparedCall): boolean =>
  verdict === 'worse' || verdict === 'different' || (verdict === 'only after' && after?.failure != null);

const inOrder = (calls: readonly PairableCall[]): PairableCall[] =>
  [...calls].sort((one, other) => one.outcome.line - other.outcome.line);

function callsIn(lines: readonly RecordedLine[]): PairableCall[] {
  const byLine = new Map(lines.map(({ line, event }) => [line, event]));
  return readRows(lines.map((one) => ({ ...one, extra: {} }))).flatMap(
    (read) => pairableCall(read, (line) => byLine.get(line)) ?? [],
  );
}

/** null: no call of the client, or one that is still open. */
export function pairableCall(
  { row, failure, events }: ReadRow,
  eventAt: (line: number) => WireEvent | undefined,
): PairableCall | null {
  const { server, target, args, headline, method, outcome } = row;
  if (row.kind !== 'call' || row.direction !== 'out' || method === null || outcome === null) return null;
  const [line = 0] = events;
  return {
    server,
    target,
    args,
    method,
    key: callKey(`${method}\n${target ?? ''}`, paramsIn(eventAt(line))),
    identity: identityOfRow(row, failure),
    outcome: { line, failure, headline },
  };
}

function paramsIn(event: WireEvent | undefined) {
  if (event?.lane !== 'out') return undefined;
  const parsed = parseJson(event.text);
  return parsed.ok ? member(parsed.value, 'params') : undefined;
}

export const outcomeSentence = ({ failure, headline }: RecordedOutcome): string =>
  failure === null ? 'succeeded' : failure.sentence || headline;

export type VerdictCounts = Record<ComparedCall['verdict'], number>;

export function countVerdicts(all: readonly ComparedCall[]): VerdictCounts {
  const counts = { fixed: 0, same: 0, different: 0, worse: 0, 'only before': 0, 'only after': 0 };
  for (const { verdict } of all) counts[verdict] += 1;
  return counts;
}

/** In words: how many calls both recordings have, and what became of them. */
export function comparedWords({ fixed, worse, different, same, ...only }: VerdictCounts): string {
  const parts: [number, string][] = [
    [fixed, 'fixed'],
    [worse, 'worse'],
    [different, 'different'],
    [same, 'the same'],
  ];
  const told = parts.flatMap(([number, words]) => (number === 0 ? [] : [`${number} ${words}`]));
  const both = count(fixed + worse + different + same, 'call');
  const one = `${only['only before']} only before, ${only['only after']} only after`;
  return `${both} in both${told.length === 0 ? '' : `: ${told.join(', ')}`}. ${one}.`;
}
