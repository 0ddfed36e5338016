// A rehearsal plan: which failures Misfire injects between a client and its server, into which calls, and how often.
// Owns the shape and reads plans that people wrote. docs/rehearsal-plan.schema.json has the same shape for editors.

import { isObject, type Json, type JsonObject, parseJson } from '../../json/json.ts';
import { type AnswerClass, answerClasses, answerDialects, answersIn, canWait } from './answer-pairs.ts';

/** `own`: the server's own error model where one is known, else plain MCP. */
export const rehearsalDialects = ['own', ...answerDialects] as const;
export type RehearsalDialect = (typeof rehearsalDialects)[number];

export const spoilKinds = [
  'delay',
  'cut',
  'noise',
  'wrong-id',
  'duplicate',
  'broken-schema',
  'reported-as-success',
  'no-answer',
] as const;
export type SpoilKind = (typeof spoilKinds)[number];

export const endKinds = ['process', 'stream', 'session', 'sign-in'] as const;
export type EndKind = (typeof endKinds)[number];

/** What a plan does to one call. */
export type Injection =
  /** Answer in the server's place. The server is not asked. */
  | {
      answer: AnswerClass;
      /** The wait that the answer states. */
      waitMs?: number;
      /** Left out: `own`. */
      dialect?: RehearsalDialect;
      /** validation: the argument that the answer objects to. */
      field?: string;
      code?: number;
      sentence?: string;
    }
  /** The server is asked; what passes is spoiled. `ms`: how long a delay lasts. */
  | { spoil: SpoilKind; ms?: number }
  /** Something ends. */
  | { end: EndKind };

export type Often = 'once' | { every: number } | { share: number } | { first: number };

export interface RehearsalStep {
  /** Tools by name; absent: every tool. Spoiling or ending needs readOnlyHint or the tool's name here. */
  tools?: readonly string[];
  do: Injection;
  /** Default: every call. */
  often?: Often;
  atMost?: number;
}

export interface Plan {
  name: string;
  title: string;
  about: string;
  /** Decides which calls a share picks. The same seed picks the same calls. */
  seed: number;
  endsAfterMs: number;
  steps: readonly RehearsalStep[];
}

/** A stable word for what was injected, as captures keep it. */
export function injectionWord(injection: Injection): string {
  if ('answer' in injection) return `answer:${injection.answer}`;
  return 'spoil' in injection ? `spoil:${injection.spoil}` : `end:${injection.end}`;
}

type ReadPlan = { ok: true; plan: Plan } | { ok: false; problem: string };

/** Longer ones are a mistake: nothing should keep failing on purpose over night. */
export const longestMs = 3_600_000;
export const longestDelayMs = 600_000;
/** In characters. */
export const longestPlan = 1_000_000;
export const mostSteps = 50;

