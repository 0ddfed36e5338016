// Who refused: the server its caller, or a service behind the server the server itself. A tool that ran had let the caller in.

import type { Failure } from '../../failure.ts';
import type { Reading } from './conclude.ts';

const services =
  /\bAPI\b|\bapi\b|\bHTTP\b|https?:\/\/|\bupstream\b|\bservice\b|\bstatus\b|\bresponse\b|\brequest failed\b/;

const quotes = /\bstatus code:? \d{3}\b|\bAPI (?:error|request|call)\b|\bHTTP (?:error:? )?\d{3}\b/i;

/** A sentence of the server that ends in the body of another answer: `Failed to load: {"error":…}`. */
const handsOnBody = /[\w)]: ?(?:\\n)?\{(?:\\n|\s){0,8}\\"(?:error|message|code|status|type|detail|errors)\\"/;

/** The whole message of an error of the protocol is such a body. */
const isBody = /"message": ?"\{(?:\\n|\s){0,8}\\"(?:error|message|code|status|type|detail|errors)\\"/;

export function isFromUpstream(
  { account, located, facts, lexicon }: Reading,
  { class: failureClass, message, dialect }: Pick<Failure, 'class' | 'message' | 'dialect'>,
): boolean {
  // A server with tables of its own speaks for itself.
  if (lexicon.byId.get(dialect.id)?.kind === 'vendor') return false;
  const said = account.answer?.text.slice(0, 2000) ?? '';
  const hasBody = said.includes('{\\');
  // An error of the protocol is the server's own word, unless it quotes a request that it made itself.
  if (
    located.layer !== 'tool' &&
    !(account.method === 'tools/call' && (quotes.test(message.slice(0, 500)) || (hasBody && isBody.test(said))))
  )
    return false;
  switch (failureClass) {
    // Whoever runs a tool has been let in: what is refused now are the credentials that the server itself was given.
    case 'unauthorized':
      return true;
    // A status that a tool hands on is that of another service.
    case 'unavailable':
    case 'invalid_request':
      return facts.statuses.length > 0;
    // A server may count calls, and forbid files, by itself.
    case 'rate_limited':
    case 'forbidden':
      return (
        facts.statuses.length > 0 || services.test(message.slice(0, 500)) || handsOnBody.test(said) || isBody.test(said)
      );
    default:
      return false;
  }
}
