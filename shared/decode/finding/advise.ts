// Reads the advice table for a decision: who has to change something, the sentence, the explanation and the steps. A text comes from the
// deciding row of a dialect, else from the first cell that holds and can be filled.

import type { FailureClass, Fault, Fix, Layer, Owner } from '../../failure.ts';
import { readCause } from '../extract/masked-cause.ts';
import { isOfMessage } from '../words/envelope.ts';
import { commandIn, isBareToolName } from '../words/given-remedy.ts';
import { refusedSize } from '../words/http-sizes.ts';
import { type Phrase, setVariables } from '../words/phrase.ts';
import { issueWords, reasonOf, stripDot, tellingLine, withoutLabel } from '../words/reason-words.ts';
import { inMarks, longestShort, longestTiny, shortenPhrase } from '../words/shorten.ts';
import { type AdviceCell, advice, ownerOfFault, type ShownAdvice, shownByAll } from './advice.ts';
import { askFor } from './asked-change.ts';
import type { Decision, Slots } from './decision.ts';
import { retryStep } from './retry.ts';
import { type Sign, type SignName, signs, slotsOf } from './signs.ts';
import { briefServer, fill, splitTemplate, type Template, templateOf } from './slots.ts';

/** What a sign shows about owner and verdict; null if none does, or a witness worded the failure. */
export function shownOf(decision: Decision): ShownAdvice | null {
  if (decision.deciding?.told !== undefined) return null;
  const holds = ({ sign }: { sign: Sign }) => slotsOf(sign, decision) !== null;
  return table.get(decision.class)?.shown.find(holds) ?? null;
}

export function faultOf({ call, class: failureClass, meaning, isUpstream }: Decision): Fault {
  if (isUpstream && (failureClass === 'rate_limited' || failureClass === 'unavailable')) return 'upstream';
  // The sender of an unsupported method must stop sending it.
  if (call.isFromServer && failureClass === 'method_not_found') return 'server';
  return meaning?.fault ?? advice[failureClass].fault;
}

/** Who has to change something. `fault` says whose doing it was, and stays for existing readers. */
export function ownerOf(decision: Decision, shown: Owner | undefined, ofMeta: boolean): Owner {
  const { deciding, reading, call, class: failureClass, fault } = decision;
  if (deciding?.told === undefined) {
    if (shown !== undefined) return shown;
    if (refusedSize(call) !== null) return 'request';
    // Only the client writes the message around the call.
    if (isOfMessage(reading.issues) || ofMeta) return 'client';
    if (call.isFromServer && fault === 'server' && failureClass !== 'method_not_found') return 'client';
  }
  return deciding?.told?.owner ?? usualOwner(fault, failureClass, reading.layer, call.method);
}

export function usualOwner(fault: Fault, failureClass: FailureClass, layer: Layer, method?: string): Owner {
  if (fault !== 'caller') return ownerOfFault[fault];
  // Only the client writes the handshake.
  if (method === 'initialize' && failureClass === 'validation') return 'client';
  // A running tool's complaint about its caller is about the arguments: the client's request was readable.
  if (layer === 'tool' && (failureClass === 'invalid_request' || failureClass === 'internal')) return 'request';
  return advice[failureClass].ofCaller ?? 'request';
}

/** What a finding says. Before all steps are put together, null means that nobody has said it yet. */
interface Texts {
  phrase: Phrase | null;
  explanation: string | null;
  steps: readonly string[] | null;
}

/** Sentence, explanation and steps of a finding: of the witness, the request or the deciding row, else of the first cells that fit. */
export function advise(decision: Decision, fix: Fix): { phrase: Phrase; explanation: string; steps: string[] } {
  const { meaning, deciding } = decision;
  const told = deciding?.told;
  const isWorded = told !== undefined && meaning?.explanation !== undefined;
  const texts: Texts = {
    phrase: told?.phrase ?? ownPhrase(decision, fix),
    explanation: isWorded ? (meaning?.explanation ?? null) : filled(meaning?.explanation, decision),
    steps: told === undefined ? ownSteps(decision) : toldSteps(decision),
  };
  readCells(decision, texts);
  return {
    phrase: texts.phrase ?? { sentence: '', short: '' },
    explanation: texts.explanation ?? '',
    steps: told === undefined ? allSteps(decision, texts.steps ?? []) : [...(texts.steps ?? [])],
  };
}

