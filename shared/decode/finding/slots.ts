// Fills the placeholders of templates, as cells and dialects write them: `{server} has no tool called {target}`.

import { capital } from '../../text/capital.ts';
import { duration } from '../../text/duration.ts';
import type { CallFacts } from '../reading/reading.ts';
import { limitText, scopeText, short, sizeText, timeText, valueText, waitText } from '../words/fact-words.ts';
import { offeredIn } from '../words/given-remedy.ts';
import { unrecordedBytes } from '../words/http-sizes.ts';
import { fileIn, programIn, variableIn } from '../words/named-parts.ts';
import { callName, nameAfter, nameOfServer } from '../words/names.ts';
import { issueWords, stripDot } from '../words/reason-words.ts';
import { otherVersions } from '../words/refused-headers.ts';
import { inMarks, shorten } from '../words/shorten.ts';
import { capabilityOf, clientCapability } from '../words/unknown-method.ts';
import type { Decision, Slots } from './decision.ts';

/** A template, split once: a text, then for each placeholder its name, what fills it, and the text after it. */
export interface Template {
  start: string;
  places: readonly { name: string; slot: Slot | null; text: string }[];
}

// Dialects bring a few hundred templates; the bound is for users who edit theirs all day.
const mostTemplates = 2000;
const templates = new Map<string, Template>();

/** The template of a dialect. */
export function templateOf(text: string): Template {
  const known = templates.get(text);
  if (known !== undefined) return known;
  if (templates.size >= mostTemplates) templates.clear();
  const template = splitTemplate(text);
  templates.set(text, template);
  return template;
}

export function splitTemplate(text: string): Template {
  const [start = '', ...parts] = text.split(/\{([A-Za-z_]{1,40})\}/);
  const places = parts.flatMap((name, index) =>
    index % 2 === 0
      ? [{ name, slot: Object.hasOwn(slots, name) ? (slots[name] as Slot) : null, text: parts[index + 1] as string }]
      : [],
  );
  return { start, places };
}

/** null if a value is missing. */
export function fill({ start, places }: Template, decision: Decision, own?: Slots): string | null {
  let filled = start;
  for (const { name, slot, text } of places) {
    // An inherited member of an object is no text.
    const given = own?.[name];
    const value =
      typeof given === 'string' ? given : slot === null ? valueText(decision.reading, name) : slot(decision);
    if (value === null) return null;
    filled += nameAfter(filled, value) + text;
  }
  return filled;
}

type Slot = (decision: Decision) => string | null;

/** The placeholders that are no fields of the answer. */
const slots: Readonly<Record<string, Slot>> = {
  server: serverName,
  briefServer,
  call: ({ call }) => callName(call),
  Call: ({ call }) => capital(callName(call)),
  /** The call as a headline names it. */
  callName: ({ call: { target, method } }) => {
    // Of a resource, the method says what was asked for.
    const isOfResource = method?.startsWith('resources/') && method !== 'resources/read';
    return shorten((isOfResource ? method : target) || method || 'the request', 40);
  },
  shortTarget: ({ call: { target } }) => (target ? shorten(target, 26) : null),
  quoted: ({ call: { target } }) => (target ? inMarks(target, 200) : null),
  doing: ({ call }) => doing(call),
  arguments: ({ call }) => argumentsOf(call),
  method: ({ call, reading }) => call.method ?? valueText(reading, 'method'),
  asked: ({ call, reading }) => call.method ?? valueText(reading, 'method') ?? 'of that name',
  serverCapability: ({ call }) => capabilityOf(call.method),
  clientCapability: ({ call }) => clientCapability(call.method),
  message: ({ line }) => stripDot(short(line, 200)) || null,
  quotedLine: ({ line }) => (line === '' ? null : inMarks(line, 200)),
  because: (decision) => becauseOf(decision),
  noReason: ({ call }) => {
    // The part that was not recorded may hold the reason.
    const bytes = unrecordedBytes(call);
    return bytes === 0 ? ' and gave no reason' : `. Its answer of ${bytes} bytes was not recorded`;
  },
  /** Only if the same call may be sent again: a refusal stays a refusal. */
  wait: ({ retry: { verdict, afterMs } }) =>
    afterMs !== null && (verdict === 'wait' || verdict === 'backoff') ? duration(afterMs) : null,
  waits: (decision) => (decision.retry.afterMs === null ? becauseOf(decision) : waitText(decision.retry.afterMs)),
  limited: ({ reading }) => limitText(reading),
  timed: ({ reading }) => timeText(reading),
  sized: ({ reading }) => sizeText(reading),
  scoped: ({ reading }) => scopeText(reading),
  program: ({ reason }) => programIn(reason),
  file: ({ reason }) => fileIn(reason),
  variable: ({ reason }) => variableIn(reason),
  issues: (decision) => issuesOf(decision),
  target: ({ call }) => call.target || null,
  tool: ({ call, reading }) =>
    valueText(reading, 'tool') ?? (call.method === 'tools/call' ? (call.target ?? null) : null),
  choices: ({ reason }) => choicesIn(reason),
  choicesOrList: ({ reason }) => choicesIn(reason) ?? listStep(reason),
  otherVersions: ({ call, reason }) => otherVersions(call, reason),
  number: ({ reading }) => String(reading.numbers[0]?.value ?? 'a code'),
  meanings: (decision) => meaningsOf(decision),
};

