// Rules about two arguments together: "not both", "one of them is required", "start must be before end".

import { inRow } from '../../dialects/patterns.ts';
import { isObject, type Json, type JsonObject, member } from '../../json/json.ts';
import type { CallFacts } from '../reading/reading.ts';
import { short } from './fact-words.ts';

/** A rule about two arguments together; null if the sentence names fewer than two that were sent. */
export function argumentsTogether({ params, inputSchema }: CallFacts, reason: string): string | null {
  const said = reason.slice(0, 300);
  const known = { ...asObject(member(inputSchema, 'properties')), ...asObject(member(params, 'arguments')) };
  const near = Object.keys(known).filter((name) => said.includes(name));
  // Most sentences name fewer and need not be split into words.
  if (near.length < 2) return null;
  const spoken = new Set(said.split(/[^\w$.-]+/));
  const [one, other] = near
    .filter((name) => spoken.has(name))
    .sort((first, second) => said.indexOf(first) - said.indexOf(second));
  if (one === undefined || other === undefined) return null;
  if (notBoth.test(said)) return `Pass ${short(one, 40)} or ${short(other, 40)}, not both`;
  if (oneOf.test(said)) return `Pass ${short(one, 40)} or ${short(other, 40)}`;
  return ordered.test(said)
    ? `Change ${short(one, 40)} or ${short(other, 40)}: ${said.trim().replace(/\.$/, '')}`
    : null;
}

const asObject = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
const notBoth =
  /\bnot both\b|\bcannot be (?:used|combined|set|given) (?:together|with)\b|\bmutually exclusive\b|\bonly one of\b/i;
/** Before a list of names; "must be one of" is about values. */
const oneOf = /(?:^|[.:;] )(?:at least |exactly )?one of\b|\beither\b.{1,60}\bor\b/i;
const ordered = inRow(
  /\b(?:must|should|has to|cannot|can't|may not) (?:not )?be /i,
  /(?:before|after|less|greater|smaller|larger|earlier|later|at least|at most)\b/i,
);