/** A cell with its sign and split templates. All have the same members: engines read such objects several times faster. */
const compileCell = (cell: AdviceCell) => {
  const { owner, when, sentence = '' } = cell;
  const hasReason = sentence.endsWith(reasonSlot);
  const brief = (text: string) => splitTemplate(text.replaceAll('{server}', '{briefServer}'));
  return {
    ...{ owner, hasReason, sign: when === undefined ? null : signs[when] },
    sentence: sentence === '' ? null : brief(hasReason ? sentence.slice(0, -reasonSlot.length) : sentence),
    short: cell.short === undefined ? null : brief(cell.short),
    tiny: cell.tiny === undefined ? null : brief(cell.tiny),
    explanation: cell.explanation === undefined ? null : splitTemplate(cell.explanation),
    steps: cell.steps?.map(splitTemplate) ?? null,
  };
};

type Cell = ReturnType<typeof compileCell>;

const reasonSlot = '{reason}';
const table = new Map(
  Object.entries(advice).map(([name, { cells, shown = [] }]) => [
    name,
    {
      cells: cells.map(compileCell),
      shown: [...shown, ...shownByAll].map((one) => ({ ...one, sign: signs[one.when] as Sign })),
    },
  ]),
);

/** Each missing text comes from the first cell that holds, has it, and can be filled. */
function readCells(decision: Decision, texts: Texts): void {
  let last: Sign | null = null;
  let slots: Slots | null | undefined;
  for (const cell of table.get(decision.class)?.cells ?? []) {
    const { owner, sign, sentence, explanation, steps } = cell;
    if (owner !== undefined && owner !== decision.owner) continue;
    const gives =
      (texts.phrase === null && sentence !== null) ||
      (texts.explanation === null && explanation !== null) ||
      (texts.steps === null && steps !== null);
    if (!gives) continue;
    if (sign === null) slots = undefined;
    else if (sign !== last) slots = slotsOf(sign, decision);
    last = sign;
    if (slots === null) continue;
    if (sentence !== null) texts.phrase ??= cellPhrase(decision, cell, sentence, slots);
    if (explanation !== null) texts.explanation ??= fill(explanation, decision, slots);
    if (steps !== null) texts.steps ??= filledAll(steps, decision, slots);
    if (texts.phrase !== null && texts.explanation !== null && texts.steps !== null) return;
  }
}

/** null if one of them cannot be filled. */
function filledAll(templates: readonly Template[], decision: Decision, slots?: Slots): string[] | null {
  const texts: string[] = [];
  for (const template of templates) {
    const text = fill(template, decision, slots);
    if (text === null) return null;
    texts.push(text);
  }
  return texts;
}

const filled = (template: string | undefined, decision: Decision): string | null =>
  template === undefined ? null : fill(templateOf(template), decision);

/** A sentence that the request, the fix or the deciding row gives. */
function ownPhrase(decision: Decision, fix: Fix): Phrase | null {
  const { envelope, reading, meaning } = decision;
  if (envelope !== null) return { sentence: envelope.step, short: envelope.step };
  if (fix.kind === 'request' && (decision.class === 'validation' || reading.issues.length > 0)) {
    const asked = askFor(decision, fix);
    if (asked !== null) return asked;
  }
  const size = refusedSize(decision.call);
  if (size !== null)
    return {
      sentence: `${briefServer(decision)} failed on a request of ${size}`,
      short: `Failed on a request of ${size}`,
    };
  if (fix.kind === 'setting' && fix.variables.length > 0) return setVariables(fix.variables, briefServer(decision));
  const sentence = filled(meaning?.sentence, decision);
  return sentence === null ? null : { sentence, short: meaning?.title ?? sentence };
}

function cellPhrase(decision: Decision, cell: Cell, template: Template, slots?: Slots): Phrase | null {
  const sentence = fill(template, decision, slots);
  const short = cell.short === null ? sentence : fill(cell.short, decision, slots);
  if (sentence === null || short === null) return null;
  if (cell.hasReason) return withReason(decision, sentence, short);
  return cell.tiny === null
    ? { sentence, short }
    : { sentence, short, tiny: fill(cell.tiny, decision, slots) ?? short };
}

/** Includes what the server said about it. */
function withReason(decision: Decision, sentence: string, short: string): Phrase {
  const said = saidIn(decision);
  if (said === '') return { sentence, short };
  return {
    sentence: `${sentence}: ${withoutWrappers(said, longest - sentence.length - 2)}`,
    // Next to the class it would say nothing new.
    short: shortenPhrase(said, longestShort),
    tiny: decision.decidingLine !== null && said.length <= longestTiny ? said : short,
  };
}

