// A number that one dialect documents, next to text that says something else. Servers make up codes, and two may pick the same one. If
// only the number supports the dialect and the text clearly names another kind of failure, the number is doubted.

import type { DialectRow, Lexicon } from '../../dialects/compile.ts';
import { isStronger } from '../../dialects/places.ts';
import type { Evidence, FailureClass } from '../../failure.ts';
import type { PhraseMatches } from '../extract/match-phrases.ts';
import type { FoundValue, Reading } from '../reading/reading.ts';

/** Too little to use the dialect's tables, but still a sign. */
const doubted = 0.25;
/** Too common in code names to point to one of them. */
const common = new Set(['error', 'failed', 'failure', 'invalid', 'found', 'missing', 'unknown', 'request', 'tool']);

interface Signs {
  marks: Map<string, number>;
  evidence: ReadonlyMap<string, readonly Evidence[]>;
}

export function doubtLoneCode(
  lexicon: Lexicon,
  { marks, evidence: seen }: Signs,
  matches: PhraseMatches,
  reading: Reading,
): void {
  const code = reading.numbers[0];
  const message = reading.messages[0];
  if (code === undefined || message === undefined) return;
  for (const [id, evidence] of seen) {
    const [only] = evidence;
    if (evidence.length !== 1 || only?.path !== code.path) continue;
    const rows = lexicon.codes.get(code.value)?.filter((row) => !row.generic && row.dialect.id === id) ?? [];
    const said = plainestClass(matches, message);
    if (rows.length === 0 || said === null) continue;
    const fits = rows.some((row) => row.meaning.class === said || isNamedIn(row, message.value));
    if (!fits) marks.set(id, Math.min(doubted, marks.get(id) ?? 0));
  }
}

/** The class that the text names by itself: words that fit several causes do not count. */
function plainestClass({ said }: PhraseMatches, message: FoundValue<string>): FailureClass | null {
  let best: DialectRow | null = null;
  for (const { row, by } of said) {
    if (!row.generic || isStronger('general words', row.place) || row.meaning.when !== undefined || by !== message)
      continue;
    if (best === null || isStronger(row.place, best.place)) best = row;
  }
  return best?.meaning.class ?? null;
}

/** Whether the message uses a word of the code's name. */
function isNamedIn({ meaning, message }: DialectRow, text: string): boolean {
  const said = text.toLowerCase();
  const names = `${meaning.name ?? ''} ${message ?? ''}`.toLowerCase().split(/[^a-z]+/);
  return names.some((word) => word.length > 3 && !common.has(word) && said.includes(word));
}
