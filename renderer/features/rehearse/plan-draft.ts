// A plan while it is edited: one JSON text, which the form and the JSON editor both change. Pure. Whether the plan is valid is
// decided by shared/features/rehearse, in the same words as on the command line.

import {
  type AnswerClass,
  type AnswerDialect,
  answerClasses,
  answerDialects,
  answersIn,
  canWait,
} from '../../../shared/features/rehearse/answer-pairs.ts';
import { planFileName } from '../../../shared/features/rehearse/plan-files.ts';
import { type Plan, readPlan } from '../../../shared/features/rehearse/rehearsal-plan.ts';
import { isObject, type Json, type JsonObject, member, parseJson } from '../../../shared/json/json.ts';
import { type Path, setAt } from '../../../shared/json/json-place.ts';

export const planText = (plan: Json | Plan): string => `${JSON.stringify(plan, null, 2)}\n`;

const blankStep: JsonObject = { do: { answer: 'rate_limited', waitMs: 2000 }, often: { share: 0.5 }, atMost: 10 };

/** What New begins with: something that works, and shows each part. */
export function blankPlan(taken: readonly string[]): string {
  const title = freeTitle('My plan', taken);
  return planText({
    name: planFileName(title),
    title,
    about: '',
    seed: 1,
    endsAfterMs: 60_000,
    steps: [blankStep],
  });
}

/** Under a name of its own, so that it never replaces what it was copied from. */
export function copyOf(plan: Plan, taken: readonly string[]): string {
  const title = freeTitle(`${plan.title} copy`, taken);
  return planText({ ...plan, name: planFileName(title), title });
}

function freeTitle(title: string, taken: readonly string[]): string {
  for (let count = 1; ; count += 1) {
    const one = count === 1 ? title : `${title} ${count}`;
    if (!taken.includes(planFileName(one))) return one;
  }
}

interface DraftProblem {
  text: string;
  /** Which value it is about; [] for the plan as a whole. */
  path: Path;
}

/** null: it is a plan. */
export function problemOf(text: string): DraftProblem | null {
  const read = readPlan(text);
  return read.ok ? null : { text: read.problem, path: pathIn(read.problem) };
}

/** Each problem begins with the member that it is about: `steps[0].do.waitMs must be …`. */
function pathIn(problem: string): Path {
  const [place = ''] = problem.split(' ', 1);
  if (place === 'The') return [];
  const parts = place.split(/[.[\]]/).filter(Boolean);
  return parts.map((part) => (/^\d{1,4}$/.test(part) ? Number(part) : part));
}

/** The steps as a form can show them; null: the text is too far from a plan. */
export function formOf(text: string): { plan: JsonObject; steps: JsonObject[] } | null {
  const parsed = parseJson(text);
  if (!parsed.ok || !isObject(parsed.value)) return null;
  const { steps } = parsed.value;
  if (!Array.isArray(steps)) return null;
  const shown = steps.filter((step): step is JsonObject => isObject(step) && stepKindOf(step) !== '');
  return shown.length === steps.length ? { plan: parsed.value, steps: shown } : null;
}

export function withValue(plan: JsonObject, path: Path, value: Json | undefined): string {
  return planText(setAt(plan, path, value));
}

/** The name follows the title. A name that someone chose in JSON stays. */
export function withTitle(plan: JsonObject, title: string): string {
  const { title: before, name } = plan;
  const follows = name === undefined || (typeof before === 'string' && name === planFileName(before));
  return planText({ ...plan, ...(follows ? { name: planFileName(title) } : {}), title });
}

export const withStep = (plan: JsonObject, steps: readonly JsonObject[]): string =>
  planText({ ...plan, steps: [...steps, { ...blankStep, often: 'once' }] });

/** The first matching step handles a call, so the order matters. */
export function movedStep(plan: JsonObject, steps: readonly JsonObject[], from: number, by: -1 | 1): string {
  const next = [...steps];
  const [one] = next.splice(from, 1);
  if (one) next.splice(from + by, 0, one);
  return planText({ ...plan, steps: next });
}

/** `answer:rate_limited`, `spoil:delay`, `end:process`; '' if the step says nothing that a form knows. */
export function stepKindOf(step: JsonObject): string {
  for (const kind of ['answer', 'spoil', 'end']) {
    const value = member(step.do, kind);
    if (typeof value === 'string') return `${kind}:${value}`;
  }
  return '';
}

/** Another failure in the same step. Keeps what still makes sense with it. */
export function withKind(step: JsonObject, kind: string): JsonObject {
  const [what = '', value = ''] = kind.split(':');
  const before = isObject(step.do) ? step.do : {};
  if (what === 'spoil')
    return { ...step, do: value === 'delay' ? { spoil: value, ms: before.ms ?? 5000 } : { spoil: value } };
  if (what !== 'answer') return { ...step, do: { end: value } };
  const answer = value as AnswerClass;
  const { waitMs, dialect, field, code, sentence } = before;
  const kept = {
    waitMs: canWait(answer) ? waitMs : undefined,
    dialect: dialectsFor(answer).some((one) => one === dialect) ? dialect : undefined,
    field: answer === 'validation' ? field : undefined,
    code,
    sentence,
  };
  const given = Object.entries(kept).filter((entry): entry is [string, Json] => entry[1] !== undefined);
  return { ...step, do: { answer, ...Object.fromEntries(given) } };
}

/** The error models that have a word for this failure. */
export const dialectsFor = (answer: AnswerClass): AnswerDialect[] =>
  answerDialects.filter((dialect) => answersIn(dialect).includes(answer));

export const draftAnswer = (step: JsonObject): AnswerClass | null =>
  answerClasses.find((one) => one === member(step.do, 'answer')) ?? null;
