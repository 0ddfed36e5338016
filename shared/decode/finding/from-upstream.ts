// Decides who refused: the server refused its caller, or an upstream service refused the server. A tool that ran had accepted the caller.

import type { Dialect } from '../../dialects/dialect-schema.ts';
import type { FailureClass } from '../../failure.ts';
import type { Reading } from '../reading/reading.ts';

const services =
  /\bAPI\b|\bapi\b|\bHTTP\b|https?:\/\/|\bupstream\b|\bservice\b|\bstatus\b|\bresponse\b|\brequest failed\b/;

const quotes = /\bstatus code:? \d{3}\b|\bAPI (?:error|request|call)\b|\bHTTP (?:error:? )?\d{3}\b/i;

/** A server's sentence that ends in the body of another response: `Failed to load: {"error":…}`. */
const handsOnBody = /[\w)]: ?(?:\\n)?\{(?:\\n|\s){0,8}\\"(?:error|message|code|status|type|detail|errors)\\"/;

/** The whole message of a protocol error is such a body. */
const isBody = /"message": ?"\{(?:\\n|\s){0,8}\\"(?:error|message|code|status|type|detail|errors)\\"/;

/** Refusals that may be of another service. */
const passedOn: ReadonlySet<FailureClass> = new Set([
  ...(['unauthorized', 'unavailable', 'invalid_request', 'rate_limited', 'forbidden'] as const),
]);

export function isFromUpstream(
  reading: Reading,
  failureClass: FailureClass,
  message: string,
  vendor: Dialect | null,
): boolean {
  // A server with its own tables describes its own failures.
  if (!passedOn.has(failureClass) || vendor?.kind === 'vendor') return false;
  const { call } = reading;
  const said = call.answer?.text.slice(0, 2000) ?? '';
  const hasBody = said.includes('{\\');
  // A protocol error is the server's own, unless it quotes a request the server made.
  if (
    reading.layer !== 'tool' &&
    !(call.method === 'tools/call' && (quotes.test(message.slice(0, 500)) || (hasBody && isBody.test(said))))
  )
    return false;
  switch (failureClass) {
    // The caller of a running tool was accepted: the refused credentials are the server's own.
    case 'unauthorized':
      return true;
    // A status that a tool passes on comes from another service.
    case 'unavailable':
    case 'invalid_request':
      return hasQuotedStatus(reading);
    // A server may limit calls and forbid files itself.
    case 'rate_limited':
    case 'forbidden':
      return (
        hasQuotedStatus(reading) || services.test(message.slice(0, 500)) || handsOnBody.test(said) || isBody.test(said)
      );
    default:
      return false;
  }
}

/** A status in a text is quoted; in a field of the result it is the server's own. */
function hasQuotedStatus({ statuses }: Reading): boolean {
  return statuses.some(({ path }) => !ownField.test(path));
}

const ownField = /^result\.(?:structuredContent|error|_meta)\b/;
