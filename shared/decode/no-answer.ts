// Failures without an error to read: the process died, nobody answered, we stopped waiting, the answer breaks the rules.
// The sentences are written here, since there is no dialect to speak for the server.

import { duration } from '../duration.ts';
import type { Evidence, Failure } from '../failure.ts';
import { lastWords, saidIn, type Want, wantOf } from '../stderr/last-words.ts';
import { missingVariables } from '../stderr/missing-variable.ts';
import { answerStart } from './cut-answer.ts';
import { type Draft, finish } from './draft.ts';
import { callName, serverName } from './explain.ts';
import { short } from './fact-words.ts';
import type { Located } from './facts/located.ts';
import type { DecodeContext, Subject } from './facts/subject.ts';
import { dotted, stripDot } from './reason-words.ts';
import { unreachable, unready } from './unreachable.ts';

/** Whether there is no error to read: the sentences then come from here. */
export function isSilent(subject: Subject, located: Located): boolean {
  if (subject.answer !== undefined) {
    if (located.oddities.length === 0) return false;
    return ['schema-mismatch', 'answer-not-an-object', 'neither-result-nor-error'].some((oddity) =>
      located.oddities.includes(oddity),
    );
  }
  if (located.oddities.includes('body-not-json-rpc') || located.oddities.includes('unreachable')) return true;
  return located.sites.length === 0 && (located.carrier !== 'http' || subject.unanswered !== undefined);
}

/** Null when nothing failed after all. */
export function decodeNoAnswer(subject: Subject, located: Located, context: DecodeContext): Failure | null {
  const draft = draftOf(subject, located, context);
  return draft === null ? null : finish(draft, subject, located);
}

function draftOf(subject: Subject, located: Located, context: DecodeContext): Draft | null {
  const server = serverName({ context });
  const call = callName(subject);
  if (located.oddities.includes('body-not-json-rpc')) return wrongBody(subject, server, call);
  if (located.oddities.includes('unreachable') && subject.http !== undefined)
    return unreachable(subject.http, server, call);
  if (subject.answer !== undefined) {
    if (located.oddities.includes('schema-mismatch')) return schemaBroken(subject, server, call);
    if (located.oddities.includes('answer-not-an-object'))
      return brokenAnswer(server, call, 'it is not a JSON-RPC message', subject);
    if (located.oddities.includes('neither-result-nor-error'))
      return brokenAnswer(server, call, 'it holds neither a result nor an error', subject);
    return null;
  }
  if (subject.process !== undefined) return processDied(subject.process, server, call, subject.method !== undefined);
  if (subject.timeout !== undefined) {
    return {
      class: 'timeout',
      title: 'Timed out',
      explanation: `Misfire stopped waiting for ${call} after ${duration(subject.timeout.afterMs)}; ${subject.timeout.message ?? `${server} itself said nothing.`}`,
      fault: 'server',
      remedy: ['Try again with a longer timeout.', 'Look at stderr: the server may be waiting for something else.'],
      evidence: [
        { path: 'timeout.afterMs', value: subject.timeout.afterMs, means: 'how long Misfire waited; this decided' },
      ],
    };
  }
  if (subject.cancelled !== undefined) {
    const reason = subject.cancelled.reason ?? '';
    return {
      class: 'cancelled',
      title: 'Cancelled',
      explanation: `${call} was cancelled before ${server} answered${reason === '' ? '' : `: ${short(reason.replace(/\.$/, ''), 160)}`}.`,
      remedy: ['Nothing to fix: make a new call if the result is still wanted.'],
      evidence: [{ path: 'cancelled', value: reason, means: 'the call was cancelled; this decided' }],
    };
  }
  if (subject.noise !== undefined && subject.noise.length > 0) return noise(subject.noise, server, call);
  if (subject.unanswered !== undefined)
    return unanswered(subject.unanswered, server, call, subject.method !== undefined);
  return null;
}

