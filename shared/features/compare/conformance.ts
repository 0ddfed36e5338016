// Checks whether a server follows the specification, by the raw answer. Misfire's reading of it decides one thing only: whether a tool
// failed for a reason that has nothing to do with its arguments.

import type { Failure, FailureClass } from '../../failure.ts';
import { member } from '../../json/json.ts';
import type { ComparedCell } from './compared.ts';
import type { Accepted, Answered, Expectation, Observation } from './probing.ts';

/** The carriers of an answer that the specification distinguishes. */
interface Travelled {
  code: number | null;
  toolError: boolean;
  result: boolean;
  /** A failure in a result that is not marked as one. */
  disguised: boolean;
  status: number | null;
  nothing: boolean;
}

export function judgeConformance(
  expects: Expectation | null,
  { state, answered, failure }: Pick<Observation, 'state' | 'answered' | 'failure'>,
): ComparedCell['conformance'] {
  if (state === 'left_out') return { verdict: 'open', sentence: '' };
  if (expects === null)
    return { verdict: 'open', sentence: 'The specification leaves this failure to the server: it may word it freely.' };
  if (expects.accepts.length === 0) return { verdict: 'open', sentence: expects.sentence };
  const travelled = read(answered, state);
  const other = travelled.toolError ? otherReason(failure) : null;
  if (other !== null) return { verdict: 'open', sentence: other };
  if (expects.accepts.some((accepted) => fits(accepted, travelled)))
    return { verdict: 'kept', sentence: expects.sentence };
  return {
    verdict: 'broken',
    sentence: `${expects.sentence} This server ${crashWords(failure) ?? didWords(travelled)}.`,
    place: `${expects.revision}, ${expects.section}`,
  };
}

/** Reasons of a tool to fail that say nothing about its arguments: it may have failed in this way with good ones too. */
const otherReasons: ReadonlySet<FailureClass> = new Set([
  'unauthorized',
  'rate_limited',
  'timeout',
  'dependency',
  'unavailable',
  'connection_lost',
]);

/** That a tool failed for another reason than the mistake; null: it may have failed because of the mistake. */
export function otherReason(failure: Failure | null): string | null {
  if (failure === null || failure.carrier !== 'result.isError' || !otherReasons.has(failure.class)) return null;
  return 'The call failed for another reason, so this does not show how the server answers the mistake.';
}

/** A process that ended over it; null: it is still there. */
export function crashWords(failure: Pick<Failure, 'carrier' | 'code'> | null): string | null {
  if (failure?.carrier !== 'process') return null;
  return typeof failure.code === 'number'
    ? failure.code === 0
      ? 'ended (exit code 0)'
      : `crashed (exit code ${failure.code})`
    : `crashed${failure.code === null ? '' : ` (${failure.code})`}`;
}

function read({ message, status }: Answered, state: Observation['state']): Travelled {
  const parts = Array.isArray(message) ? message : [message];
  const error = parts.map((part) => member(part, 'error')).find((found) => found !== undefined);
  const result = parts.map((part) => member(part, 'result')).find((found) => found !== undefined);
  const code = member(error, 'code');
  const toolError = member(result, 'isError') === true;
  return {
    code: typeof code === 'number' ? code : null,
    toolError,
    result: result !== undefined && !toolError && error === undefined && state === 'passed',
    disguised: result !== undefined && !toolError && error === undefined && state === 'failed',
    status,
    nothing: state === 'silent' || (message === null && status === null),
  };
}

function fits(accepted: Accepted, { code, toolError, result, status, nothing }: Travelled): boolean {
  switch (accepted.as) {
    case 'protocol_error':
      return code !== null && accepted.codes.includes(code);
    case 'tool_error':
      return toolError;
    case 'status':
      return status !== null && accepted.statuses.includes(status);
    case 'result':
      return result;
    case 'silence':
      return nothing;
    default:
      return accepted satisfies never;
  }
}

function didWords({ code, toolError, result, disguised, status, nothing }: Travelled): string {
  if (nothing) return 'did not answer';
  const over = status !== null && status >= 400 ? ` with HTTP ${status}` : '';
  if (code !== null) return `sent the protocol error ${code}${over}`;
  if (toolError) return `sent a tool error (isError)${over}`;
  if (disguised) return 'hid the failure in a result that is not marked as one';
  if (result) return 'answered as if nothing were wrong';
  if (status !== null) return `answered with HTTP ${status} and no message of MCP`;
  return 'sent something that is not an MCP answer';
}