const longest = 90;
const wrapper = /\b(?:fail(?:ed|ure)?|unable|could not|couldn't|cannot|can't|error|exception|status)\b/i;

/** If a reason is too long, drop the part that only says that something failed: the cause is at the end. */
function withoutWrappers(said: string, room: number): string {
  let rest = said;
  while (rest.length > room) {
    const colon = rest.indexOf(': ');
    const tail = rest.slice(colon + 2);
    const head = rest.slice(0, colon);
    // Within brackets, the colon ends no wrapper.
    const isOpen = head.lastIndexOf('(') > head.lastIndexOf(')');
    // `exception, code: 241`: what follows is not a cause.
    if (colon < 0 || isOpen || !wrapper.test(head) || !/^\D.*\S \S/s.test(tail)) break;
    rest = tail;
  }
  return rest;
}

function saidIn({ message, reading, decidingLine: line }: Decision): string {
  if (line !== null) return stripDot(withoutLabel(line));
  const said = tellingLine(reasonOf({ message, problem: reading.problem })).trim();
  // `XError. Error code: c. Error message: m. Error type: t`: the message of such a line.
  return stripDot(labeled.exec(said.slice(0, 800))?.[1] ?? said);
}

const labeled = /\berror message: (\S.{6,300}?)(?:\.? error [a-z]{3,20}: .*)?$/i;

const mostSteps = 6;

/** What to change, most likely first: the server's suggestion, then the advice, then when to retry. */
function allSteps(decision: Decision, advised: readonly string[]): string[] {
  const { suggestions } = decision.reading;
  const steps: string[] = [];
  const add = (text: string) => {
    if (steps.length < mostSteps - 1 && !steps.includes(text)) steps.push(text);
  };
  // The server's text, so it is shown as a quotation even if it contains a command.
  for (const text of suggestions.slice(0, 2))
    add(isBareToolName(text) ? `Call ${text}, as the server suggests.` : `The server suggests: ${inMarks(text, 300)}`);
  if (decision.stderrLine !== '' && readCause(decision.reading) !== undefined)
    add(`Likely cause, from stderr: ${inMarks(decision.stderrLine, 200)}`);
  if (suggestions.length === 0 && takesCommand.has(decision.class)) {
    const command = commandIn(decision.reading.messages.map(({ value }) => value));
    if (command !== null) add(`The server suggests: ${inMarks(command, 120)}`);
  }
  for (const text of advised) add(text);
  const last = retryStep(decision);
  if (last === null) return steps;
  // A wait that the server names comes before everything else: nothing needs to be changed.
  return decision.retry.verdict === 'wait' ? [last, ...steps] : [...steps, last];
}

/**
 * The advice of the request or of the deciding row, unless something is known that the row leaves out: no token was sent, or the message
 * names a variable or a call.
 */
function ownSteps(decision: Decision): readonly string[] | null {
  const { class: failureClass, meaning, envelope, call } = decision;
  // JSON-RPC allows batches, so the advice says that MCP does not.
  if (envelope !== null)
    return envelope.place === 'params' && envelope.isSent
      ? [`${envelope.step}. MCP allows no other params.`]
      : [envelope.step, ...envelope.others].map((text) => `${text}.`);
  const size = refusedSize(call);
  if (size !== null) return [`The request had ${size}, probably more than the server accepts: send less at once.`];
  if (meaning?.remedy === undefined) return null;
  const outdone: readonly SignName[] =
    failureClass === 'unauthorized'
      ? ['no token sent', 'variable named']
      : failureClass === 'not_ready'
        ? ['variable named', 'call first']
        : ['call first'];
  if (outdone.some((name) => slotsOf(signs[name], decision) !== null)) return null;
  const steps = meaning.remedy.map((text) => filled(text, decision)).filter((text) => text !== null);
  return steps.length === 0 ? null : steps;
}

/** Even without a message, the rejected arguments may be the cause. */
function toldSteps({ reading, meaning }: Decision): readonly string[] | null {
  const steps = meaning?.remedy;
  const unfit = reading.issues.filter(({ by }) => by === 'schema');
  if (unfit.length === 0) return steps ?? null;
  return [
    `The arguments break the schema that the tool lists: ${issueWords(unfit)}. Correct them first.`,
    ...(steps ?? []),
  ];
}

/** Classes in which the missing step may be a command, run on the server's machine. */
const takesCommand: ReadonlySet<FailureClass> = new Set(['not_ready', 'unauthorized', 'dependency', 'internal']);
