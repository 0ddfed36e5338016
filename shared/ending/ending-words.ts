// The words for an ending: a label for rows and filters, one line for lists, and the sentences of a finding. Every place prints
// these, so that an ending reads the same everywhere.

import { member, parseJson } from '../json/json.ts';
import { duration } from '../text/duration.ts';
import { lateAnswer } from './decide-ending.ts';
import type { Ending, EndingBy, EndingKind } from './ending.ts';
import type { EndingFacts } from './ending-facts.ts';

/** The title of a program that could not be run. The timeline knows its row by it. */
export const didNotStart = 'Did not start';

export const endingLabels: Record<EndingKind, string> = {
  answered: 'Answered',
  client_timeout: 'Client timed out',
  canceled: 'Canceled',
  declined: 'Declined',
  auto_declined: 'Declined automatically',
  not_continued: 'Not continued',
  silent: 'No answer',
  died: 'Server exited',
  cut: 'Connection cut',
  running: 'Still running',
};

const sideWords: Record<EndingBy, string> = {
  client: 'the client',
  person: 'a person',
  server: 'the server',
  network: 'something between client and server',
  nobody: 'not ended yet',
};

/** Whether the ending is worth a line: an answer says more itself, and so does the headline of a server that nothing was asked of. */
export const endingSaysMore = ({ kind, afterMs }: Ending): boolean =>
  kind !== 'answered' && !(kind === 'died' && afterMs === null);

/** "the client, at its limit". */
export function whoEnded({ by, limitMs }: Ending): string {
  return limitMs === null ? sideWords[by] : `${sideWords[by]}, at its limit`;
}

/** "Client timed out after 60.0 s (limit 60.0 s), answered 20 s later". */
export function endingLine(ending: Ending): string {
  const { kind, by, afterMs, limitMs, lateMs } = ending;
  const after = afterMs === null ? '' : ` after ${waited(afterMs)}`;
  const limit = limitMs === null ? '' : ` (limit ${waited(limitMs)})`;
  const late = lateMs === null ? '' : `, answered ${duration(lateMs)} later`;
  // Also a connection that nothing accepted: there was none that something could cut.
  const isNetwork = kind === 'cut' && by === 'network';
  const side = (kind === 'cut' && !isNetwork) || kind === 'canceled' ? ` by ${sideWords[by]}` : '';
  return `${isNetwork ? 'Connection failed' : endingLabels[kind]}${side}${after}${limit}${late}`;
}

/** Seconds with one digit up to two minutes: a limit of 60 s and a wait of 60.2 s look different. */
export function waited(ms: number): string {
  if (ms < 999.5) return duration(ms);
  return ms < 120_000 ? `${(ms / 1000).toFixed(1)} s` : duration(ms);
}

interface EndingWords {
  sentence: string;
  short: string;
  explanation: string;
  remedy: string[];
}

/** Whether an ending without a response is worded here. Of a dead process and a broken network, other facts say more. */
export const hasOwnWords = ({ kind, by }: Ending): boolean =>
  kind !== 'answered' && kind !== 'died' && (kind !== 'cut' || by === 'client');

/** `server` and `call` as sentences name them. Only for endings with words of their own. */
export function endingWords(ending: Ending, account: EndingFacts, server: string, call: string): EndingWords {
  const client = account.client ?? 'The client';
  switch (ending.kind) {
    case 'client_timeout':
      return timeoutWords(ending, account, server, call);
    case 'declined':
    case 'auto_declined':
      return declinedWords(ending, account, server, call);
    case 'not_continued':
      return notContinuedWords(account, client, server, call);
    case 'running':
      return {
        sentence: `${server} had not answered ${call} when the recording ended`,
        short: 'Not answered when recording ended',
        explanation: `The recording ended${afterWords(ending)}, while ${call} was waiting for ${server}.`,
        remedy: ['Record for longer to see how the call ends.'],
      };
    case 'silent':
      return {
        sentence: `${server} never answered ${call}`,
        short: 'Never answered',
        explanation: `${server} sent no answer to ${call}. ${client} closed the connection${afterWords(ending)}.`,
        remedy: [
          'Read stderr: the server may wait for a service as it starts.',
          'Run its command in a terminal to see where it stops.',
        ],
      };
    case 'cut':
      return leftWords(ending, account, client, server, call);
    case 'canceled':
    case 'answered':
    case 'died':
      return canceledWords(ending, account, server, call);
  }
}

