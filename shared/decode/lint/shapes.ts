// Messages whose shape breaks JSON-RPC, MCP or RFC 9457.

import { isObject } from '../../json.ts';
import { first, firstLine } from '../facts.ts';
import type { Linted, LintRule } from './lint.ts';

/** Rules about answers whose shape is odd. */
export const oddityRules: readonly LintRule[] = [
  {
    id: 'result-and-error',
    severity: 'error',
    check: ({ located }) =>
      located.oddities.includes('result-and-error')
        ? 'The answer holds both a result and an error; JSON-RPC allows one of them.'
        : null,
  },
  {
    id: 'id-answers-no-request',
    severity: 'warning',
    check: ({ located }) =>
      located.oddities.includes('null-id')
        ? 'The answer has no id that belongs to a request, so a client cannot tell what it answers.'
        : null,
  },
  {
    id: 'error-not-an-object',
    severity: 'error',
    check: ({ located }) =>
      located.oddities.includes('error-is-text') || located.oddities.includes('error-not-an-object')
        ? 'error is not an object with code and message, as JSON-RPC asks.'
        : null,
  },
  {
    id: 'empty-error-content',
    severity: 'warning',
    check: ({ located }) =>
      located.oddities.includes('empty-error-content') ? 'isError is true, but nothing says what went wrong.' : null,
  },
];

const doubled = /^MCP error -?\d{1,9}: MCP error -?\d{1,9}:/;
const vague =
  /^(?:an? )?(?:unknown |unexpected |internal |unspecified )?(?:error|failure|exception|operation failed|failed|something went wrong)(?: has)?(?: occurred)?[.!]?$/i;

const vagueLength = 60;

/** Whether a message is short and begins with a letter that vague ones begin with. */
export function mayBeVague({ message, facts }: Linted): boolean {
  if (message.length >= vagueLength || facts.issues.length > 0) return false;
  const initial = message.charCodeAt(0) | 32;
  return initial < 97 || initial > 122 || ((vagueInitials >> (initial - 97)) & 1) === 1;
}

/** A bit for each letter: a(n), e(rror), f(ailed), i(nternal), o(peration), s(omething), u(nknown). */
const vagueInitials = [...'aefiosu'].reduce((bits, letter) => bits | (1 << (letter.charCodeAt(0) - 97)), 0);

export const prefixRule: LintRule = {
  id: 'prefix-in-message',
  severity: 'info',
  check({ located }) {
    const text = first(located.sites)?.value;
    const message = isObject(text) ? text.message : text;
    return typeof message === 'string' && doubled.test(message) ? 'The prefix “MCP error …” was added twice.' : null;
  },
};

export const vagueRule: LintRule = {
  id: 'vague-message',
  severity: 'note',
  check: ({ message }) =>
    vague.test(firstLine(message).trim())
      ? 'The message says that something failed, but not what. Say what, and what to do.'
      : null,
};

export const unflaggedRule: LintRule = {
  id: 'not-flagged',
  severity: 'warning',
  check: ({ located }) =>
    located.flagged ? null : 'The failure is dressed as success: set isError to true, so that clients notice.',
};

/** Rules about problem documents. */
export const problemRules: readonly LintRule[] = [
  {
    id: 'problem-without-type',
    severity: 'info',
    check: ({ facts }) =>
      facts.problem !== null && facts.problem.type === undefined
        ? 'The problem document has no type, so clients cannot tell its kind from others.'
        : null,
  },
  {
    id: 'problem-type-relative',
    severity: 'note',
    check({ facts, subject }) {
      const type = facts.problem?.type;
      if (type === undefined || type === 'about:blank' || /^[a-z][a-z0-9+.-]{0,30}:/i.test(type)) return null;
      const base =
        subject.http === undefined ? 'there is no address to resolve it against' : 'it depends on the address asked';
      return `The problem type “${type.slice(0, 80)}” is relative and ${base}; use an absolute URI.`;
    },
  },
  {
    id: 'problem-title-varies',
    severity: 'note',
    check({ facts, fingerprint }) {
      const { type, title } = facts.problem ?? {};
      const before = type === undefined ? undefined : fingerprint?.titles[type];
      return before !== undefined && title !== undefined && before !== title
        ? `The problem type ${type?.slice(0, 80)} was titled “${before.slice(0, 60)}” before; the title should not vary between occurrences.`
        : null;
    },
  },
];
