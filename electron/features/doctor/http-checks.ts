// What an HTTP attempt showed: the status, whether the content is MCP at all, and whether the server requires sign-in. Reads the exchange
// that a finished attempt recorded.

import type { DoctorFix } from '../../../shared/advice.ts';
import type { HttpExchange } from '../../../shared/wire.ts';
import { recordedUrl } from '../../transports/credential-text.ts';
import { type ConnectionAttempt, exchangeOf } from './connection-attempt.ts';
import type { DoctorEvidence } from './doctor-evidence.ts';
import { again, broken, type DoctorFinding, edit, elsewhere, fine } from './doctor-finding.ts';
import { seconds } from './process-checks.ts';

interface HttpSubject {
  tried: ConnectionAttempt;
  kind: 'http' | 'sse' | 'http-command';
  /** Whether an authentication header was sent. */
  authorized: boolean;
  evidence: DoctorEvidence;
}

export function* readHttp(subject: HttpSubject): Generator<DoctorFinding> {
  const http = exchangeOf(subject.tried);
  if (!http) {
    yield broken('http_status', subject.tried.failure ?? 'No request was sent.', [], [again('Connect again.')]);
    return;
  }
  if (http.error !== undefined && http.status === null) {
    yield noAnswer(http, subject);
    return;
  }
  const status = http.status ?? 0;
  const spoken = speaksMcp(subject.tried, http);
  const shown = `HTTP ${status}${http.statusText ? ` ${http.statusText}` : ''}`;
  if (status >= 200 && status < 300) {
    yield fine('http_status', `${shown}.`);
    yield readContent(http, subject);
  } else if (spoken) {
    yield fine('http_status', `${shown}, with an MCP message in it.`);
    yield fine('content_type', 'It is an MCP message.');
  } else if (wantsSignIn(http, subject)) {
    yield fine('http_status', `${shown}: the server is there.`);
    yield fine('content_type', 'A refusal has none that matters.');
    yield readSignIn(http, subject);
    return;
  } else {
    yield readStatus(http, subject);
    return;
  }
  yield fine('sign_in', subject.authorized ? 'The server took the credentials.' : 'None was asked for.');
}

/** A message that came with this exchange; errors are also sent with an error status. */
function speaksMcp({ events }: ConnectionAttempt, http: HttpExchange): boolean {
  return events.some((event) => event.lane === 'in' && event.via === http.exchange);
}

function noAnswer(http: HttpExchange, { tried, evidence }: HttpSubject): DoctorFinding {
  const [, code = '', words = ''] = /^([A-Z0-9_]+): (.*)$/s.exec(http.error ?? '') ?? [];
  if (code === 'ABORTED') {
    return broken(
      'http_status',
      `The server took the request and did not answer for ${seconds(tried.waitedMs)}.`,
      requestLines(http, evidence),
      [
        elsewhere('Look at what the server is doing: it may wait for a database, for another service, or for itself.'),
        again('Connect again.'),
      ],
    );
  }
  const secure = /^(?:ERR_SSL|ERR_TLS|CERT_|EPROTO|DEPTH_|SELF_|UNABLE_)/.test(code);
  return broken(
    secure ? 'tls' : 'http_status',
    evidence.own(words || http.error || 'No answer came.'),
    [...requestLines(http, evidence), `Failed with  ${code || http.error}`],
    [
      elsewhere('Check that an HTTP server listens on this port, and look at its own log.'),
      edit('Correct the address if the port is another one.'),
    ],
  );
}

