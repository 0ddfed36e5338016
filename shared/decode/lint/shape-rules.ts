// Messages whose shape breaks JSON-RPC, MCP or RFC 9457, or that are empty.

import { inRow } from '../../dialects/patterns.ts';
import { isObject, type Json, member } from '../../json/json.ts';
import { firstLine } from '../reading/reading.ts';
import type { LintRule } from './lint-rule.ts';

/** Responses with one of these unusual shapes. */
function odd(id: string, severity: LintRule['severity'], oddities: readonly string[], note: string): LintRule {
  return {
    id,
    severity,
    check: ({ reading }) => (reading.oddities.some((oddity) => oddities.includes(oddity)) ? note : null),
  };
}

const doubled = /^MCP error -?\d{1,9}: MCP error -?\d{1,9}:/;
const vague = inRow(
  /^(?:an? )?(?:unknown |unexpected |internal |unspecified )?/i,
  [/error|failure|exception|operation failed|failed|something went wrong/i],
  /(?: has)?(?: occurred)?[.!]?$/i,
);
const vagueLength = 60;

/** What the Python SDK writes before the text of an exception. */
const pythonPrefix = /^Error executing tool [^\s:]{1,128}: /;

/** Exceptions such as Python's KeyError have only the value as their text. */
function isOnlyArgument(message: string, params: Json | undefined): boolean {
  const args = member(params, 'arguments');
  if (!isObject(args)) return false;
  const text = message.trim().replace(pythonPrefix, '').replaceAll(/['"]/g, '');
  return text.length > 1 && Object.values(args).some((value) => value === text);
}

export const oddRules: readonly LintRule[] = [
  odd(
    'result-and-error',
    'error',
    ['result-and-error'],
    'The answer holds both a result and an error; JSON-RPC allows one of them.',
  ),
  odd(
    'id-answers-no-request',
    'warning',
    ['null-id'],
    'The answer has no id of any request, so clients cannot match it.',
  ),
  odd(
    'error-not-an-object',
    'error',
    ['error-is-text', 'error-not-an-object'],
    'error is not an object with code and message, as JSON-RPC asks.',
  ),
  odd('empty-error-content', 'warning', ['empty-error-content'], 'isError is true, but nothing says what went wrong.'),
];

export const shapeRules: readonly LintRule[] = [
  {
    id: 'prefix-in-message',
    severity: 'info',
    check({ reading }) {
      const text = reading.sites[0]?.value;
      const message = isObject(text) ? text.message : text;
      return typeof message === 'string' && doubled.test(message) ? 'The prefix “MCP error …” was added twice.' : null;
    },
  },
  {
    id: 'vague-message',
    severity: 'note',
    check({ message, reading, call }) {
      if (reading.issues.length > 0) return null;
      if (message.length < vagueLength && vague.test(firstLine(message).trim()))
        return 'The message says that something failed, but not what. Say what, and what to do.';
      return isOnlyArgument(message, call.params)
        ? 'The message is only the value of an argument. Say what is wrong with it, and what to do.'
        : null;
    },
  },
  {
    id: 'not-flagged',
    severity: 'warning',
    check: ({ reading }) =>
      reading.flagged ? null : 'The failure is reported as success. Set isError to true, so that clients notice it.',
  },
];

/** Rules about problem documents (RFC 9457). */
export const problemRules: readonly LintRule[] = [
  {
    id: 'problem-without-type',
    severity: 'info',
    check: ({ reading }) =>
      reading.problem !== null && reading.problem.type === undefined
        ? 'The problem document has no type, so clients cannot identify its kind.'
        : null,
  },
  {
    id: 'problem-type-relative',
    severity: 'note',
    check({ reading, call }) {
      const type = reading.problem?.type;
      if (type === undefined || type === 'about:blank' || /^[a-z][a-z0-9+.-]{0,30}:/i.test(type)) return null;
      const base =
        call.http === undefined ? 'there is no address to resolve it against' : 'it depends on the address asked';
      return `The problem type “${type.slice(0, 80)}” is relative and ${base}; use an absolute URI.`;
    },
  },
  {
    id: 'problem-title-varies',
    severity: 'note',
    check({ reading }) {
      const { type, title } = reading.problem ?? {};
      const before = type === undefined ? undefined : reading.context.fingerprint?.titles[type];
      if (before === undefined || title === undefined || before === title) return null;
      const was = `The problem type ${type?.slice(0, 80)} was titled “${before.slice(0, 60)}” before`;
      return `${was}; the title should not vary between occurrences.`;
    },
  },
];
