// Reads the advice table for a decision: who has to change something, the sentence, the explanation and the steps. A text comes from the
// deciding row of a dialect, else from the first cell that holds and can be filled.

import type { FailureClass, Fault, Fix, Layer, Owner } from '../../failure.ts';
import { readCause } from '../extract/masked-cause.ts';
import { isOfMessage, isOfMeta } from '../words/envelope.ts';
import { commandIn } from '../words/given-remedy.ts';
import { refusedSize } from '../words/http-sizes.ts';
import type { Phrase } from '../words/phrase.ts';
import { issueWords, reasonOf, stripDot, tellingLine, withoutLabel } from '../words/reason-words.ts';
import { setVariables } from '../words/set-variables.ts';
import { inMarks, longestShort, longestTiny, shorten, shortenPhrase } from '../words/shorten.ts';
import { advice, type Cell, ownerOfFault, type Shown, shownByAll } from './advice.ts';
import { askFor } from './asked-change.ts';
import type { Decision, Slots } from './decision.ts';
import { retryStep } from './retry.ts';
import { type SignName, slotsOf } from './signs.ts';
import { fill } from './slots.ts';

/** What a sign shows about owner and verdict; null if none does, or a witness worded the failure. */
export function shownOf(decision: Decision): Shown | null {
  if (decision.deciding?.told !== undefined) return null;
  const holds = ({ when }: Shown) => held(decision, when) !== null;
  return advice[decision.class].shown?.find(holds) ?? shownByAll.find(holds) ?? null;
}

export function faultOf({ call, class: failureClass, meaning, isUpstream }: Decision): Fault {
  if (isUpstream && (failureClass === 'rate_limited' || failureClass === 'unavailable')) return 'upstream';
  // The sender of an unsupported method must stop sending it.
  if (call.isFromServer && failureClass === 'method_not_found') return 'server';
  return meaning?.fault ?? advice[failureClass].fault;
}

