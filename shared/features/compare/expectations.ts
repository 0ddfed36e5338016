// What the MCP specification requires for each standard mistake, by negotiated revision, in our own words. Owns these sentences
// and which answers satisfy them. conformance.ts checks servers.

import { isModernRevision, lastLegacyRevision } from '../../protocol/revision.ts';
import type { Accepted, Expectation, StandardId } from './probing.ts';

/** Revisions by date, oldest first. An older or unknown one counts as the nearest. */
const jsonRpc = 'JSON-RPC 2.0';

const protocolError = (...codes: number[]): Accepted => ({ as: 'protocol_error', codes });
const status = (...statuses: number[]): Accepted => ({ as: 'status', statuses });
const toolError: Accepted = { as: 'tool_error' };
const result: Accepted = { as: 'result' };
const silence: Accepted = { as: 'silence' };

export function expectationOf(id: StandardId, revision: string): Expectation {
  const says = (section: string, sentence: string, ...accepts: Accepted[]): Expectation => ({
    revision,
    section,
    sentence,
    accepts,
  });
  const rpc = (section: string, sentence: string, ...accepts: Accepted[]): Expectation => ({
    revision: jsonRpc,
    section,
    sentence,
    accepts,
  });
  switch (id) {
    case 'unknown-method':
      return rpc('5.1 Error object', 'A method that does not exist is a protocol error -32601.', protocolError(-32601));
    case 'unknown-tool':
      return says('Tools, Error Handling', 'An unknown tool is a protocol error -32602.', protocolError(-32602));
    case 'missing-argument':
    case 'wrong-type':
    case 'extra-argument':
    case 'out-of-enum':
      return invalidArguments(revision);
    case 'null-for-object':
      // If `arguments` itself is null, the whole request is malformed: then it is a protocol error.
      return { ...invalidArguments(revision), accepts: [toolError, protocolError(-32602)] };
    case 'empty-string':
    case 'oversized-string':
      return says(
        'Tools, Error Handling',
        'A name or an argument that the server does not take is refused, with -32602 or as a tool error.',
        protocolError(-32602),
        toolError,
        status(413),
      );
    case 'bad-cursor':
      return says(
        'Pagination, Error Handling',
        'A cursor that the server did not hand out should be a protocol error -32602.',
        protocolError(-32602),
      );
    case 'unknown-resource':
      return isModernRevision(revision)
        ? says(
            'Resources, Error Handling',
            'A resource that does not exist is a protocol error -32602.',
            protocolError(-32602),
          )
        : says(
            'Resources, Error Handling',
            'A resource that does not exist should be a protocol error -32002.',
            protocolError(-32002),
          );
    case 'malformed-uri':
      return says(
        'Resources, Security Considerations',
        'A server must check every resource address, so one that is none is a protocol error -32602 or -32002.',
        protocolError(-32602, -32002),
      );
    case 'unknown-prompt':
      return says('Prompts, Error Handling', 'An unknown prompt should be -32602.', protocolError(-32602));
    case 'missing-prompt-argument':
      return says(
        'Prompts, Error Handling',
        'A prompt without an argument that it requires should be -32602.',
        protocolError(-32602),
      );
    case 'cancelled-call':
      return says(
        'Cancellation',
        'A server that receives a cancellation should stop and not answer. It may have answered before.',
        silence,
        result,
      );
    case 'before-handshake':
      return says(
        'Lifecycle, Initialization',
        'A client should send nothing but pings before the handshake; how a server answers is left to it.',
      );
    case 'unsupported-version':
      return says(
        'Lifecycle, Version Negotiation',
        'If it does not support the requested version, a server offers one that it does, or answers -32602.',
        result,
        protocolError(-32602, -32022),
      );
    case 'wrong-jsonrpc-version':
      return rpc(
        '4 Request object',
        'The member jsonrpc must be exactly "2.0"; anything else is an invalid request, -32600.',
        protocolError(-32600),
      );
    case 'null-id':
      return says(
        'Base Protocol, Requests',
        'The id of a request must not be null; such a request is invalid, -32600.',
        protocolError(-32600),
      );
    case 'batch':
      return revision === '2025-03-26'
        ? says('Base Protocol, Batching', 'A server must take batches in this revision.', result)
        : says(
            'Base Protocol, Messages',
            revision < '2025-03-26'
              ? 'A message is one request; batches were not part of this revision.'
              : 'A message is one request; MCP has had no batches since 2025-06-18.',
            protocolError(-32600),
            status(400),
          );
    case 'malformed-json':
      return rpc('5.1 Error object', 'A text that is not JSON is answered with -32700.', protocolError(-32700));
    case 'missing-credentials':
      return says(
        'Authorization',
        'A request that needs a token and has none is answered with HTTP 401; some requests may need none.',
        status(401),
        result,
      );
    case 'wrong-credentials':
      return says('Authorization, Token Handling', 'A token that is not valid is answered with HTTP 401.', status(401));
    case 'wrong-content-type':
      return {
        revision: 'RFC 9110',
        section: '15.5.16 Unsupported Media Type',
        sentence: 'A body in a format that the server does not take is refused with HTTP 415 or 400.',
        accepts: [status(415, 400)],
      };
    case 'missing-session':
      return says(
        'Transports, Session Management',
        'A server that needs its session id should answer a request without it with HTTP 400.',
        status(400),
      );
    default:
      return id satisfies never;
  }
}

/** The only rule that was reversed: SEP-1303 made argument mistakes tool errors, so that a model can correct them. */
function invalidArguments(revision: string): Expectation {
  return revision >= lastLegacyRevision
    ? {
        revision,
        section: 'Tools, Error Handling',
        sentence: 'Invalid arguments are a tool error (isError), so that a model can correct them.',
        accepts: [toolError],
      }
    : {
        revision,
        section: 'Tools, Error Handling',
        sentence: 'Arguments that do not fit are a protocol error -32602 in this revision.',
        accepts: [protocolError(-32602)],
      };
}