/** Null for a process that ended in good order while nobody waited for it. */
function processDied(
  process: NonNullable<Subject['process']>,
  server: string,
  call: string,
  asked: boolean,
): Draft | null {
  // A signal came from outside, and code 0 is no complaint.
  const isStart = process.isStart === true && (process.code ?? 0) !== 0;
  const named = missingVariables(process.stderr);
  const missing = named?.words ?? '';
  const last = named === null ? lastWords(process.stderr) : saidIn(named.line);
  const want = missing === '' ? wantOf(last, isStart) : 'setting';
  if (process.spawnError !== undefined) {
    return {
      class: 'connection_lost',
      title: 'Did not start',
      explanation: `${server} could not be started: ${short(process.spawnError, 240)}.`,
      fault: 'caller',
      verdict: 'after_fix',
      remedy: [
        'Check the command and its path, and that it is installed.',
        'Check the working folder and the environment variables.',
      ],
      evidence: [
        { path: 'process.spawnError', value: process.spawnError, means: 'the process never ran; this decided' },
      ],
    };
  }
  if (process.code === 0 && process.signal === null && !asked && !process.awaited) return null;
  const how =
    process.signal !== null
      ? `was ended by ${process.signal}`
      : process.code === null
        ? 'ended'
        : `exited with code ${process.code}`;
  const evidence: Evidence[] = [
    {
      path: process.signal !== null ? 'process.signal' : 'process.code',
      value: process.signal ?? process.code,
      means: 'how the process ended; this decided',
    },
  ];
  if (last !== '') evidence.push({ path: 'process.stderr', value: short(last, 300), means: 'last words on stderr' });
  return {
    class: 'connection_lost',
    title: 'Process died',
    explanation: `${server} ${missing === '' ? '' : `needs ${missing}: it `}${how}${asked ? ` before it answered ${call}` : ''}${last === '' ? '' : `; its last words were: ${stripDot(short(last, 200))}`}.`,
    message: last,
    code: process.signal ?? process.code,
    codeName: process.signal === null ? null : 'signal',
    // What is wanting stays wanting, however long one waits.
    fault: want === null || want === 'repair' || want === 'change' ? 'server' : 'caller',
    ...(want === null ? {} : { verdict: 'after_fix' as const }),
    remedy: remedyOf(last, want, missing),
    evidence,
  };
}

function remedyOf(last: string, want: Want | null, missing: string): string[] {
  switch (want) {
    case 'setting':
      return [
        missing === ''
          ? 'Give this server the setting or credential that its last words name, in its environment or settings.'
          : `Set ${missing} in the environment or the settings of this server.`,
        'Then start it again.',
      ];
    case 'usage':
      return ['Correct the command of this server: its last words say which argument is wrong or missing.'];
    case 'installation':
      return ['Install what its last words name where the server runs, then start it again.'];
    case 'repair':
      return [
        'Its own code broke while it started: install the versions of packages that it asks for, or another version of the server.',
        'Then start it again.',
      ];
    case 'change':
      return [
        last === ''
          ? 'Run its command in a terminal to see what it does: as it is, it ends each time it is started.'
          : 'Read its last words, and look at its arguments, variables and files: as it is, it ends the same way each time it is started.',
      ];
    case null:
      return [
        last === ''
          ? 'Start the server by hand and look at what it prints.'
          : 'Read the last lines of stderr: they usually name the cause.',
        'Restart the server and repeat the call; if it dies again, the call itself makes it crash.',
      ];
  }
}

function noise(lines: readonly string[], server: string, call: string): Draft {
  const first = (lines[0] as string).trim();
  if (answerStart.test(first)) return halfMessage(first, server, call);
  return {
    class: 'invalid_response',
    title: 'Not JSON',
    explanation: `${server} printed text that is not JSON while ${call} waited for an answer: ${short(first, 160)}.`,
    message: first,
    remedy: [
      'Logging belongs on stderr: stdout carries protocol messages only.',
      'Ask the server’s author to remove the print, or look for a quiet option.',
    ],
    evidence: [
      { path: 'noise[0]', value: short(first, 300), means: 'a line on stdout that is not JSON; this decided' },
    ],
  };
}

/** A line that begins as a message and is none: cut off, or spoiled on the way. */
function halfMessage(line: string, server: string, call: string): Draft {
  return {
    class: 'invalid_response',
    title: 'Broken message',
    explanation: `${server} sent a message that is no whole JSON while ${call} waited for an answer: ${short(line, 160)}.`,
    message: line,
    remedy: [
      'A message is one line of JSON: look where this one ends, and who wrote into it or cut it off.',
      'Report this to the server’s author: the arguments are not to blame.',
    ],
    evidence: [
      { path: 'noise[0]', value: short(line, 300), means: 'begins as a message and does not parse; this decided' },
    ],
  };
}