/** Who has to change something. `fault` says whose doing it was, and stays for existing readers. */
export function ownerOf(decision: Decision, shown: Owner | undefined): Owner {
  const { deciding, reading, call, class: failureClass, fault } = decision;
  if (deciding?.told === undefined) {
    if (shown !== undefined) return shown;
    // Only the client writes the message around the call.
    if (isOfMessage(reading.issues) || isOfMeta(call)) return 'client';
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

/** The values of a sign, found once per decision. */
function held(decision: Decision, name: SignName): Slots | null {
  const known = decision.signs.get(name);
  if (known !== undefined) return known;
  const slots = slotsOf(name, decision);
  decision.signs.set(name, slots);
  return slots;
}

/** From the first cell that holds and has this text; null from `read` means that a placeholder stays empty. */
function fromCells<T>(
  decision: Decision,
  part: 'sentence' | 'explanation' | 'steps',
  read: (cell: Cell, slots: Slots | undefined) => T | null,
): T | null {
  for (const cell of advice[decision.class].cells) {
    if (cell[part] === undefined || (cell.owner !== undefined && cell.owner !== decision.owner)) continue;
    const slots = cell.when === undefined ? undefined : held(decision, cell.when);
    if (slots === null) continue;
    const text = read(cell, slots);
    if (text !== null) return text;
  }
  return null;
}

/** One plain sentence with concrete values. */
export function explanationOf(decision: Decision): string {
  const template = decision.meaning?.explanation;
  if (decision.deciding?.told !== undefined && template !== undefined) return template;
  const own = template === undefined ? null : fill(template, decision);
  return (
    own ?? fromCells(decision, 'explanation', (cell, slots) => fill(cell.explanation ?? '', decision, slots)) ?? ''
  );
}

/** The sentence of a finding, and its short forms. */
export function phraseOf(decision: Decision, fix: Fix): Phrase {
  const { envelope, reading, meaning } = decision;
  if (envelope !== null) return { sentence: envelope.step, short: envelope.step };
  if (fix.kind === 'request' && (decision.class === 'validation' || reading.issues.length > 0)) {
    const asked = askFor(decision, fix);
    if (asked !== null) return asked;
  }
  const brief = { server: shorten(fill('{server}', decision) ?? '', longestName) };
  const { server } = brief;
  const size = refusedSize(decision.call);
  if (size !== null)
    return { sentence: `${server} failed on a request of ${size}`, short: `Failed on a request of ${size}` };
  if (fix.kind === 'setting' && fix.variables.length > 0) return setVariables(fix.variables, server);
  const own = meaning?.sentence === undefined ? null : fill(meaning.sentence, decision);
  if (own !== null) return { sentence: own, short: meaning?.title ?? own };
  return (
    fromCells(decision, 'sentence', (cell, slots) => cellPhrase(decision, cell, { ...brief, ...slots })) ?? {
      sentence: '',
      short: '',
    }
  );
}

/** Of a server in a headline. */
const longestName = 32;
const reasonSlot = '{reason}';

function cellPhrase(decision: Decision, cell: Cell, slots: Slots): Phrase | null {
  const { sentence: template = '', tiny } = cell;
  const hasReason = template.endsWith(reasonSlot);
  const sentence = fill(hasReason ? template.slice(0, -reasonSlot.length) : template, decision, slots);
  const short = cell.short === undefined ? sentence : fill(cell.short, decision, slots);
  if (sentence === null || short === null) return null;
  if (hasReason) return withReason(decision, sentence, short);
  return tiny === undefined ? { sentence, short } : { sentence, short, tiny: fill(tiny, decision, slots) ?? short };
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

/** What to change, most likely first: the server's suggestion, then the row's advice or the cell's, then when to retry. */
export function stepsOf(decision: Decision): string[] {
  const { deciding, reading, envelope } = decision;
  if (deciding?.told !== undefined) return toldSteps(decision);
  const { suggestions } = reading;
  // The server's text, so it is shown as a quotation even if it contains a command.
  const steps = suggestions.slice(0, 2).map((text) => `The server suggests: ${inMarks(text, 300)}`);
  const command =
    suggestions.length === 0 && takesCommand.has(decision.class)
      ? commandIn(reading.messages.map(({ value }) => value))
      : null;
  if (readCause(reading) !== undefined && decision.stderrLine !== '')
    steps.push(`Likely cause, from stderr: ${inMarks(decision.stderrLine, 200)}`);
  if (command !== null) steps.push(`The server suggests: ${inMarks(command, 120)}`);
  const size = refusedSize(decision.call);
  // JSON-RPC allows batches, so the advice says that MCP does not.
  if (envelope !== null)
    steps.push(
      ...(envelope.place === 'params' && envelope.isSent
        ? [`${envelope.step}. MCP allows no other params.`]
        : [envelope.step, ...envelope.others].map((text) => `${text}.`)),
    );
  else if (size !== null)
    steps.push(`The request had ${size}, probably more than the server accepts: send less at once.`);
  else steps.push(...(ownSteps(decision) ?? cellSteps(decision)));
  const kept = [...new Set(steps)].slice(0, mostSteps - 1);
  const last = retryStep(decision);
  if (last === null) return kept;
  // A wait that the server names comes before everything else: nothing needs to be changed.
  return decision.retry.verdict === 'wait' ? [last, ...kept] : [...kept, last];
}

/** The row's advice, unless something is known that it leaves out: no token was sent, or the message names a variable or a call. */
function ownSteps(decision: Decision): string[] | null {
  const { class: failureClass, meaning } = decision;
  const outdone: readonly SignName[] =
    failureClass === 'unauthorized'
      ? ['no token sent', 'variable named']
      : failureClass === 'not_ready'
        ? ['variable named', 'call first']
        : ['call first'];
  if (meaning?.remedy === undefined || outdone.some((name) => held(decision, name) !== null)) return null;
  const steps = meaning.remedy.map((text) => fill(text, decision)).filter((text) => text !== null);
  return steps.length === 0 ? null : steps;
}

function cellSteps(decision: Decision): readonly string[] {
  const filled = fromCells(decision, 'steps', ({ steps = [] }, slots) => {
    const texts = steps.map((text) => fill(text, decision, slots));
    return texts.every((text) => text !== null) ? texts : null;
  });
  return filled ?? [];
}

/** Even without a message, the rejected arguments may be the cause. */
function toldSteps({ reading, meaning }: Decision): string[] {
  const steps = meaning?.remedy ?? [];
  const unfit = reading.issues.filter(({ by }) => by === 'schema');
  if (unfit.length === 0) return steps;
  return [`The arguments break the schema that the tool lists: ${issueWords(unfit)}. Correct them first.`, ...steps];
}

/** Classes in which the missing step may be a command, run on the server's machine. */
const takesCommand: ReadonlySet<FailureClass> = new Set(['not_ready', 'unauthorized', 'dependency', 'internal']);
