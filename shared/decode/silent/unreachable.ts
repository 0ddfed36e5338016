// Failures to reach the server: no response, a broken connection, or no attempt. The error comes from this machine, not from the server.

import { readWords } from '../../dialects/split-words.ts';
import type { HttpExchange } from '../../wire.ts';
import { short } from '../words/fact-words.ts';
import type { ClaimDraft } from './draft.ts';

interface Cause {
  words: readonly string[];
  title: string;
  remedy: string[];
}

const causes: readonly Cause[] = [
  {
    words: ['enotfound', 'eai', 'dns', 'resolve', 'getaddrinfo'],
    title: 'Unknown host',
    remedy: ['Check the host name in the address.', 'Check the network and DNS of this machine.'],
  },
  {
    words: ['econnrefused', 'refused'],
    title: 'No connection',
    remedy: ['Check that the server is running and listens on this port.', 'Check the address.'],
  },
  {
    words: ['cert', 'certificate', 'altnames', 'ssl', 'tls', 'signed'],
    title: 'Bad certificate',
    remedy: [
      'Check the certificate of the server: expired, self-signed, or for another name.',
      'If a company proxy rewrites traffic, its root certificate must be known to this machine.',
    ],
  },
];

const lost: Cause = {
  words: [],
  title: 'Connection lost',
  remedy: ['Connect again and repeat the call.', 'If it breaks off at the same point, look at the server’s log.'],
};

/** The code at the start of Node's errors; null if there is none. */
function networkCode(error: string): string | null {
  return /^([A-Z][A-Z0-9_]{2,40})(?::|$)/.exec(error)?.[1] ?? null;
}

/** The peer accepted and then closed the connection, so the address has a listener. */
function wasReached(code: string | null): boolean {
  return code === 'ECONNRESET' || code === 'EPIPE';
}

export function unreachable(http: HttpExchange, server: string, call: string): ClaimDraft {
  const error = http.error ?? 'no answer came';
  const words = readWords(error);
  const isTimeout =
    words.some((word) => word.includes('timedout') || word === 'timeout') || error.includes('timed out');
  const cause = causes.find((known) => known.words.some((word) => words.includes(word))) ?? lost;
  const brokeOff = http.status !== null;
  const code = networkCode(error);
  return {
    class: isTimeout ? 'timeout' : 'connection_lost',
    title: isTimeout ? 'Timed out' : brokeOff ? 'Broke off' : cause.title,
    phrase: {
      sentence: addressWords(code, placeOf(http.url), server, isTimeout, brokeOff),
      short: isTimeout ? 'No answer at this address' : brokeOff ? 'The answer broke off' : cause.title,
    },
    quote: null,
    explanation: brokeOff
      ? `The answer of ${server} to ${call} broke off: ${short(error, 200)}.`
      : wasReached(code)
        ? `${server} closed the connection before it answered ${call}: ${short(error, 200)}.`
        : `${server} could not be reached at ${short(http.url, 120)} for ${call}: ${short(error, 200)}.`,
    code,
    fault: 'network',
    remedy: isTimeout
      ? ['Check that the address answers at all, then try again.', 'A firewall that drops packets looks like this.']
      : cause.remedy,
    evidence: [
      { path: 'http.error', value: short(error, 300), means: 'what this machine’s network said', decides: true },
      ...(brokeOff ? [{ path: 'http.status', value: http.status, means: 'the answer had begun' }] : []),
    ],
  };
}

/** Not attempted: a variable in the configuration has no value. */
export function unready(message: string, server: string): ClaimDraft {
  return {
    class: 'not_ready',
    title: 'Something is missing',
    phrase: { sentence: `Fill in what ${server} needs: ${message}`, short: 'A setting has no value' },
    quote: null,
    explanation: `${server} was not reached. ${message}`,
    fault: 'caller',
    remedy: ['Fill in what is missing, then connect again.'],
    evidence: [{ path: 'unanswered.why', value: message, means: 'a value that is to be filled in', decides: true }],
  };
}

function addressWords(
  code: string | null,
  place: string,
  server: string,
  isTimeout: boolean,
  brokeOff: boolean,
): string {
  if (brokeOff) return `The answer of ${server} broke off`;
  if (code === 'ECONNREFUSED') return `Connection refused: ${place}`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `The host of ${place} is unknown`;
  if (isTimeout) return `${place} does not answer`;
  if (code !== null && /CERT|SSL|TLS|SIGNED|ALTNAME/.test(code)) return `The certificate of ${place} is not trusted`;
  return wasReached(code) ? `${server} closed the connection before it answered` : `${server} could not be reached`;
}

/** Host and port of a URL, without credentials. */
function placeOf(url: string): string {
  return /^[a-z]+:\/\/(?:[^/?#@]*@)?([^/?#]+)/i.exec(url)?.[1] ?? short(url, 60);
}
