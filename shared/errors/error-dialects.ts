// How the five error models represent a failure: their fields in addition to what every model gets. Plain MCP adds none.

import type { JsonObject } from '../json/json.ts';
import { asSentence } from '../text/as-sentence.ts';
import { asPointer, type ErrorFacts, type ReportedClass, reportedClasses, waits } from './error-facts.ts';

export const errorDialects = ['mcp', 'closient', 'erlmcp', 'error-model', 'platica', 'qaqnuz'] as const;
export type ErrorDialect = (typeof errorDialects)[number];

/** RFC 9110 and 6585. */
export const statuses: Record<ReportedClass, number> = {
  validation: 422,
  unauthorized: 401,
  forbidden: 403,
  approval_required: 403,
  not_found: 404,
  conflict: 409,
  rate_limited: 429,
  timeout: 504,
  too_large: 413,
  unsupported: 501,
  not_ready: 503,
  dependency: 502,
  unavailable: 503,
  internal: 500,
  terminal: 422,
};

/** Codes of JSON-RPC if it has one; otherwise outside its reserved range. */
function standardCode(failureClass: ReportedClass): number {
  if (failureClass === 'validation') return -32602;
  return failureClass === 'internal' ? -32603 : 1000 + statuses[failureClass];
}

/** The classes that each error model can express, with their codes. Plain MCP accepts every class. */
const words: Readonly<Record<Exclude<ErrorDialect, 'mcp'>, Partial<Record<ReportedClass, number | string>>>> = {
  closient: {
    unauthorized: -32001,
    forbidden: -32002,
    rate_limited: -32003,
    validation: -32101,
    not_found: -32200,
    conflict: -32201,
    internal: -32300,
  },
  erlmcp: {
    validation: -32602,
    internal: -32603,
    not_found: -32001,
    unsupported: -32004,
    not_ready: -32005,
    timeout: -32009,
    rate_limited: -32010,
    too_large: -32011,
  },
  'error-model': {
    validation: 2001,
    rate_limited: 3001,
    timeout: 3002,
    dependency: 4001,
    unavailable: 4002,
    unsupported: 5001,
  },
  platica: { validation: 400, unauthorized: 401, forbidden: 403, not_found: 404, internal: 500 },
  qaqnuz: {
    validation: 'validation',
    forbidden: 'permission',
    unavailable: 'retryable',
    dependency: 'dependency',
    terminal: 'terminal',
  },
};

/** The classes that the dialect can express. */
export const classesOf = (dialect: ErrorDialect): readonly ReportedClass[] =>
  dialect === 'mcp' ? reportedClasses : reportedClasses.filter((one) => words[dialect][one] !== undefined);

/** The code of a JSON-RPC error. Two models number their failures outside of JSON-RPC. */
export function rpcCode(dialect: ErrorDialect, failureClass: ReportedClass): number {
  const code = dialect === 'closient' || dialect === 'erlmcp' ? words[dialect][failureClass] : undefined;
  return typeof code === 'number' ? code : standardCode(failureClass);
}

/** In addition to `content` and `isError`. */
export function dialectMembers(dialect: ErrorDialect, facts: ErrorFacts): JsonObject {
  const { class: failureClass, retry } = facts;
  const sentence = asSentence(facts.sentence);
  const issues = issuesOf(facts);
  const isRetryable = waits(failureClass);
  const wait: JsonObject = retry ? { retry_after_ms: retry.afterMs } : {};
  const code = facts.code ?? (dialect === 'mcp' ? undefined : words[dialect][failureClass]) ?? null;
  switch (dialect) {
    case 'closient': {
      const told: JsonObject = { error_code: failureClass, retryable: isRetryable, ...issues };
      return { error: { code, message: sentence, data: { ...problemMembers(facts), ...told } } };
    }
    case 'error-model':
      return {
        error: {
          code,
          message: sentence,
          retryable: isRetryable,
          details: { error_class: failureClass, ...wait, ...issues },
        },
      };
    case 'platica':
      return {
        error: { code, error: sentence, details: titles[failureClass], error_class: failureClass, ...wait, ...issues },
      };
    case 'qaqnuz': {
      const hint: JsonObject = retry ? { retry_hint: { ...wait, max_attempts: 1, backoff: 'fixed' } } : {};
      return { error_class: words.qaqnuz[failureClass] ?? null, sanitized_error: sentence, ...hint };
    }
    default:
      return {};
  }
}

export function issuesOf({ fields = [] }: ErrorFacts): JsonObject {
  if (fields.length === 0) return {};
  return { issues: fields.map(({ path, message }) => ({ path: asPointer(path), message })) };
}

/** RFC 9457. */
export function problemMembers({ class: failureClass, sentence, retry }: ErrorFacts): JsonObject {
  return {
    type: 'about:blank',
    title: titles[failureClass],
    status: statuses[failureClass],
    detail: asSentence(sentence),
    ...(retry ? { retry_after: Math.ceil(retry.afterMs / 1000) } : {}),
  };
}

const titles: Record<ReportedClass, string> = {
  validation: 'Invalid arguments',
  unauthorized: 'Not signed in',
  forbidden: 'Not allowed',
  approval_required: 'Approval required',
  not_found: 'Not found',
  conflict: 'Conflict',
  rate_limited: 'Rate limited',
  timeout: 'Timed out',
  too_large: 'Too large',
  unsupported: 'Not supported',
  not_ready: 'Not ready',
  dependency: 'Upstream failed',
  unavailable: 'Unavailable',
  internal: 'Internal error',
  terminal: 'Permanent failure',
};
