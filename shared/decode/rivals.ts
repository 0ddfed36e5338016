// What a code could mean, where no evidence decides: everyone who gives it a meaning, likeliest first.

import { type Lexicon, wordKey } from '../dialects/compile.ts';
import type { Dialect, Meaning } from '../dialects/schema.ts';
import type { Candidate } from '../failure.ts';
import { type Facts, first } from './facts.ts';
import type { Identity } from './identify.ts';

// Most codes are clear: their failures share this, which no one writes to.
export const noCandidates: Candidate[] = Object.freeze([]) as never[];

/** Everyone who gives this code a meaning, for codes that no evidence decides. */
export function rivals(lexicon: Lexicon, facts: Facts, identity: Identity): Candidate[] {
  const code = first(facts.numbers);
  const rows = code === undefined ? undefined : lexicon.codes.get(code.value);
  if (code === undefined || rows === undefined) return noCandidates;
  if (!rows.some((row) => row.dialect.kind === 'vendor' || row.meaning.when !== undefined)) return noCandidates;
  if (rows.some((row) => row.dialect.kind === 'generic' && row.meaning.when === undefined && row.strength >= 1))
    return noCandidates;
  // One candidate a meaning: the more dialects share it, the likelier it is.
  const found = new Map<string, { meaning: Meaning; dialects: Dialect[]; confidence: number }>();
  for (const { dialect, meaning } of rows) {
    const key = `${meaning.class} ${wordKey(meaning.name ?? '')}`;
    const known = found.get(key);
    if (known?.dialects.includes(dialect)) continue;
    const sure = (identity.confidence.get(dialect.id) ?? 0) * 0.6;
    if (known === undefined)
      found.set(key, { meaning, dialects: [dialect], confidence: (dialect.kind === 'generic' ? 0.3 : 0.2) + sure });
    else {
      known.dialects.push(dialect);
      known.confidence += 0.1 + sure;
    }
  }
  return [...found.values()]
    .map(({ meaning, dialects, confidence }) => ({
      class: meaning.class,
      codeName: meaning.name ?? null,
      dialect: (dialects[0] as Dialect).id,
      confidence: Math.round(Math.min(0.9, confidence) * 100) / 100,
      because: `In ${dialects.map((dialect) => dialect.name).join(', ')} ${code.value} means “${meaning.name ?? meaning.class}”.`,
    }))
    .sort((one, other) => other.confidence - one.confidence)
    .slice(0, 8);
}
