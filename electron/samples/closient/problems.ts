// Closient's nine failures: JSON-RPC code, HTTP status and whether the same call may be retried. A failure is inside a successful response,
// as `result.error`, with an RFC 9457 document in `data`.

import type { JsonObject } from '../../../shared/json/json.ts';

export const problems = {
  unauthorized: { code: -32001, title: 'Unauthorized', status: 401, retryable: false },
  forbidden: { code: -32002, title: 'Forbidden', status: 403, retryable: false },
  rate_limited: { code: -32003, title: 'Rate Limited', status: 429, retryable: true },
  bad_request: { code: -32100, title: 'Bad Request', status: 400, retryable: false },
  validation_error: { code: -32101, title: 'Validation Error', status: 400, retryable: false },
  unprocessable_entity: { code: -32102, title: 'Unprocessable Entity', status: 422, retryable: false },
  not_found: { code: -32200, title: 'Not Found', status: 404, retryable: false },
  conflict: { code: -32201, title: 'Conflict', status: 409, retryable: false },
  internal_error: { code: -32300, title: 'Internal Error', status: 500, retryable: true },
} as const;
type ProblemName = keyof typeof problems;

/** `retryAfter` in whole seconds, only for rate limits. */
export function fail(name: ProblemName, detail: string, retryAfter?: number): JsonObject {
  const { code, title, status, retryable } = problems[name];
  return {
    error: {
      code,
      message: title,
      data: {
        type: `https://closient.com/docs/errors/${name}`,
        title,
        status,
        detail,
        error_code: name,
        retryable,
        ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
        timestamp: new Date().toISOString().replace(/\.\d+Z$/, '+00:00'),
      },
    },
  };
}

/** A tool's normal payload. */
export function succeed(payload: JsonObject): JsonObject {
  return { content: [{ type: 'text', text: JSON.stringify(payload) }], structuredContent: payload };
}