const afterWords = ({ afterMs }: Ending): string => (afterMs === null ? '' : ` after ${waited(afterMs)}`);

function timeoutWords(ending: Ending, account: EndingFacts, server: string, call: string): EndingWords {
  const isOwn = account.timeout !== undefined;
  const client = isOwn ? 'Misfire' : (account.client ?? 'The client');
  const { limitMs, lateMs } = ending;
  const after = waited(ending.afterMs ?? 0);
  const isDefault = limitMs !== null && limitMs === account.patience?.ms;
  const late = lateAnswer(account);
  const told = account.timeout?.message === undefined ? '' : `; ${account.timeout.message.replace(/\.$/, '')}`;
  const answered =
    late === undefined || lateMs === null
      ? (account.strays ?? []).length > 0
        ? ''
        : `${server} sent no answer.`
      : `${server} answered ${duration(lateMs)} later${errorWords(late.text)}.`;
  return {
    sentence:
      lateMs === null
        ? `${client} timed out after ${after}: no answer to ${call}`
        : `${client} timed out after ${after}. The server answered ${duration(lateMs)} later.`,
    short: `${isOwn ? 'Misfire' : 'Client'} timed out after ${after}`,
    explanation: [
      `${client} stopped waiting for ${call} after ${after}${isDefault ? ', its default limit' : ''}${told}.`,
      answered,
      // Misfire's own limit already says what it counts.
      told === '' ? progressWords(account, ending) : '',
      questionWords(account, server),
    ]
      .filter(Boolean)
      .join(' '),
    remedy: [
      ...limitSteps(ending, account, isOwn),
      account.method === 'initialize'
        ? 'Look in the server’s log (stderr) for what it waits for.'
        : 'Ask for less at once, so that it is done sooner.',
    ],
  };
}

function limitSteps(ending: Ending, { patience, wait }: EndingFacts, isOwn: boolean): string[] {
  const needed = ending.lateMs === null ? null : (ending.afterMs ?? 0) + ending.lateMs;
  const above = needed === null ? '' : ` It needs more than ${waited(needed)}.`;
  const advice = patience?.advice || 'Raise the timeout of the client for this server.';
  const steps = isOwn
    ? [`Replay with a longer timeout.${above}`]
    : [`${advice}${patience === undefined ? '' : ` ${waited(patience.ms)} is its default.`}${above}`];
  if (wait?.hasToken && wait.progress.length === 0)
    steps.push('Send progress from the server: clients may wait longer then.');
  return steps;
}

/** Whether the server reported progress, and whether it was asked to. */
function progressWords({ wait }: EndingFacts, { afterMs }: Ending): string {
  if (wait === undefined) return '';
  const last = wait.progress.at(-1);
  if (last === undefined)
    return wait.hasToken
      ? 'It sent no progress, although the client asked for it.'
      : 'It sent no progress, and the client asked for none.';
  const times = wait.progress.length === 1 ? 'once' : `${wait.progress.length} times`;
  const quiet = (afterMs ?? 0) - (last - wait.from);
  return `It sent progress ${times}, and none in the last ${duration(Math.max(0, quiet))}.`;
}

function questionWords({ wait }: EndingFacts, server: string): string {
  const question = wait?.question ?? null;
  if (question === null || question.answeredAt !== null) return '';
  return `${server} was waiting for the answer to its own request ${question.method}.`;
}

