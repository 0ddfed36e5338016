// The response to the first request: a handshake, a refusal, something else, or nothing; and the negotiated revision.

import type { DoctorFix } from '../../../shared/advice.ts';
import { clientsThatGaveUp } from '../../../shared/features/doctor/client-patience.ts';
import { isObject, type Json, member, parseJson } from '../../../shared/json/json.ts';
import { isModernRevision, knownRevisions } from '../../../shared/protocol/revision.ts';
import { attemptAnswer, type ConnectionAttempt, openingOf } from './connection-attempt.ts';
import type { DoctorEvidence } from './doctor-evidence.ts';
import { again, broken, type DoctorFinding, elsewhere, fine, warning } from './doctor-finding.ts';
import { seconds } from './process-checks.ts';

const askEra: DoctorFix = {
  words: 'Detect which protocol version the server uses. On the command line: --era detect.',
  action: 'detect_era',
};

export function* readHandshake(tried: ConnectionAttempt, evidence: DoctorEvidence): Generator<DoctorFinding> {
  if (tried.failure === null) {
    const { serverInfo, protocolVersion } = tried;
    const who = serverInfo?.name ? `${evidence.foreign(serverInfo.name)} ${serverInfo.version}`.trim() : 'The server';
    yield readStart(`${who} answered in ${seconds(tried.waitedMs)}.`, tried.waitedMs);
    yield readVersion(protocolVersion, evidence);
    return;
  }
  const opening = openingOf(tried);
  const answer = attemptAnswer(tried);
  const error = member(answer, 'error');
  if (opening && isObject(error)) {
    if (isAboutVersion(error, opening.method)) {
      yield fine('handshake', 'The server answers.');
      yield readRefusedVersion(error, opening.method, evidence);
    } else yield readRefusal(error, evidence);
    return;
  }
  const offered = opening === null ? [] : offeredBy(member(answer, 'result'));
  const spoken = offered.some((version) => openedBy(version) === opening?.method);
  if (offered.length > 0 && !spoken) {
    yield fine('handshake', 'The server answers.');
    yield readOfferedVersions(offered, evidence);
    return;
  }
  yield readOther(tried, answer, opening, evidence);
}

/** A start that works here may be too slow for a client. */
function readStart(words: string, ms: number): DoctorFinding {
  const late = clientsThatGaveUp(ms);
  const [first] = late;
  if (first === undefined) return fine('handshake', words);
  // Most servers that a package runner starts are too slow for the most impatient client.
  if (late.length === 1)
    return fine('handshake', `${words} Only ${first.client} waits less, ${seconds(first.startMs)}.`);
  const names = new Intl.ListFormat('en', { type: 'conjunction' }).format(late.map(({ client }) => client));
  return warning(
    'handshake',
    `${words} By default ${names} would have timed out.`,
    late.map(({ client, startMs }) => `${client}  waits ${seconds(startMs)} for a start`),
    [
      again('Check again: a first start may have downloaded or compiled something that the next one has.'),
      ...late.flatMap(({ setting }) => (setting === '' ? [] : [elsewhere(setting)])),
      elsewhere('Let the server answer “initialize” first, and load models, indexes and connections after that.'),
    ],
  );
}

/** Revisions that a response names: the one of a handshake, or all of a server without one. */
function offeredBy(result: Json | undefined): string[] {
  const versions = member(result, 'supportedVersions');
  const all = Array.isArray(versions) ? versions : [member(result, 'protocolVersion') ?? null];
  return all.filter((version) => typeof version === 'string').slice(0, 12);
}

/** How a connection of this revision begins; null if unknown. */
function openedBy(version: string): string | null {
  if (!knownRevisions.includes(version)) return null;
  return isModernRevision(version) ? 'server/discover' : 'initialize';
}

function readOfferedVersions(offered: readonly string[], evidence: DoctorEvidence): DoctorFinding {
  const [only] = offered;
  if (offered.length === 1 && only !== undefined && openedBy(only) === null) return readVersion(only, evidence);
  const words = `The server speaks only ${evidence.foreign(offered.join(', '))}, which is begun in another way.`;
  return broken('version', words, [`Misfire speaks  ${knownRevisions.join(', ')}`], [askEra]);
}

function readVersion(version: string | null, evidence: DoctorEvidence): DoctorFinding {
  if (version === null) return fine('version', 'The server named no revision.');
  if (knownRevisions.includes(version)) return fine('version', `Both speak revision ${version}.`);
  return broken(
    'version',
    `The server speaks revision “${evidence.foreign(version.slice(0, 60))}”, which Misfire does not know.`,
    [`Misfire speaks  ${knownRevisions.join(', ')}`],
    [askEra, elsewhere('Update the server, or Misfire.')],
  );
}

