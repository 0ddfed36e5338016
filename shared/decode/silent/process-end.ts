// A server process that exited or never ran: what was missing, the line that says so, and the fix. Shared by every call that ended with
// it, its own row and the card.

import type { Account } from '../../account/account.ts';
import type { DoctorFix } from '../../advice.ts';
import { anyOf } from '../../dialects/patterns.ts';
import { isInterrupt } from '../../ending/decide-ending.ts';
import { didNotStart } from '../../ending/ending-words.ts';
import type { Evidence, Quote, WrongWord } from '../../failure.ts';
import { hintsIn } from '../../stderr/hints.ts';
import { lastWords, saidIn, speaksOfTrouble, type Want, wantOf } from '../../stderr/last-words.ts';
import { missingScript } from '../../stderr/missing-script.ts';
import { type MissingThing, missingThing } from '../../stderr/missing-thing.ts';
import { type MissingVariables, missingVariables } from '../../stderr/missing-variable.ts';
import { capital } from '../../text/capital.ts';
import { short } from '../words/fact-words.ts';
import { adviceIn } from '../words/given-remedy.ts';
import { type Phrase, setVariables } from '../words/phrase.ts';
import { quotedText } from '../words/quoted.ts';
import { stripDot } from '../words/reason-words.ts';
import { shorten } from '../words/shorten.ts';
import type { ClaimDraft } from './draft.ts';

export type ProcessEndFacts = NonNullable<Account['process']>;

/** `call`: the open call, or null. Returns null for a process that exited cleanly without an open call. */
export function processEnd(process: ProcessEndFacts, server: string, call: string | null): ClaimDraft | null {
  if (process.spawnError !== undefined) return notStarted(process.spawnError, server);
  const isNormal = isNormalEnd(process);
  if (isNormal && call === null && !process.awaited) return null;
  const { missing, last, want, unreached, script, thing } = readEnd(process);
  const how = howItEnded(process);
  const isBefore = process.isBefore === true && call !== null;
  const before = isBefore
    ? ` before ${call} was sent`
    : process.isStart === true
      ? ' before it answered'
      : call === null
        ? ''
        : ` before it answered ${call}`;
  const named = missing === null ? '' : `needs ${missing.words}: it `;
  const advice = processAdvice(process);
  // A wrong command, package or path is in the settings of this server.
  const isSetUp = want !== null && advice[0]?.action === 'edit_server';
  return {
    class: 'connection_lost',
    title: isNormal ? 'Process ended' : 'Process died',
    explanation: `${server} ${named}${how}${before}${last === '' ? '' : `: ${stripDot(short(last, 200))}`}.`,
    message: last,
    code: process.signal ?? process.code,
    codeName: process.signal === null ? null : 'signal',
    // Waiting does not provide what is missing.
    fault:
      unreached !== null || isOffline.test(last)
        ? 'network'
        : !isSetUp && (want === null || want === 'repair' || want === 'change')
          ? 'server'
          : 'caller',
    ...(isInterrupt(process) ? { fault: 'nobody' as const, owner: 'none' as const } : {}),
    ...(want === null || unreached !== null || isOffline.test(last) ? {} : { verdict: 'after_fix' as const }),
    remedy: advice.map(({ words }) => words),
    evidence: evidenceOf(process, last, script),
    phrase: isBefore
      ? { sentence: `${server} had already ended when ${call} was sent`, short: 'Sent after the server ended' }
      : unreached !== null
        ? unreachedPhrase(server, unreached)
        : script !== null
          ? scriptPhrase(server, script)
          : thing !== null
            ? thingPhrase(thing)
            : phraseOf(server, process, missing, want, last),
    quote: quoteOf(process.stderr, last),
    variables: missing?.names ?? [],
    ...wrongIn(script, thing, process.nearest),
    certainty: isNormal ? 'a guess' : (want === null || missing !== null) && unreached === null ? 'certain' : 'likely',
  };
}

/** It reached nothing, and does not say what. */
const isOffline = /\bfetch failed\b|\bnetwork (?:error|is unreachable)\b|\bconnection (?:refused|timed out)\b/i;

