// What changed between two responses: by structure if both are JSON, otherwise by lines. Never throws.

import { type Json, parseJson } from '../json/json.ts';
import { JsonReader } from '../json/json-reader.ts';
import type { AnswerDiff } from '../retry/replay.ts';
import { diffValues } from './structure-diff.ts';
import { diffText } from './text-diff.ts';

/** Larger responses are compared by lines. */
const structureLimit = 2_000_000;
/** The part of each side that a window receives. */
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

/** undefined: not JSON, or too large. */
function readSmall(text: string): Json | undefined {
  if (text.length > structureLimit) return undefined;
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : undefined;
}

function pretty(text: string, value: Json | undefined): string {
  return value === undefined || isDeep(text) ? text : JSON.stringify(value, null, 2);
}

/** Such a text would be mostly indentation; deeper ones could not be serialized. */
function isDeep(text: string): boolean {
  for (const reader = new JsonReader(text); reader.next(); ) if (reader.depth > deepest) return true;
  return false;
}

const clip = (text: string): string => (text.length > shownLimit ? `${text.slice(0, shownLimit)}…` : text);