/**
 * -32022 is the modern era's “unsupported version”; older servers say it only in the message. An unknown opening method also indicates the
 * era.
 */
function isAboutVersion(error: Json, method: string): boolean {
  const code = member(error, 'code');
  const message = String(member(error, 'message') ?? '');
  return (
    code === -32022 ||
    member(member(error, 'data'), 'supported') !== undefined ||
    /unsupported protocol version|protocol version .{0,60}not supported/i.test(message) ||
    (method === 'initialize' && code === -32601) ||
    // A server of the modern era has no other reason to refuse this; older ones use any code.
    method === 'server/discover'
  );
}

function readRefusedVersion(error: Json, method: string, evidence: DoctorEvidence): DoctorFinding {
  const supported = member(member(error, 'data'), 'supported');
  const listed = Array.isArray(supported) ? supported.filter((one) => typeof one === 'string').slice(0, 12) : [];
  const lines = errorLines(error, evidence);
  if (listed.length > 0) {
    return broken('version', `The server speaks only ${evidence.foreign(listed.join(', '))}.`, lines, [askEra]);
  }
  if (method === 'initialize' && member(error, 'code') !== -32601)
    return broken('version', 'The server does not speak the revision that Misfire asked for.', lines, [askEra]);
  return method === 'initialize'
    ? broken(
        'version',
        'The server does not know “initialize”: it speaks only the newer, stateless revisions.',
        lines,
        [askEra],
      )
    : broken('version', `The server does not know “${method}”: it speaks only the older revisions.`, lines, [askEra]);
}

function readRefusal(error: Json, evidence: DoctorEvidence): DoctorFinding {
  const said = member(error, 'message');
  const words =
    typeof said === 'string' && said !== '' ? `: ${evidence.foreign(said.slice(0, 300))}` : ', and did not say why';
  return broken('handshake', `The server refused to connect${words}`, errorLines(error, evidence), [
    elsewhere('The reason is the server’s own: look at its message, its settings and its log.'),
    askEra,
  ]);
}

function readOther(
  tried: ConnectionAttempt,
  answer: Json,
  opening: { id: unknown; method: string } | null,
  evidence: DoctorEvidence,
): DoctorFinding {
  const came = tried.events.flatMap((event) => (event.lane === 'in' ? [event.text] : []));
  const lines = evidence.foreignLines(came, 5).map((line) => `received  ${line}`);
  const method = opening?.method ?? 'initialize';
  if (answer !== null) {
    return broken('handshake', evidence.own(tried.failure ?? ''), lines, [
      elsewhere(
        `The answer to “${method}” is not the one that the specification describes. Update the server or its MCP library.`,
      ),
    ]);
  }
  const answers = came.flatMap((text) => {
    const parsed = parseJson(text);
    return parsed.ok && isObject(parsed.value) && member(parsed.value, 'method') === undefined ? [parsed.value] : [];
  });
  const [stray] = answers;
  if (stray) {
    const id = JSON.stringify(member(stray, 'id') ?? null);
    return broken(
      'handshake',
      `The server answered, but to id ${evidence.foreign(id.slice(0, 60))} instead of ${JSON.stringify(opening?.id ?? null)}.`,
      lines,
      [
        elsewhere(
          'An answer must carry the id of its request, of the same type. Update the server or its MCP library.',
        ),
      ],
    );
  }
  const waited = /did not answer/.test(tried.failure ?? '');
  return broken(
    'handshake',
    waited
      ? `The server did not answer “${method}” within ${seconds(tried.waitedMs)}.`
      : evidence.own(tried.failure ?? ''),
    lines,
    [
      again('Check again with a longer timeout: a first start may take minutes.'),
      askEra,
      elsewhere('Look at the server’s own log.'),
    ],
  );
}

function errorLines(error: Json, evidence: DoctorEvidence): string[] {
  const data = member(error, 'data');
  return [
    `code  ${String(member(error, 'code') ?? 'none')}`,
    `message  ${evidence.foreign(String(member(error, 'message') ?? 'none').slice(0, 400))}`,
    ...(data === undefined ? [] : [`data  ${evidence.foreign(boundedJson(data))}`]),
  ];
}

/** Servers may nest arbitrarily deep; what cannot be serialized is skipped. */
function boundedJson(value: Json): string {
  try {
    return JSON.stringify(value).slice(0, 400);
  } catch {
    return '(too deep to show)';
  }
}
