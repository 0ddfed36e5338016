// Why a process ended, short enough to stand beside a server's name. The card says the same at length (incident-cause.ts).

import { short } from '../decode/fact-words.ts';
import { stripDot } from '../decode/reason-words.ts';
import { Masker } from '../mask/masker.ts';
import { lastWords } from '../stderr/last-words.ts';
import { missingVariables } from '../stderr/missing-variable.ts';

export interface ProcessEnd {
  code: number | null;
  signal: string | null;
  /** It had answered before. */
  hadAnswered: boolean;
  /** The last lines, in their order. */
  stderr: readonly string[];
}

/** null: it said nothing. What it said is without secrets, as these words also go where nothing else hides them. */
export function endInShort({ code, signal, hadAnswered, stderr }: ProcessEnd): string | null {
  const how = signal !== null ? `Ended by ${signal}` : `Exit code ${code ?? 'unknown'}`;
  const missing = hadAnswered ? null : missingVariables(stderr);
  if (missing !== null) return `Needs ${missing.words}. ${how}.`;
  const last = lastWords(stderr);
  return last === '' ? null : `${how}. Last words: ${stripDot(short(new Masker().mask(last), 160))}.`;
}