/** What a late answer says, if it is an error. Its text may be cut off. */
function errorWords(text: string): string {
  if (!/^.{0,80}"error"\s*:|"isError"\s*:\s*true/s.test(text)) return '';
  const parsed = parseJson(text);
  const answer = parsed.ok ? parsed.value : undefined;
  const content = member(member(answer, 'result'), 'content');
  const said =
    member(member(answer, 'error'), 'message') ?? member(Array.isArray(content) ? content[0] : undefined, 'text');
  return typeof said === 'string' ? `, with an error: ${said.replace(/\.$/, '').slice(0, 160)}` : ', with an error';
}

function canceledWords(ending: Ending, account: EndingFacts, server: string, call: string): EndingWords {
  const reason = (account.cancelled?.reason ?? '').replace(/\.$/, '').slice(0, 160);
  if (ending.by === 'server') return stoppedWords(ending, account, server, call, reason);
  return {
    sentence: `${call} was canceled${afterWords(ending)}`,
    short: 'Canceled',
    explanation: `${call} was canceled${afterWords(ending)}, before ${server} answered${reason === '' ? '' : `: ${reason}`}.`,
    remedy: ['Nothing to fix: make a new call if the result is still wanted.'],
  };
}

/** The server stopped a task, or its own request to the client. */
function stoppedWords(ending: Ending, account: EndingFacts, server: string, call: string, reason: string): EndingWords {
  const before = account.isFromServer ? `, before ${account.client ?? 'the client'} answered` : '';
  return {
    sentence: `${server} canceled ${account.isFromServer ? '' : 'the task of '}${call}${afterWords(ending)}`,
    short: 'Canceled by the server',
    explanation: `${server} canceled ${call}${afterWords(ending)}${before}${reason === '' ? '' : `: ${reason}`}.`,
    remedy: account.isFromServer
      ? ['Answer the question sooner, or give it more time in the server.']
      : ['Call again. If it is canceled again, look at the server’s log.'],
  };
}

function declinedWords({ kind }: Ending, { wait, client }: EndingFacts, server: string, call: string): EndingWords {
  const question = wait?.question;
  const after = waited((question?.answeredAt ?? 0) - (question?.at ?? 0));
  const asked = `${server} asked a question during ${call}`;
  if (kind === 'declined')
    return {
      sentence: `The question of ${server} was declined after ${after}`,
      short: `Declined after ${after}`,
      explanation: `${asked}. A person declined it after ${after}.`,
      remedy: ['Nothing to fix: call again to be asked again.'],
    };
  return {
    sentence: `Declined after ${after}: probably no person was asked`,
    short: `Declined after ${after}`,
    explanation: `${asked}. ${client ?? 'The client'} answered “${question?.action ?? ''}” after ${after}, faster than a person can read.`,
    remedy: [
      `Check how ${client ?? 'the client'} answers questions: without a window, clients often decline them.`,
      'Or pass what the server asks for in the arguments, if the tool accepts it.',
    ],
  };
}

function notContinuedWords({ wait }: EndingFacts, client: string, server: string, call: string): EndingWords {
  const question = wait?.question;
  const what = question?.method ? ` (${question.method})` : '';
  const rounds = (question?.times ?? 1) > 1 ? ` for the ${question?.times}th time` : '';
  return {
    sentence: `${client} never continued ${call} after ${server} asked for input`,
    short: 'Question never answered',
    explanation: `${server} asked for input${what}${rounds} before it could finish ${call}. ${client} sent no answer.`,
    remedy: [
      'Answer the question in the client, or repeat the call there.',
      'If the client shows no question, it may not support this kind of input.',
    ],
  };
}

function leftWords(ending: Ending, account: EndingFacts, client: string, server: string, call: string): EndingWords {
  const said = account.unanswered?.message ?? account.cancelled?.reason ?? '';
  return {
    sentence: `${client} closed the connection before ${server} answered ${call}`,
    short: 'Closed by the client',
    explanation:
      `${client} closed the connection${afterWords(ending)}, before ${server} answered ${call}` +
      `${said === '' ? '' : ` (${said.slice(0, 160)})`}.`,
    remedy: ['Connect again and repeat the call.', 'If it is slow, give the client more time before it closes.'],
  };
}