/** The problem names the member and what it should be. `name`: for plans that have none, usually the file's name. */
export function readPlan(text: string, name = 'plan'): ReadPlan {
  if (text.length > longestPlan) return { ok: false, problem: 'The plan is longer than 1 MB.' };
  const parsed = parseJson(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  if (!parsed.ok) return { ok: false, problem: `The plan is not JSON: ${parsed.problem}.` };
  try {
    return { ok: true, plan: planOf(parsed.value, name) };
  } catch (problem) {
    if (problem instanceof PlanProblem) return { ok: false, problem: problem.message };
    throw problem;
  }
}

class PlanProblem extends Error {}

function wrong(where: string, what: string): never {
  throw new PlanProblem(`${where === '' ? 'The plan' : where} ${what}`);
}

function planOf(value: Json, fallback: string): Plan {
  const plan = membersOf(value, '', ['$schema', 'name', 'title', 'about', 'seed', 'endsAfterMs', 'steps']);
  const name = textAt(plan, 'name', '') ?? fallback;
  const { steps } = plan;
  if (!Array.isArray(steps) || steps.length === 0) wrong('steps', 'must be a list of at least one step.');
  if (steps.length > mostSteps) wrong('steps', `has ${steps.length} steps. At most ${mostSteps} are possible.`);
  return {
    name,
    title: textAt(plan, 'title', '') ?? name,
    about: plan.about === '' ? '' : (textAt(plan, 'about', '') ?? ''),
    seed: wholeAt(plan, 'seed', '', 0, Number.MAX_SAFE_INTEGER) ?? 1,
    endsAfterMs: wholeAt(plan, 'endsAfterMs', '', 1, longestMs) ?? 60_000,
    steps: steps.map((step, index) => stepOf(step, `steps[${index}]`)),
  };
}

function stepOf(value: Json, where: string): RehearsalStep {
  const step = membersOf(value, where, ['tools', 'do', 'often', 'atMost']);
  const { tools } = step;
  const isList = Array.isArray(tools) && tools.length > 0 && tools.every((tool) => typeof tool === 'string');
  if (tools !== undefined && !isList)
    wrong(`${where}.tools`, 'must be a list of tool names. Leave it out for every tool.');
  if (step.do === undefined) wrong(where, 'has no "do". Say what happens: {"answer":"rate_limited"}.');
  const atMost = wholeAt(step, 'atMost', where, 1, 1_000_000);
  return {
    ...(tools === undefined ? {} : { tools: tools as string[] }),
    do: injectionOf(step.do, `${where}.do`),
    ...(step.often === undefined ? {} : { often: oftenOf(step.often, `${where}.often`) }),
    ...(atMost === undefined ? {} : { atMost }),
  };
}

function injectionOf(value: Json, where: string): Injection {
  if (!isObject(value)) wrong(where, 'must be an object.');
  const kinds = (['answer', 'spoil', 'end'] as const).filter((kind) => Object.hasOwn(value, kind));
  if (kinds.length !== 1) wrong(where, 'needs exactly one of "answer", "spoil" and "end".');
  switch (kinds[0]) {
    case 'answer':
      return answerOf(value, where);
    case 'spoil': {
      const { spoil } = membersOf(value, where, ['spoil', 'ms']);
      const ms = wholeAt(value, 'ms', where, 0, longestDelayMs);
      if (ms !== undefined && spoil !== 'delay') wrong(`${where}.ms`, 'is only for "delay".');
      if (ms === undefined && spoil === 'delay') wrong(where, 'needs "ms": how long the answer is delayed.');
      return { spoil: oneOf(spoil, spoilKinds, `${where}.spoil`), ...(ms === undefined ? {} : { ms }) };
    }
    default:
      return { end: oneOf(membersOf(value, where, ['end']).end, endKinds, `${where}.end`) };
  }
}

function answerOf(value: JsonObject, where: string): Injection {
  membersOf(value, where, ['answer', 'waitMs', 'dialect', 'field', 'code', 'sentence']);
  const waitMs = wholeAt(value, 'waitMs', where, 0, longestMs);
  const field = textAt(value, 'field', where);
  const code = wholeAt(value, 'code', where, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  const sentence = textAt(value, 'sentence', where);
  const answer = classOf(value.answer, `${where}.answer`);
  const { dialect: said } = value;
  const dialect = said === undefined ? undefined : oneOf(said, rehearsalDialects, `${where}.dialect`);
  if (waitMs !== undefined && !canWait(answer)) wrong(`${where}.waitMs`, `does not help against ${answer}. Remove it.`);
  if (dialect !== undefined && dialect !== 'own' && !answersIn(dialect).includes(answer))
    wrong(`${where}.dialect`, `has no word for ${answer}. ${dialect} has: ${answersIn(dialect).join(', ')}.`);
  return {
    answer,
    ...(waitMs === undefined ? {} : { waitMs }),
    ...(dialect === undefined ? {} : { dialect }),
    ...(field === undefined ? {} : { field }),
    ...(code === undefined ? {} : { code }),
    ...(sentence === undefined ? {} : { sentence }),
  };
}

function classOf(value: Json | undefined, where: string): AnswerClass {
  if (value === 'invalid_response') wrong(where, 'cannot be answered. Use "spoil": "cut", "noise" or "broken-schema".');
  if (value === 'connection_lost') wrong(where, 'cannot be answered. Use "end": "process" or "stream".');
  return oneOf(value, answerClasses, where);
}

function oftenOf(value: Json, where: string): Often {
  if (value === 'once') return 'once';
  const shapes = 'must be "once", {"every":3}, {"first":2} or {"share":0.5}.';
  if (!isObject(value) || Object.keys(value).length !== 1) wrong(where, shapes);
  const { every, first, share } = value;
  if (every !== undefined) return { every: wholeAt(value, 'every', where, 1, 1_000_000) as number };
  if (first !== undefined) return { first: wholeAt(value, 'first', where, 1, 1_000_000) as number };
  if (share === undefined) wrong(where, shapes);
  if (typeof share !== 'number' || !(share > 0 && share <= 1))
    wrong(`${where}.share`, 'must be a number above 0 and up to 1. Half of the calls: 0.5.');
  return { share };
}

function membersOf(value: Json, where: string, known: readonly string[]): JsonObject {
  if (!isObject(value)) wrong(where, 'must be an object.');
  const other = Object.keys(value).find((key) => !known.includes(key));
  if (other !== undefined)
    wrong(where, `has an unknown member "${other}". Known: ${known.filter((key) => key !== '$schema').join(', ')}.`);
  return value;
}

function textAt(value: JsonObject, key: string, where: string): string | undefined {
  const text = value[key];
  if (text === undefined) return undefined;
  if (typeof text !== 'string' || text.trim() === '' || text.length > 8_000)
    wrong(placeOf(where, key), 'must be a text of 1 to 8,000 characters.');
  return text;
}

function wholeAt(value: JsonObject, key: string, where: string, least: number, most: number): number | undefined {
  const number = value[key];
  if (number === undefined) return undefined;
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < least || number > most)
    wrong(placeOf(where, key), rangeWords(least, most));
  return number;
}

function rangeWords(least: number, most: number): string {
  if (least === Number.MIN_SAFE_INTEGER) return 'must be a whole number.';
  if (most === Number.MAX_SAFE_INTEGER) return `must be a whole number, ${least} or more.`;
  return `must be a whole number from ${least} to ${most.toLocaleString('en-US')}.`;
}

function oneOf<T extends string>(value: Json | undefined, known: readonly T[], where: string): T {
  const found = known.find((one) => one === value);
  if (found === undefined) wrong(where, `is ${JSON.stringify(value)}. Known: ${known.join(', ')}.`);
  return found;
}

const placeOf = (where: string, key: string): string => (where === '' ? key : `${where}.${key}`);
