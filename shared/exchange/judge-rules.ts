// Judges exchanges by the rules of the protocol (rules/rules.ts): collects the facts of one exchange, and keeps in the call what was
// broken. A client's rule is judged when it sends, a server's when it answers.

import { type Json, member } from '../json/json.ts';
import { type BrokenRule, brokenRule, type Rule } from '../rules/rule.ts';
import { rules } from '../rules/rules.ts';
import type { ConnectionState } from './connection.ts';
import type { Call } from './pending-call.ts';
import type { StartedTask } from './tasks.ts';

/** Who hears of a broken rule, and the event that broke it. */
interface Listener {
  parts: { onBroken?: (broken: BrokenRule, seq: number | null) => void };
  seq: number | null;
}

interface Judged {
  method: string;
  params: Json | undefined;
  at: number;
  task?: StartedTask | undefined;
  result?: Json | undefined;
  error?: Json | undefined;
  asked?: Call['asked'];
}

/** The first broken rule; a `refused` one is kept in the call, because it explains how the call ends. */
export function judgeRules(
  { parts, seq }: Listener,
  connection: ConnectionState,
  binds: Rule['binds'],
  call: Call | null,
  judged: Judged,
): BrokenRule | null {
  const { method, params, at, result, error, asked = null } = judged;
  const task = judged.task ?? connection.tasks.of(member(params, 'taskId'));
  const declared = member(member(params, '_meta'), 'io.modelcontextprotocol/clientCapabilities');
  const broken = brokenRule(rules, binds, {
    method,
    params,
    id: call?.key ?? '',
    result,
    error,
    at,
    asked,
    rounds: call?.wait.question?.times ?? 0,
    isInputAwaited: connection.wanting.size > 0,
    isFromServer: call?.direction === 'in',
    revision: connection.facts.revision,
    capabilities: declared ?? connection.facts.clientCapabilities,
    task: task?.facts ?? null,
  });
  if (broken === null) return null;
  parts.onBroken?.(broken, seq);
  if (call !== null && broken.effect === 'refused') call.broken ??= broken;
  return broken;
}
