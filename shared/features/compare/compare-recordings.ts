// Two recordings, call by call: which calls have another outcome now. Calls are paired by method, name and arguments, in their order.
// Servers are told apart only where a recording has several.

import { identityOfRow, judgeAnswer } from '../../diff/verdict.ts';
import { callKey } from '../../exchange/canonical.ts';
import { readRows } from '../../exchange/decode-capture.ts';
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

interface OneCall extends Pick<ComparedCall, 'server' | 'method' | 'target' | 'args'> {
  key: string;
  outcome: RecordedOutcome;
  identity: ReturnType<typeof identityOfRow>;
}

/** In the order of the second recording; then what only the first one has. */
export function compareRecordings(before: readonly RecordedLine[], after: readonly RecordedLine[]): ComparedCall[] {
  const [first, second] = [callsIn(before), callsIn(after)];
  const hasServers = [first, second].some((calls) => new Set(calls.map(({ server }) => server)).size > 1);
  const keyOf = ({ key, server }: OneCall) => (hasServers ? `${server}\n${key}` : key);
  const open = new Map<string, OneCall[]>();
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

const namesOf = ({ server, method, target, args }: OneCall) => ({ server, method, target, args });

/** Got worse or fails differently, or fails and was not made before. */
export const isNewFailure = ({ verdict, after }: ComparedCall): boolean =>
  verdict === 'worse' || verdict === 'different' || (verdict === 'only after' && after?.failure != null);

function callsIn(lines: readonly RecordedLine[]): OneCall[] {
  const byLine = new Map(lines.map(({ line, event }) => [line, event]));
  return readRows(lines.map((one) => ({ ...one, extra: {} })))
    .filter(({ row }) => row.kind === 'call' && row.direction === 'out' && row.method !== null)
    .map(({ row, failure, events }) => {
      const { server, target, args, headline, method } = row;
      const [line = 0] = events;
      return {
        server,
        target,
        args,
        method: method ?? '',
        key: callKey(`${method}\n${target ?? ''}`, paramsIn(byLine.get(line))),
        identity: identityOfRow(row, failure),
        outcome: { line, failure, headline },
      };
    })
    .sort((one, other) => one.outcome.line - other.outcome.line);
}

function paramsIn(event: WireEvent | undefined) {
  if (event?.lane !== 'out') return undefined;
  const parsed = parseJson(event.text);
  return parsed.ok ? member(parsed.value, 'params') : undefined;
}