interface ReadEnd {
  missing: MissingVariables | null;
  /** The most informative stderr line; '' if there is none. */
  last: string;
  want: Want | null;
  /** The host that the server could not reach, from the network error code. */
  unreached: Unreached | null;
  /** The missing file that the command should run. */
  script: string | null;
  /** The missing package or folder that the settings name. */
  thing: MissingThing | null;
}

const isNormalEnd = ({ code, signal }: ProcessEndFacts): boolean => code === 0 && signal === null;

interface Unreached {
  host: string;
  isRefused: boolean;
}

function readEnd(process: ProcessEndFacts): ReadEnd {
  // A signal comes from outside, and code 0 reports no error.
  const isStart = process.isStart === true && (process.code ?? 0) !== 0;
  const missing = missingFor(process);
  const said = missing === null ? lastWords(process.stderr) : saidIn(missing.line);
  // A banner or the last log line does not explain a clean exit.
  const last = isNormalEnd(process) && !speaksOfTrouble(said) ? '' : said;
  const unreached = missing === null && (process.code ?? 0) !== 0 ? unreachedIn(process.stderr) : null;
  const script = isStart && missing === null ? missingScript(process.stderr) : null;
  const thing = isStart && missing === null && script === null ? missingThing(process.stderr) : null;
  const want = missing !== null ? 'setting' : script !== null || thing !== null ? 'usage' : wantOf(last, isStart);
  return { missing, last, want, unreached, script, thing };
}

/** Every row of one exit reads the same lines, so that the call and the process name the same variable. */
function missingFor({ stderr, signal, isStart }: ProcessEndFacts): MissingVariables | null {
  const missing = missingVariables(stderr);
  if (missing === null || isStart === true) return missing;
  // A server that had answered ran despite the warning: only its last lines, without a signal, explain the exit.
  const last = lastWords(stderr);
  const said = saidIn(missing.line);
  const isLast = said === last || (speaksOfTrouble(said) && wantOf(last) === 'setting');
  if (signal !== null || !isLast) return null;
  // During a call, Python reports the missing key of any mapping like this.
  return missing.line.includes('KeyError') && !stderr.some((line) => line.includes('environ')) ? null : missing;
}

function wrongIn(script: string | null, thing: MissingThing | null, nearest?: string): { wrong?: WrongWord } {
  if (script !== null)
    return { wrong: { kind: 'script', name: script, ...(nearest === undefined ? {} : { nearest }) } };
  return thing === null ? {} : { wrong: { kind: thing.kind, name: thing.name } };
}

function scriptPhrase(server: string, script: string): Phrase {
  return {
    sentence: `${shorten(script, 50)} does not exist: correct the command of ${server}`,
    short: `No ${shorten(script, 36)}`,
    tiny: 'Script does not exist',
  };
}

function thingPhrase({ kind, name, registry }: MissingThing): Phrase {
  const sentence = `${shorten(name, 74)} does not exist`;
  switch (kind) {
    case 'folder':
      return { sentence, short: `No folder ${shorten(name, 30)}`, tiny: 'No such folder' };
    case 'path':
      return { sentence, short: `${shorten(name, 25)} does not exist`, tiny: 'Path does not exist' };
    case 'package':
      return {
        sentence: `${registry} has no package ${shorten(name, 66)}`,
        short: `${registry} has no package ${shorten(name, 22)}`,
        tiny: `No package ${shorten(name, 17)}`,
      };
  }
}

function thingAdvice({ kind, name, registry }: MissingThing): DoctorFix {
  switch (kind) {
    case 'folder':
      return edit(`Correct the path ${name} in the arguments, or create the folder.`);
    case 'path':
      return edit(`Correct ${name} in the arguments or variables of the server, or create it where the server runs.`);
    case 'package':
      return edit(`Correct the name of the package: ${registry} has no ${name}.`);
  }
}

