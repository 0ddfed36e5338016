// What an attempt to start a server showed: did it start, did it keep running, and were its first bytes MCP? Reads a finished attempt.

import type { DoctorFix } from '../../../shared/advice.ts';
import { clients } from '../../../shared/clients/clients.ts';
import {
  type ProcessEndFacts,
  processAdvice,
  processEnd,
  silentAdvice,
} from '../../../shared/decode/silent/process-end.ts';
import { isObject, parseJson } from '../../../shared/json/json.ts';
import type { StoredEvent } from '../../../shared/wire.ts';
import type { ConnectionAttempt } from './connection-attempt.ts';
import { type DoctorEvidence, hexLine } from './doctor-evidence.ts';
import { again, broken, type DoctorFinding, edit, elsewhere, fine, warning } from './doctor-finding.ts';

export function* readProcess(
  tried: ConnectionAttempt,
  kind: 'stdio' | 'http-command',
  server: string,
  evidence: DoctorEvidence,
): Generator<DoctorFinding> {
  const failed = lifeOf(tried.events, 'spawn_failed');
  if (failed) {
    const words = evidence.own(failed.message ?? 'The process could not be started.');
    yield broken('spawn', words, [], spawnFixes(words));
    return;
  }
  const spawned = lifeOf(tried.events, 'spawned');
  yield fine('spawn', spawned?.pid === undefined ? 'It started.' : `It started as process ${spawned.pid}.`);
  const exited = ownExit(tried);
  if (exited) {
    yield readExit(exited, tried, server, evidence);
    return;
  }
  yield fine('early_exit', 'It kept running.');
  yield kind === 'stdio' ? readFirstBytes(tried, evidence) : readFirstLine(tried, evidence);
}

/** An exit after our own timeout is not news. */
function ownExit({ events }: ConnectionAttempt): (StoredEvent & { lane: 'life' }) | undefined {
  const exited = lifeOf(events, 'exited');
  const givenUp = lifeOf(events, 'connect_failed') ?? lifeOf(events, 'closed');
  return givenUp && exited && givenUp.seq < exited.seq ? undefined : exited;
}

/** How the server ended on its own: `exit code 1`; null if it did not. */
export function exitOf(tried: ConnectionAttempt): string | null {
  const exited = ownExit(tried);
  if (!exited) return null;
  return exited.signal ? `signal ${exited.signal}` : `exit code ${exited.code ?? 'unknown'}`;
}

function spawnFixes(words: string): DoctorFix[] {
  if (words.includes('working folder')) return [edit('Correct the working folder, or leave it empty.')];
  if (words.includes('longer than')) return [edit('Shorten the arguments, or put long values into a file.')];
  if (words.includes('no room for another process')) return [again('End some other programs, then connect again.')];
  return [edit('Look at the command and its arguments.'), again('Connect again.')];
}

function readExit(
  exited: StoredEvent & { lane: 'life' },
  tried: ConnectionAttempt,
  server: string,
  evidence: DoctorEvidence,
): DoctorFinding {
  const said = outputTexts(tried, 'err');
  const wrote = outputTexts(tried, 'in');
  const last = evidence.stderrLines(said);
  // Some servers print the reason for their exit to stdout.
  const lines = said.length > 0 ? said : wrote;
  const { code = null, signal = null, nearest } = exited;
  const near = nearest === undefined ? {} : { nearest };
  const process: ProcessEndFacts = { code, signal, stderr: lines, isStart: true, awaited: true, ...near };
  return broken(
    'early_exit',
    evidence.foreign(processEnd(process, server, null)?.explanation ?? ''),
    [
      `It ran for ${seconds(tried.waitedMs)}.`,
      ...(last.length === 0 ? ['It wrote nothing to stderr.'] : last),
      ...evidence.foreignLines(wrote, 5).map((line) => `stdout  ${line}`),
    ],
    [
      ...processAdvice(process).map(({ words, action }) => ({ words: evidence.foreign(words), action })),
      elsewhere('Run the same command in a terminal to see everything it prints.'),
    ],
  );
}