function readContent(http: HttpExchange, { tried, kind, evidence }: HttpSubject): DoctorFinding {
  const type = (http.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
  const stream = type === 'text/event-stream';
  // Over HTTP+SSE a POST only accepts the message. The response comes on the stream, so this body does not matter.
  if (kind === 'sse' && http.method === 'POST')
    return fine('content_type', 'The message was taken; answers come on the stream.');
  if (stream || (kind !== 'sse' && speaksMcp(tried, http)))
    return fine('content_type', `It is ${type || 'not named'}.`);
  if (kind !== 'sse' && type === 'application/json') {
    return http.body === undefined
      ? fine('content_type', 'It is application/json.')
      : broken(
          'content_type',
          'The answer is JSON, but no MCP message.',
          answerLines(http, evidence),
          wrongPath(http, kind),
        );
  }
  if (http.body === undefined && type === '') return fine('content_type', 'The answer is empty.');
  const start = (http.body ?? '').slice(0, 20_000);
  const title = /<title[^>]{0,200}>([^<]{0,200})/i.exec(start)?.[1]?.trim();
  const isPage = type === 'text/html' || /^\s*<(?:!doctype|html)/i.test(start);
  const login = isPage && /sign.?in|log.?in|sso|authenticate|anmelden/i.test(`${title ?? ''} ${start.slice(0, 4_000)}`);
  if (isPage) {
    const named = title ? ` called “${evidence.foreign(title)}”` : '';
    return broken('content_type', `The answer is a web page${named}, not MCP.`, answerLines(http, evidence), [
      ...(login
        ? [
            elsewhere(
              'It looks like a login page: the server, or a proxy before it, wants you to sign in another way. A token in a header often helps.',
            ),
          ]
        : []),
      ...wrongPath(http, kind),
    ]);
  }
  const wanted = kind === 'sse' ? 'text/event-stream' : 'application/json or text/event-stream';
  return broken(
    'content_type',
    `The answer is ${type || 'of no named type'}; MCP wants ${wanted}.`,
    answerLines(http, evidence),
    [...wrongPath(http, kind), ...(kind === 'sse' ? [edit('Choose Streamable HTTP as the transport.')] : [])],
  );
}

function readStatus(http: HttpExchange, { kind, evidence, authorized }: HttpSubject): DoctorFinding {
  const status = http.status ?? 0;
  const lines = answerLines(http, evidence);
  const say = (words: string, fixes: DoctorFix[]) => broken('http_status', words, lines, fixes);
  const { pathname } = new URL(http.url);
  if (status >= 300 && status < 400) {
    const to = http.headers.location;
    return say(`The server points elsewhere (HTTP ${status}).`, [
      to === undefined
        ? edit('Correct the address.')
        : edit(`If you trust it, write this address instead: ${shownTarget(to, http, evidence)}`),
    ]);
  }
  switch (status) {
    case 400:
      return say('The server could not read the request (HTTP 400).', [
        elsewhere('Read what it answered, below.'),
        { words: 'Ask the server which version it speaks.', action: 'detect_era' },
        ...wrongPath(http, kind),
      ]);
    case 403:
      return isHostCheck(http)
        ? say(`The server refuses requests for “${new URL(http.url).host}” (HTTP 403).`, hostFixes(http))
        : say('The server, or something before it, refuses this request (HTTP 403).', [
            edit(authorized ? 'Check that the token may do this.' : 'If it wants a token, put it into a header.'),
            elsewhere('A firewall or proxy may be in between: read what it answered, below.'),
          ]);
    case 404:
    case 410:
      return say(`There is nothing at the path ${pathname} (HTTP ${status}).`, [
        ...likelierFirst(http, otherWay(kind), wrongPath(http, kind)),
      ]);
    case 405:
      return say(`The server takes no ${http.method} at ${pathname} (HTTP 405).`, [
        ...likelierFirst(
          http,
          [
            kind === 'sse'
              ? edit('Choose Streamable HTTP as the transport: the server does not open the older kind of stream here.')
              : edit('Choose HTTP+SSE as the transport: the server may speak the older kind.'),
          ],
          wrongPath(http, kind),
        ),
      ]);
    case 406:
      return say('The server does not offer the content that Misfire asked for (HTTP 406).', [
        edit('Remove an “Accept” header from the settings, if there is one.'),
        elsewhere('The server must be able to send application/json or text/event-stream.'),
      ]);
    case 407:
      return say('A proxy in between wants you to sign in (HTTP 407).', [
        elsewhere('Use a network without that proxy, or sign in to it first.'),
      ]);
    case 415:
      return say('The server does not take JSON at this path (HTTP 415).', [
        edit('Remove a “Content-Type” header from the settings, if there is one.'),
        ...wrongPath(http, kind),
      ]);
    case 421:
      return say(`The server does not feel responsible for “${new URL(http.url).host}” (HTTP 421).`, hostFixes(http));
    case 429:
      return say('The server asks for a pause (HTTP 429).', [
        again(
          http.headers['retry-after']
            ? `Wait ${http.headers['retry-after']} (seconds, or until then), then connect again.`
            : 'Wait a minute, then connect again.',
        ),
      ]);
    case 502:
    case 503:
    case 504:
      return say(`A proxy answered, but the server behind the proxy did not (HTTP ${status}).`, [
        elsewhere('Start the server behind the proxy, or wait until it is up.'),
        again('Connect again.'),
      ]);
    default:
      return say(
        status >= 500 ? `The server itself failed (HTTP ${status}).` : `The server refused (HTTP ${status}).`,
        [
          elsewhere(
            status >= 500 ? 'Look at the server’s own log: the reason is there.' : 'Read what it answered, below.',
          ),
          again('Connect again.'),
          ...(status < 500 ? wrongPath(http, kind) : []),
        ],
      );
  }
}

/** Local MCP servers check the Host header against DNS rebinding. */
const isHostCheck = ({ body = '' }: HttpExchange): boolean => /\b(?:host|origin)\b/i.test(body.slice(0, 2_000));

function hostFixes(http: HttpExchange): DoctorFix[] {
  const { host } = new URL(http.url);
  return [
    edit('Write the name that the server expects in the address, usually localhost or 127.0.0.1.'),
    elsewhere(`Allow “${host}” in the server’s settings (allowed hosts, allowed origins).`),
  ];
}

/** Servers of the older transport accept no POST at the address of their stream. */
function otherWay(kind: HttpSubject['kind']): DoctorFix[] {
  if (kind !== 'http') return [];
  return [
    {
      words: 'It may speak the older transport, HTTP+SSE. Let Misfire detect it, or use --transport sse.',
      action: 'detect_era',
    },
  ];
}

/** Few servers of either transport listen at the root: there the path is likelier to be wrong than the transport. */
const likelierFirst = (http: HttpExchange, transport: DoctorFix[], path: DoctorFix[]): DoctorFix[] =>
  new URL(http.url).pathname === '/' ? [...path, ...transport] : [...transport, ...path];

function wrongPath(http: HttpExchange, kind: HttpSubject['kind']): DoctorFix[] {
  if (kind === 'http-command') return [];
  const url = new URL(http.url);
  const isAt = (path: string) => url.pathname.replace(/\/$/, '') === path;
  const usual = [
    ...(isAt('/mcp') ? [] : [`Most servers listen at ${url.origin}/mcp.`]),
    ...(isAt('/sse') ? [] : [`Older ones listen at ${url.origin}/sse.`]),
  ];
  return [edit(['Correct the path of the address.', ...usual].join(' '))];
}

function wantsSignIn(http: HttpExchange, { authorized }: HttpSubject): boolean {
  if (http.status === 401) return true;
  return http.status === 403 && (http.headers['www-authenticate'] !== undefined || (authorized && !isHostCheck(http)));
}

function readSignIn(http: HttpExchange, { authorized, evidence }: HttpSubject): DoctorFinding {
  const challenge = http.headers['www-authenticate'] ?? '';
  const said = (name: string): string => new RegExp(`\\b${name}="([^"]{0,500})"`, 'i').exec(challenge)?.[1] ?? '';
  const scheme = /^[A-Za-z]+/.exec(challenge)?.[0] ?? '';
  const error = said('error');
  const lines = [
    ...(challenge === ''
      ? ['It did not say how (no WWW-Authenticate header).']
      : [`WWW-Authenticate  ${evidence.foreign(challenge)}`]),
    ...answerLines(http, evidence),
  ];
  const scope = said('scope');
  const signIn: DoctorFix = {
    words: scope && error === 'insufficient_scope' ? `Sign in again and allow: ${scope}.` : 'Sign in to the server.',
    action: 'sign_in',
  };
  const token = edit(
    authorized
      ? 'Put in a fresh token: the one in the settings was not taken.'
      : 'If you have a token, put it into an Authorization header.',
  );
  const basic = /^basic$/i.test(scheme);
  const why = said('error_description') || (error === '' ? '' : error.replaceAll('_', ' '));
  const because = why === '' ? '' : `: ${evidence.foreign(why)}`;
  const words =
    error === 'insufficient_scope'
      ? `You are signed in, but that is not enough (HTTP ${http.status})${because}.`
      : authorized
        ? `The server did not take the credentials (HTTP ${http.status})${because}.`
        : `The server wants you to sign in (HTTP ${http.status})${because}.`;
  return broken('sign_in', words, lines, basic || authorized ? [token, ...(basic ? [] : [signIn])] : [signIn, token]);
}

function requestLines(http: HttpExchange, evidence: DoctorEvidence): string[] {
  return [`${http.method}  ${evidence.own(http.url)}`];
}

function answerLines(http: HttpExchange, evidence: DoctorEvidence): string[] {
  const telling = ['content-type', 'location', 'allow', 'server', 'retry-after'];
  return [
    ...requestLines(http, evidence),
    `HTTP ${http.status ?? '?'} ${http.statusText ?? ''}`.trim(),
    ...telling.flatMap((name) =>
      http.headers[name] === undefined ? [] : [`${name}  ${evidence.foreign(http.headers[name].slice(0, 400))}`],
    ),
    ...evidence
      .foreignLines((http.body ?? '').slice(0, 4_000).split('\n').slice(0, 8), 8)
      .map((line) => `body  ${line}`),
  ];
}

function shownTarget(location: string, http: HttpExchange, evidence: DoctorEvidence): string {
  return URL.canParse(location, http.url)
    ? evidence.foreign(recordedUrl(new URL(location, http.url)))
    : evidence.foreign(location.slice(0, 300));
}