/** An unreachable host, as Node, curl, Python, Go and Java report it. */
const networkErrors: readonly { pattern: RegExp; isRefused: boolean }[] = [
  { pattern: /\b(?:ENOTFOUND|EAI_AGAIN):? ([\w.:[\]-]{2,253})/, isRefused: false },
  { pattern: /\bECONNREFUSED:? ([\w.:[\]-]{2,253})/, isRefused: true },
  { pattern: /[Cc]ould not resolve host:? ([\w.-]{2,253})/, isRefused: false },
  { pattern: /Failed to resolve '([\w.-]{2,253})'/, isRefused: false },
  {
    pattern: /\blookup ([\w.-]{2,253})(?: on [\w.:[\]-]{2,60})?: (?:no such host|server misbehaving)/,
    isRefused: false,
  },
  { pattern: /\bUnknownHostException: ([\w.-]{2,253})/, isRefused: false },
];
/** What libraries report for a name that does not resolve, without the name. */
const unresolved = anyOf(
  /\bdns error\b|failed to lookup address information|Temporary failure in name resolution/i,
  /Name or service not known|nodename nor servname|getaddrinfo failed/i,
);
const address = /https?:\/\/([\w.-]{2,253})/;

/** Only the last lines: a server that continued had recovered from earlier failures. */
function unreachedIn(stderr: readonly string[]): Unreached | null {
  const seen = stderr.slice(-lastLines).map((line) => line.slice(0, 1000));
  for (const line of seen.toReversed())
    for (const { pattern, isRefused } of networkErrors) {
      const host = pattern.exec(line)?.[1];
      if (host !== undefined) return { host: stripDot(host), isRefused };
    }
  // The name is in the line itself or in the attempt above it.
  const at = seen.findLastIndex((line) => unresolved.test(line));
  const tried = at < 0 ? undefined : seen.slice(0, at + 1).findLast((line) => address.test(line));
  const host = address.exec(tried ?? '')?.[1];
  return host === undefined ? null : { host, isRefused: false };
}

const lastLines = 20;

function unreachedPhrase(server: string, { host, isRefused }: Unreached): Phrase {
  const place = shorten(host, 40);
  return isRefused
    ? { sentence: `${server} ended: ${place} refused the connection`, short: `Connection refused: ${place}` }
    : { sentence: `${server} ended: it could not resolve ${place}`, short: `Could not resolve ${place}` };
}

function unreachedAdvice({ host, isRefused }: Unreached): DoctorFix[] {
  return [
    elsewhere(
      isRefused
        ? `Check that the service at ${host} runs, and that the server has its right address.`
        : `Check DNS and proxy where the server runs: it could not resolve ${host}.`,
    ),
    again('Then start it again.'),
  ];
}