function readFirstBytes(tried: ConnectionAttempt, evidence: DoctorEvidence): DoctorFinding {
  // Output without a line break is delivered only when the pipe closes, before or after the timeout.
  const [first] = tried.events.flatMap((event) => (event.lane === 'in' && event.partial !== true ? [event] : []));
  if (!first) return readSilence(tried, evidence);
  const text = first.text;
  const parsed = parseJson(text);
  if (parsed.ok && (isObject(parsed.value) || Array.isArray(parsed.value)))
    return isEcho(tried, text) ? readEcho(evidence, text) : fine('first_bytes', 'The first line is JSON.');
  const bytes = first.bytes ?? Buffer.from(text, 'utf8');
  const lines = outputTexts(tried, 'in').slice(0, 5);
  const shown = [
    ...evidence.foreignLines(lines, 5).map((line) => `as text  ${line}`),
    `as bytes  ${hexLine(bytes)}`,
    ...evidence.stderrLines(outputTexts(tried, 'err'), 5),
  ];
  const isServing = namesAddress(
    tried.failure === null ? [text] : [...outputTexts(tried, 'in'), ...outputTexts(tried, 'err')],
  );
  const { words, fixes } = isSpread(outputTexts(tried, 'in')) ? spread : isServing ? addressed : nameBytes(text, bytes);
  // The handshake worked anyway, but other clients may fail on this.
  return tried.failure === null
    ? warning('first_bytes', `${words} ${whoMinds}`, shown, fixes)
    : broken('first_bytes', words, shown, fixes);
}

const measuredWith = (noise: 'nothing' | 'the connection'): string =>
  namesOf(clients.flatMap(({ name, seen }) => (seen?.beside?.noise === noise ? [name] : [])));
const namesOf = (names: string[]): string => new Intl.ListFormat('en', { type: 'conjunction' }).format(names);

/** As measured; else according to issues: java-sdk 611, eca 298 (Java), azure-devops-mcp 147 and mcp-mermaid 25 (Claude Desktop). */
const whoMinds = `It breaks some clients, not all. Lost to it: ${measuredWith('the connection')}, and clients built on the Java SDK. Claude Desktop shows an error for each such line. ${measuredWith('nothing')} read past it.`;

/** The request itself came back: this program is not a server. */
const isEcho = ({ events }: ConnectionAttempt, text: string): boolean =>
  events.some((event) => event.lane === 'out' && event.text.trim() === text.trim());

function readEcho(evidence: DoctorEvidence, text: string): DoctorFinding {
  return broken(
    'first_bytes',
    'The command only repeats what it is sent: Misfire’s own request came back, word for word. It is not an MCP server.',
    [`as text  ${evidence.foreign(text.slice(0, 300))}`],
    [
      edit('Correct the command: this one copies its input to its output, as “cat” does.'),
      elsewhere('If a terminal or a wrapper is in between, turn its echo off (stty -echo).'),
    ],
  );
}

const mostSpread = 5_000;

/** The first message spans several lines: only together are they JSON. */
function isSpread(lines: readonly string[]): boolean {
  if (!/^\s*[{[]\s*$/.test(lines[0] ?? '')) return false;
  const end = lines.findIndex((line) => /^[}\]]\s*$/.test(line));
  return end > 0 && end < mostSpread && parseJson(lines.slice(0, end + 1).join('\n')).ok;
}

const spread: { words: string; fixes: DoctorFix[] } = {
  words: 'The server spreads its messages over several lines (pretty-printed JSON). MCP puts one message on each line.',
  fixes: [
    elsewhere(
      'Let the server write each message on one line: JSON.stringify(message) without a third argument, json.dumps(message) without indent.',
    ),
  ],
};

/** A server of HTTP says where it listens, on either stream, and often below a banner. */
const namesAddress = (lines: readonly string[]): boolean => lines.some((line) => listens.test(line.slice(0, 1_000)));
const listens = /^HTTP\/\d|listening on (?!std)|https?:\/\/(?:localhost|127\.|0\.0\.0\.0|\[::1?\])/i;

const addressed: { words: string; fixes: DoctorFix[] } = {
  words: 'Its output is for people, and speaks of an address: this server may speak HTTP, not stdio.',
  fixes: [
    edit('Add the server by its address instead, or start it with its stdio option.'),
    elsewhere('If it does speak stdio, let it write such messages to stderr.'),
  ],
};