function serverName({ call, class: failureClass, reading }: Decision): string {
  // The responder is the one that failed.
  return call.isFromServer && failureClass !== 'method_not_found' ? 'The client' : nameOfServer(reading.context);
}

/** As a headline names it. */
export function briefServer(decision: Decision): string {
  return shorten(serverName(decision), 32);
}

/** Messages that only repeat the class. */
const idle: Readonly<Record<string, string>> = { cancelled: 'cancelled', method_not_found: 'method not found' };

/** `: message` for the end of a sentence; '' if there is none. */
function becauseOf({ class: failureClass, line }: Decision): string {
  const said = line.trim();
  const plain = idle[failureClass];
  if (plain !== undefined && said.toLowerCase().startsWith(plain)) return '';
  const text = stripDot(short(said, 200));
  return text === '' ? '' : `: ${text}`;
}

/** What was requested, after "to": `run "search"`. */
function doing({ target, method }: CallFacts): string {
  if (target !== undefined && target !== '') {
    const name = inMarks(target, 80);
    if (method === 'tools/call') return `run ${name}`;
    if (method === 'prompts/get') return `give the prompt ${name}`;
    if (method?.startsWith('resources/')) return `read ${name}`;
  }
  if (method === 'initialize') return 'start the session';
  return method === undefined ? 'answer' : `answer ${short(method, 60)}`;
}

function argumentsOf({ target, method }: CallFacts): string {
  if (method === 'tools/call' && target !== undefined) return `the arguments of ${inMarks(target, 80)}`;
  return method === undefined ? 'the values in the request' : `the parameters of ${short(method, 60)}`;
}

/** What is wrong with the arguments; null if unknown. */
function issuesOf({ reading, line }: Decision): string | null {
  if (reading.issues.length > 0) return issueWords(reading.issues);
  const field = valueText(reading, 'field');
  return field === null ? null : `${field}${line === '' ? '' : ` (${short(line, 160)})`}`;
}

/** The choices that the message lists. */
function choicesIn(reason: string): string | null {
  const offered = offeredIn(reason);
  if (offered === null) return null;
  if (offered.items === null)
    return `The message lists no ${offered.of === '' ? 'entries' : offered.of}: add one first.`;
  return `Choose from what the server lists: ${inMarks(offered.items, 200)}`;
}

/** The message may name the tool that lists what exists. */
function listStep(reason: string): string {
  const tool = /\blist(?:_[a-z]\w{1,40}|[A-Z]\w{2,40}|-[a-z][\w-]{1,40})\b/.exec(reason.slice(0, 500))?.[0];
  return tool === undefined
    ? 'List what exists first, then use an entry of that list.'
    : `Call ${tool}, then use an entry of its answer.`;
}

/** Possible meanings of a code, if nothing decides. */
function meaningsOf({ candidates }: Decision): string | null {
  const names = candidates.map(({ codeName, class: failureClass }) => codeName ?? failureClass.replaceAll('_', ' '));
  const shown = [...new Set(names)].slice(0, 4);
  const last = shown.pop();
  if (last === undefined) return null;
  return shown.length === 0 ? last : `${shown.join(', ')} or ${last}`;
}
