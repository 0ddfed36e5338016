// What changed between two answers: by structure where both are JSON, by lines otherwise. Never throws.

import { type Json, parseJson } from '../json/json.ts';
import { JsonReader } from '../json/json-reader.ts';
import type { AnswerDiff } from '../retry/replay.ts';
import { diffValues } from './structure-diff.ts';
import { diffText } from './text-diff.ts';

/** Larger answers are compared by their lines. */
const structureLimit = 2_000_000;
/** What a window is sent of each side. */
const shownLimit = 500_000;
const deepest = 200;

export function diffAnswers(before: string, after: string): AnswerDiff {
  const was = readSmall(before);
  const is = readSmall(after);
  const shown = { before: clip(pretty(before, was)), after: clip(pretty(after, is)) };
  if (was !== undefined && is !== undefined) {
    const { lines, volatilePaths, full } = diffValues(was, is);
    if (!full) return { ...shown, lines, volatilePaths, byText: false };
  }
  return { ...shown, lines: diffText(pretty(before, was), pretty(after, is)), volatilePaths: [], byText: true };
}

/** undefined: not JSON, or too large to be worth it. */
function readSmall(text: string): Json | undefined {
  if (text.length > structureLimit) return undefined;
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : undefined;
}

function pretty(text: string, value: Json | undefined): string {
  return value === undefined || isDeep(text) ? text : JSON.stringify(value, null, 2);
}

/** Indented, such a text would be mostly indentation; deeper still, it could not be written at all. */
function isDeep(text: string): boolean {
  for (const reader = new JsonReader(text); reader.next(); ) if (reader.depth > deepest) return true;
  return false;
}

const clip = (text: string): string => (text.length > shownLimit ? `${text.slice(0, shownLimit)}…` : text);
