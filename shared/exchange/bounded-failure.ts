// A failure that can be sent anywhere: structured clone and Electron's IPC give up at some 3,000 levels, and a window needs
// no megabyte to explain an error. Values that are too deep or too long become a cut text; the message itself stays in the store.

import type { Failure } from '../failure.ts';
import type { Json } from '../json.ts';
import { jsonText } from './canonical.ts';

const depthLimit = 40;
const sizeLimit = 20_000;
const listLimit = 200;
const textLimit = 4000;

export function boundFailure(failure: Failure): Failure {
  return {
    ...failure,
    explanation: cut(failure.explanation),
    message: cut(failure.message),
    remedy: failure.remedy.slice(0, listLimit).map(cut),
    issues: failure.issues.slice(0, listLimit),
    evidence: failure.evidence.slice(0, listLimit).map((fact) => ({ ...fact, value: boundValue(fact.value) })),
    notes: failure.notes.slice(0, listLimit),
    remainder: failure.remainder.slice(0, listLimit).map((rest) => ({ ...rest, value: boundValue(rest.value) })),
    links: failure.links.slice(0, listLimit),
    problem:
      failure.problem?.extensions !== undefined && !fits(failure.problem.extensions)
        ? { ...failure.problem, extensions: { '…': boundValue(failure.problem.extensions) } }
        : failure.problem,
  };
}

function boundValue(value: Json): Json {
  if (typeof value === 'string') return cut(value);
  if (typeof value !== 'object' || value === null || fits(value)) return value;
  return cut(jsonText(value));
}

function cut(text: string): string {
  return text.length > textLimit ? `${text.slice(0, textLimit)}…` : text;
}

/** Shallow and small enough to travel as it is. */
function fits(value: Json): boolean {
  let left = sizeLimit;
  const visit = (item: Json, depth: number): boolean => {
    left -= typeof item === 'string' ? item.length : 8;
    if (left < 0 || depth > depthLimit) return false;
    if (typeof item !== 'object' || item === null) return true;
    if (Array.isArray(item)) return item.every((inner) => visit(inner, depth + 1));
    for (const key in item) {
      left -= key.length;
      if (!visit(item[key] as Json, depth + 1)) return false;
    }
    return true;
  };
  return visit(value, 0);
}