function nameBytes(text: string, bytes: Uint8Array): { words: string; fixes: DoctorFix[] } {
  if (text.startsWith('\ufeff')) {
    return {
      words: 'The first line begins with a byte order mark (EF BB BF), which is not JSON.',
      fixes: [
        elsewhere('Let the server write UTF-8 without a byte order mark. In .NET that is new UTF8Encoding(false).'),
      ],
    };
  }
  if (/^content-length:/i.test(text)) {
    return {
      words:
        'The server frames its messages with Content-Length, as language servers do. MCP puts one message on each line.',
      fixes: [
        elsewhere('Use the server’s MCP mode, or an MCP library for its transport. It may be a language server (LSP).'),
      ],
    };
  }
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || bytes[1] === 0) {
    return {
      words: 'The server writes UTF-16. MCP wants UTF-8.',
      fixes: [
        elsewhere(
          'Let the server write UTF-8. PowerShell does so with [Console]::OutputEncoding = [Text.UTF8Encoding]::new($false).',
        ),
      ],
    };
  }
  const what =
    text.trim() === ''
      ? 'an empty line'
      : text.includes('\u001b[')
        ? 'a message for people, with colors'
        : 'a message for people';
  return {
    words: `The first line on stdout is ${what}. Only MCP messages may be there.`,
    fixes: [
      elsewhere(
        'Let the server write banners and logs to stderr: console.error, print(…, file=sys.stderr), a logger on stderr.',
      ),
      edit('Look for an option that makes it quiet, such as --quiet or a LOG_LEVEL variable.'),
    ],
  };
}

/** No complete line arrived before the timeout. */
function readSilence(tried: ConnectionAttempt, evidence: DoctorEvidence): DoctorFinding {
  const rest = [...tried.events, ...tried.after].find((event) => event.lane === 'in' && event.partial === true);
  const waited = seconds(tried.waitedMs);
  if (rest?.lane === 'in') {
    return broken(
      'first_bytes',
      `The server wrote ${rest.text.length} characters but no line break after them, so its message never ended.`,
      [
        `as text  ${evidence.foreign(rest.text.slice(0, 300))}`,
        `as bytes  ${hexLine(rest.bytes ?? Buffer.from(rest.text))}`,
      ],
      [elsewhere('Let the server write a line break after each message, and none inside of it.')],
    );
  }
  const said = outputTexts(tried, 'err');
  const last = evidence.stderrLines(said);
  const words = `The server runs, but nothing came on stdout for ${waited}`;
  // If stderr says why, guesses would only distract.
  const knownAdvice = silentAdvice(said);
  if (knownAdvice !== null)
    return broken(
      'first_bytes',
      `${words}: ${evidence.foreign(knownAdvice.words)}.`,
      last,
      knownAdvice.fixes.map(({ words, action }) => ({ words: evidence.foreign(words), action })),
    );
  return broken('first_bytes', `${words}.`, last.length === 0 ? ['It wrote nothing to stderr either.'] : last, [
    elsewhere(
      'Its output may wait in a buffer: flush after each message (Python: flush=True, python -u or PYTHONUNBUFFERED=1).',
    ),
    edit('It may wait for something else, or want a word such as “stdio” or “serve” as an argument.'),
    again('If it was still downloading itself, connect again now.'),
  ]);
}

/** A command that serves HTTP must first print its address. */
function readFirstLine(tried: ConnectionAttempt, evidence: DoctorEvidence): DoctorFinding {
  const reached = tried.events.some(({ lane }) => lane === 'out' || lane === 'http');
  if (reached || tried.failure === null) return fine('first_bytes', 'The first line names the address.');
  const lines = evidence.stderrLines(outputTexts(tried, 'err'), 5);
  return broken('first_bytes', evidence.own(tried.failure), lines, [
    elsewhere('Let the command print {"url":"http://…"} as its first line.'),
    edit('If it serves a known address, add the server by that address.'),
  ]);
}

export function outputTexts({ events }: ConnectionAttempt, lane: 'in' | 'err'): string[] {
  return events.flatMap((event) => (event.lane === lane ? [event.text] : []));
}

function lifeOf(events: readonly StoredEvent[], name: string): (StoredEvent & { lane: 'life' }) | undefined {
  return events.find((event): event is StoredEvent & { lane: 'life' } => event.lane === 'life' && event.event === name);
}

export const seconds = (ms: number): string => (ms < 950 ? `${ms} ms` : `${Math.round(ms / 100) / 10} s`);