function wrongBody(subject: Subject, server: string, call: string): Draft {
  const body = subject.http?.body ?? '';
  const type = subject.http?.headers['content-type'] ?? '';
  const start = body.trimStart().slice(0, 200).toLowerCase();
  const page = start.startsWith('<!doctype html') || start.startsWith('<html') || type.includes('text/html');
  const status = subject.http?.status ?? null;
  const what = page
    ? 'a web page'
    : start === ''
      ? 'an empty body'
      : start.startsWith('{') || start.startsWith('[')
        ? 'JSON that breaks off or is no JSON-RPC'
        : 'text that is not JSON-RPC';
  return {
    class: 'invalid_response',
    title: page ? 'A web page' : 'Not JSON-RPC',
    explanation: `${server} answered ${call} with HTTP ${status} and ${what} instead of a JSON-RPC message${type === '' ? '' : ` (content type ${short(type, 60)})`}.`,
    message: page ? '' : short(body.trim(), 300),
    code: status,
    remedy: page
      ? [
          'Check the address: it may be that of a website rather than of the MCP endpoint.',
          'A sign-in page or a proxy may stand in between: open the address in a browser to see it.',
        ]
      : [
          'Report this to the server’s author: the arguments are not to blame.',
          'Check the address of the MCP endpoint.',
        ],
    evidence: [
      { path: 'http.status', value: status, means: 'HTTP itself reports success' },
      { path: 'http.body', value: short(body.trim(), 200), means: `${what}; this decided` },
    ],
  };
}

function unanswered(silent: NonNullable<Subject['unanswered']>, server: string, call: string, asked: boolean): Draft {
  if (silent.why === 'unready') return unready(silent.message ?? '', server);
  if (silent.why === 'too_long') return tooLong(silent.message ?? 'it is over the limit', server, call);
  const why = {
    stream_cut: 'the stream broke off',
    closed: 'the connection was closed',
    refused: 'the connection was refused',
  }[silent.why];
  const message = silent.message ?? '';
  return {
    class: 'connection_lost',
    title: silent.why === 'refused' ? 'No connection' : 'Never answered',
    explanation:
      silent.why === 'refused' && !asked
        ? `${server} could not be connected to${message === '' ? '' : `: ${stripDot(short(message, 200))}`}.`
        : `${server} never answered ${call}: ${why}${message === '' ? '' : ` (${short(message, 160)})`}.`,
    fault: silent.why === 'closed' ? 'nobody' : 'network',
    remedy:
      silent.why === 'refused'
        ? ['Check that the server is running and the address is right.', 'Then connect again.']
        : ['Connect again and repeat the call.', 'If it breaks off at the same point, look at the server’s log.'],
    evidence: [{ path: 'unanswered.why', value: silent.why, means: `${why}; this decided` }],
  };
}

function tooLong(size: string, server: string, call: string): Draft {
  return {
    class: 'too_large',
    title: 'Answer too long',
    explanation: `${server} answered ${call} with more than Misfire reads: ${short(size, 160)}.`,
    fault: 'nobody',
    origin: 'local',
    verdict: 'after_fix',
    remedy: [
      'Raise the largest message in the settings of this server, connect again and repeat the call.',
      'Or ask for less: a filter, a page, fewer fields.',
    ],
    evidence: [{ path: 'unanswered.why', value: size, means: 'the answer was over the limit; this decided' }],
  };
}

function brokenAnswer(server: string, call: string, why: string, subject: Subject): Draft {
  const text = subject.answer?.text ?? '';
  return {
    class: 'invalid_response',
    title: 'Broken answer',
    explanation: `${server} answered ${call}, but the answer breaks JSON-RPC: ${why}.`,
    message: short(text, 300),
    remedy: ['Report this to the server’s author: the arguments are not to blame.'],
    evidence: [{ path: '', value: short(text, 300), means: `${why}; this decided` }],
  };
}

function schemaBroken(subject: Subject, server: string, call: string): Draft {
  const first = subject.schemaIssues?.[0];
  const where = first === undefined || first.path === '' ? 'the result' : dotted(first.path);
  const count = subject.schemaIssues?.length ?? 0;
  return {
    class: 'invalid_response',
    title: 'Breaks schema',
    explanation: `${server} answered ${call} with data that breaks the tool’s own output schema: ${where} (${short(first?.message ?? 'does not fit', 160)})${count > 1 ? ` and ${count - 1} more` : ''}.`,
    remedy: [
      'Report this to the server’s author: the arguments are not to blame.',
      'Compare the result with outputSchema in tools/list.',
    ],
    evidence: (subject.schemaIssues ?? []).slice(0, 5).map((issue) => ({
      path: `result.structuredContent${issue.path.replaceAll('/', '.')}`,
      value: issue.message,
      means: 'does not fit the output schema',
    })),
  };
}
