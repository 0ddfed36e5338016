// Possible meanings of a code if no evidence decides: every known one, likeliest first.

import type { Lexicon } from '../../dialects/compile.ts';
import type { Dialect } from '../../dialects/dialect-schema.ts';
import type { Candidate } from '../../failure.ts';
import type { Reading } from '../reading/reading.ts';
import type { Trust } from '../trust/trusted-dialect.ts';

export function rivalMeanings({ readings }: Lexicon, { numbers }: Reading, trust: Trust): Candidate[] {
  const [code] = numbers;
  return (code === undefined ? [] : (readings.get(code.value) ?? []))
    .map(({ meaning, dialects, because }) => ({
      class: meaning.class,
      codeName: meaning.name ?? null,
      dialect: (dialects[0] as Dialect).id,
      confidence: Math.round(Math.min(0.9, likelihood(dialects, trust)) * 100) / 100,
      because,
    }))
    .sort((one, other) => other.confidence - one.confidence)
    .slice(0, 8);
}

function likelihood([first, ...others]: readonly Dialect[], { confidence }: Trust): number {
  const sure = (dialect: Dialect): number => (confidence.get(dialect.id) ?? 0) * 0.6;
  const base = first === undefined ? 0 : (first.kind === 'generic' ? 0.3 : 0.2) + sure(first);
  return others.reduce((sum, dialect) => sum + (0.1 + sure(dialect)), base);
}
