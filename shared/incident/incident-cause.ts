// Why a connection did not come about, or ended: one sentence on top, how that showed, and what helps.
// Pure: the log gathers the facts (electron/inspector/log/read-incident.ts), the card and the doctor show the same advice.

import type { Fix } from '../advice.ts';
import { short } from '../decode/fact-words.ts';
import { inOneMark, stripDot } from '../decode/reason-words.ts';
import { networkCode, wasReached } from '../decode/unreachable.ts';
import { duration } from '../duration.ts';
import type { IncidentCause } from '../incident.ts';
import { hintsIn } from '../stderr/hints.ts';
import { lastWords, saidIn, wantOf } from '../stderr/last-words.ts';
import { missingVariables } from '../stderr/missing-variable.ts';

export type IncidentFacts = {
  /** The server's name. */
  server: string;
  /** It had answered before. */
  hadAnswered: boolean;
  /** The last lines, in their order. */
  stderr: readonly string[];
} & (
  | { kind: 'process'; code: number | null; signal: string | null; afterMs: number | null }
  | { kind: 'start'; message: string }
  | { kind: 'address'; url: string; error: string; remedy: readonly string[] }
  | { kind: 'settings'; message: string }
);

type Told = Omit<IncidentCause, 'facts' | 'kind'>;

export function tellCause(facts: IncidentFacts): Told & { kind: IncidentCause['kind'] } {
  switch (facts.kind) {
    case 'process':
      return { kind: 'process', ...tellEnd(facts) };
    case 'start':
      return { kind: 'start', ...tellStart(facts) };
    case 'address':
      return { kind: 'address', ...tellAddress(facts) };
    case 'settings':
      return {
        kind: 'settings',
        title: sentence(facts.server, 'is not filled in.'),
        text: `Nothing was tried. ${facts.message}`,
        needsChange: true,
        variables: [],
        line: null,
        fixes: [{ words: 'Fill in what is missing in the server’s settings.', action: 'edit_server' }],
      };
  }
}

function tellEnd(facts: IncidentFacts & { kind: 'process' }): Told {
  const { code, signal, afterMs, hadAnswered, stderr } = facts;
  const missing = hadAnswered ? null : missingVariables(stderr);
  const last = missing === null ? lastWords(stderr) : saidIn(missing.line);
  const want = missing !== null ? 'setting' : hadAnswered ? null : wantOf(last, code !== null && code !== 0);
  const how =
    signal !== null ? `was ended by ${signal}` : code === null ? 'ended' : `ended with exit code ${String(code)}`;
  const after = afterMs === null ? '' : `, ${duration(afterMs)} after it was started`;
  return {
    title: sentence(facts.server, endWords(missing?.words ?? null, want, signal, hadAnswered)),
    text: `It ${how}${after}${hadAnswered ? '' : ', before it answered'}.`,
    needsChange: want !== null,
    variables: (missing?.names ?? []).map((name) => ({ name })),
    line: lineOf(stderr, last),
    fixes: endFixes(facts, last),
  };
}

function endWords(
  missing: string | null,
  want: ReturnType<typeof wantOf>,
  signal: string | null,
  hadAnswered: boolean,
): string {
  if (missing !== null) return `needs ${missing}.`;
  if (want === 'setting') return 'lacks a setting.';
  if (want === 'usage') return 'wants other arguments.';
  if (want === 'installation') return 'lacks something that it needs to run.';
  if (want === 'repair') return 'breaks while it starts.';
  if (signal !== null) return `was ended by ${signal}.`;
  return hadAnswered ? 'ended by itself.' : 'ended as soon as it was started.';
}

function endFixes({ code, stderr, hadAnswered }: IncidentFacts & { kind: 'process' }, last: string): Fix[] {
  const hints = hintsIn(stderr.toReversed());
  if (hints.length > 0) return hints;
  if (code === 0 && !hadAnswered)
    return [
      {
        words: 'It ended as if its work was done. Many servers want a word such as “stdio” or “serve” as an argument.',
        action: 'edit_server',
      },
    ];
  if (hadAnswered)
    return [
      { words: 'Restart it and repeat the call. If it ends again, that call makes it crash.', action: 'connect' },
      { words: 'Tell the server’s author, with its last lines of stderr.', action: null },
    ];
  return last === ''
    ? [{ words: 'It wrote nothing to stderr. Run the same command in a terminal to see what it does.', action: null }]
    : [{ words: 'Look at its last words, and at its arguments and variables.', action: 'edit_server' }];
}

function tellStart({ server, message, stderr }: IncidentFacts & { kind: 'start' }): Told {
  const [first = message] = message.split(' Looked in PATH:');
  const isMissing = /not found|no such file/i.test(message);
  return {
    title: sentence(server, 'did not start.'),
    text: `${stripDot(short(first, 300))}.`,
    needsChange: true,
    variables: [],
    line: null,
    fixes: [
      ...(isMissing
        ? [{ words: 'Write the full path of the program, or install it.', action: 'edit_server' as const }]
        : [{ words: 'Look at the command, its arguments and its working folder.', action: 'edit_server' as const }]),
      ...hintsIn(stderr.toReversed()),
    ],
  };
}

function tellAddress({ server, url, error, remedy }: IncidentFacts & { kind: 'address' }): Told {
  const place = placeOf(url);
  const code = networkCode(error) ?? '';
  const words = error.replace(/^[A-Z][A-Z0-9_]{2,40}: /, '');
  return {
    title: addressTitle(code, place, server),
    text: words === '' ? `${server} could not be reached at ${short(url, 120)}.` : inOneMark(`${short(words, 240)}.`),
    needsChange: false,
    variables: [],
    line: null,
    fixes: remedy.map((step) => ({ words: step, action: /address|host name/i.test(step) ? 'edit_server' : null })),
  };
}

function addressTitle(code: string, place: string, server: string): string {
  if (code === 'ECONNREFUSED') return clipped(`Nothing listens at ${place}.`);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return clipped(`${place} is not known here.`);
  if (code === 'ETIMEDOUT') return clipped(`${place} does not answer.`);
  if (/CERT|SSL|TLS|SIGNED|ALTNAME/.test(code)) return clipped(`The certificate of ${place} is not accepted.`);
  return sentence(server, wasReached(code) ? 'closed the connection before it answered.' : 'could not be reached.');
}

/** Host and port of an address, without whoever signs in there. */
function placeOf(url: string): string {
  return /^[a-z]+:\/\/(?:[^/?#@]*@)?([^/?#]+)/i.exec(url)?.[1] ?? short(url, 60);
}

function lineOf(stderr: readonly string[], last: string): IncidentCause['line'] {
  const index = last === '' ? -1 : stderr.findLastIndex((line) => saidIn(line) === last);
  return index < 0 ? null : { text: short(last, 400), number: index + 1, of: stderr.length };
}

const longest = 90;
const clipped = (text: string): string => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);
const sentence = (server: string, rest: string): string => clipped(`${short(server, 40)} ${rest}`);