/** The text in the first quotation marks. */
function quotedIn(text: string): string | undefined {
  const start = text.search(/[“"]/) + 1;
  const length = text.slice(start).search(/[”"]/);
  return start > 0 && length > 0 && length <= 1000 ? text.slice(start, start + length) : undefined;
}

/** As electron/transports/spawn-failure.ts words it. */
const isAbsent = /^The command “.*” was not found|^There is no file “|^The working folder “.*” does not exist/s;

function notStarted(spawnError: string, server: string): ClaimDraft {
  const [first = spawnError] = spawnError.split(' Looked in PATH:');
  const isMissing = /not found|no such file|ENOENT/i.test(spawnError);
  const named = quotedIn(first);
  const program = named === undefined || named.length > 60 ? undefined : named;
  const wrong = named !== undefined && isAbsent.test(first) ? named : null;
  const isBlocked = /may not be executed|permission denied|EACCES/i.test(first);
  const why =
    program === undefined
      ? null
      : isMissing
        ? `${program} was not found`
        : isBlocked
          ? `${program} may not be executed`
          : null;
  return {
    class: 'connection_lost',
    title: didNotStart,
    explanation: `${server} could not be started: ${stripDot(short(first, 240))}.`,
    fault: 'caller',
    verdict: 'after_fix',
    remedy: isMissing
      ? [
          'Write the full path of the program, or install it.',
          'Check the working folder and the environment variables.',
        ]
      : ['Check the command, its arguments and its working folder.'],
    evidence: [{ path: 'process.spawnError', value: spawnError, means: 'the process never ran', decides: true }],
    ...(wrong === null
      ? {}
      : { wrong: { kind: first.startsWith('The working folder') ? 'working_folder' : 'program', name: wrong } }),
    phrase: {
      sentence: why === null ? `${server} did not start` : `${server} did not start: ${why}`,
      short: why ?? didNotStart,
    },
    quote: null,
  };
}

function howItEnded({ code, signal }: ProcessEndFacts): string {
  if (signal !== null) return `was ended by ${signal}`;
  return code === null ? 'ended' : `exited with code ${code}`;
}

function evidenceOf({ code, signal, nearest }: ProcessEndFacts, last: string, script: string | null): Evidence[] {
  const end: Evidence = {
    path: signal !== null ? 'process.signal' : 'process.code',
    value: signal ?? code,
    means: 'how the process ended',
    decides: true,
  };
  const found = [end];
  if (last !== '') found.push({ path: 'process.stderr', value: short(last, 300), means: 'likely cause on stderr' });
  if (script !== null && nearest !== undefined)
    found.push({ path: 'process.nearest', value: nearest, means: 'the existing file with the most similar name' });
  return found;
}

/** The stderr line as written, and its index among the last ones. */
function quoteOf(stderr: readonly string[], last: string): Quote | null {
  const index = last === '' ? -1 : stderr.findLastIndex((line) => saidIn(line) === last);
  const line = stderr[index];
  if (line === undefined) return null;
  return quotedText(line.includes(last) ? last : line.trim(), `stderr[${index}]`);
}

function phraseOf(
  server: string,
  process: ProcessEndFacts,
  missing: MissingVariables | null,
  want: Want | null,
  last: string,
): Phrase {
  if (missing !== null) return setVariables(missing.names, server);
  const how = process.signal !== null ? `killed by ${process.signal}` : `exit code ${process.code ?? 'unknown'}`;
  // The last message is more informative than the announcement of its repetition.
  const lack = want === null || (want === 'change' && last !== '') ? null : lacks[want];
  if (lack !== null)
    return { sentence: `${server} ${lack} (${how})`, short: `${capital(lack)} (${how})`, tiny: capital(lack) };
  if (last !== '')
    return { sentence: `${server} ended (${how}): ${stripDot(last)}`, short: stripDot(last), tiny: capital(how) };
  // The same wording for the call and the process: they are one incident.
  if (isNormalEnd(process)) {
    const when = process.isStart === true ? 'as it started' : 'with a call open';
    return {
      sentence: `${server} exited normally (code 0) ${when}`,
      short: `Exited normally ${when}`,
      tiny: `Exited ${when}`,
    };
  }
  const when = process.isStart === true ? 'as it started' : 'while it ran';
  return {
    sentence: `${server} ended ${when} (${how})`,
    short: `Ended ${when} (${how})`,
    tiny: shorten(capital(how), 28),
  };
}

const lacks: Record<Want, string> = {
  setting: 'lacks a setting',
  usage: 'needs other arguments',
  installation: 'lacks something it needs to run',
  repair: 'breaks while it starts',
  change: 'ends each time it starts',
};

/** The fixes, most likely first, and where to apply them in the app. */
export function processAdvice(process: ProcessEndFacts): DoctorFix[] {
  const { stderr, isStart, code, signal } = process;
  const { last, want, unreached, script, thing } = readEnd(process);
  if (process.isBefore && want === null) return [again('Start the server again, then repeat the call.')];
  if (unreached !== null) return unreachedAdvice(unreached);
  if (script !== null) {
    const { nearest } = process;
    const instead = nearest === undefined ? '' : ` Did you mean “${nearest}”?`;
    return [edit(`Correct the path of the script: “${script}” does not exist where the server runs.${instead}`)];
  }
  if (thing !== null) return [thingAdvice(thing)];
  const hints = want === null && isStart !== true ? [] : stderrAdvice(stderr);
  if (hints.length > 0) return hints;
  switch (want) {
    case 'setting':
      return [
        edit('Set the variables that its last lines name, in the settings of this server.'),
        again('Then start it again.'),
      ];
    case 'usage':
      return [edit('Correct the command of this server: its last lines say which argument is wrong or missing.')];
    case 'installation':
      return [elsewhere('Install what its last lines name where the server runs, then start it again.')];
    case 'repair':
      return [elsewhere('Install the package versions that this server asks for, or another version of the server.')];
    case 'change': {
      const check =
        last === ''
          ? elsewhere('Run its command in a terminal to see what it prints.')
          : edit(
              'Check its arguments, variables and files. Starting it again without a change is likely to end the same way.',
            );
      return statusAdvice(code, signal) ?? [...ownAdvice(stderr, last), check];
    }
    case null:
      return (
        (isStart === true ? statusAdvice(code, signal) : stoppedAdvice(process)) ?? [
          again('Restart the server and repeat the call. If it dies again, that call makes it crash.'),
          elsewhere('Report it to the server’s author, with its last lines of stderr.'),
        ]
      );
  }
}

/** What the server tells its reader to do, in the line that says why it ended or in the next one. */
function ownAdvice(stderr: readonly string[], last: string): DoctorFix[] {
  const at = last === '' ? -1 : stderr.findLastIndex((line) => saidIn(line) === last);
  const advice =
    at < 0
      ? null
      : adviceIn(
          stderr
            .slice(at, at + 2)
            .map(saidIn)
            .join('\n'),
        );
  return advice === null ? [] : [edit(`The server suggests: ${advice}`)];
}

/** Why a running server is silent, in words of its stderr. */
interface SilentReason {
  words: string;
  fixes: DoctorFix[];
  owner: 'network' | 'settings' | 'server';
}

/** For a running server with no stdout: the reason on its stderr and the fix; null if it names none. */
export function silentAdvice(stderr: readonly string[]): SilentReason | null {
  const unreached = unreachedIn(stderr);
  if (unreached !== null) {
    const { host, isRefused } = unreached;
    const fixes = unreachedAdvice(unreached);
    const words = isRefused ? `nothing listens at ${host}` : `it could not resolve ${host}`;
    return { words, fixes, owner: 'network' };
  }
  const fixes = stderrAdvice(stderr);
  const last = lastWords(stderr);
  if (fixes.length === 0 || !speaksOfTrouble(last)) return null;
  const owner = fixes.some(({ action }) => action === 'edit_server') ? 'settings' : 'server';
  return { words: stripDot(short(last, 200)), fixes, owner };
}

/** What stderr lines require, the last lines first; empty if nothing is recognized. */
function stderrAdvice(stderr: readonly string[]): DoctorFix[] {
  return hintsIn(stderr.slice(-mostLines).toReversed());
}

const mostLines = 200;
const crashes = new Set(['SIGSEGV', 'SIGILL', 'SIGBUS', 'SIGABRT']);

/** What an exit status alone means for a process that had not answered yet. */
function statusAdvice(code: number | null, signal: string | null): DoctorFix[] | null {
  if (isKilled(code, signal)) return killed;
  if (signal !== null && crashes.has(signal))
    return [elsewhere('The program crashed. Install a build of it for this system and processor.')];
  if (code === 127) return [edit('A program that the command starts was not found. Write full paths in it.')];
  if (code === 126) return [edit('A program that the command starts may not be run. Check its permission.')];
  if (code === 0)
    return [edit('It ended as if its work was done. Many servers need an argument such as “stdio” or “serve”.')];
  return null;
}

const edit = (words: string): DoctorFix => ({ words, action: 'edit_server' });
const again = (words: string): DoctorFix => ({ words, action: 'connect' });
const elsewhere = (words: string): DoctorFix => ({ words, action: null });

/** 137 is 128 and the number of SIGKILL, as containers and shells report it. */
const isKilled = (code: number | null, signal: string | null): boolean =>
  signal === 'SIGKILL' || (signal === null && code === 137);
const killed: DoctorFix[] = [
  elsewhere('Something killed it, often the system because memory ran out. Free some, then start it again.'),
];

/** What the end of a running process says about its cause, without a word from it. */
function stoppedAdvice(process: ProcessEndFacts): DoctorFix[] | null {
  const { code, signal } = process;
  if (isNormalEnd(process)) return endedNormally;
  if (isKilled(code, signal)) return killed;
  if (isInterrupt(process))
    return [again('Connect again and repeat the call: Ctrl-C, or a client that quit, interrupted the server.')];
  if (signal === 'SIGTERM' || (signal === null && code === 143))
    return [elsewhere('Find out what stopped it: SIGTERM comes from outside, as from a container or its client.')];
  return null;
}

const endedNormally: DoctorFix[] = [
  again('Connect again and repeat the call.'),
  elsewhere('Check whether the client closed its input too early: a server ends then.'),
];
