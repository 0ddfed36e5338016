// Fuzzy matching: every letter in order, gaps allowed; starts of words and contiguous matches score higher. Pure.

export interface Match {
  /** Higher is better. */
  score: number;
  /** Positions of the matched letters, in order. */
  at: number[];
}

const wordStart = 8;
const unbroken = 5;
const firstLetter = 4;
const gapCost = 0.6;

/** null: a letter of the query is missing. Words of the query may match in any order, independently. */
export function fuzzy(query: string, text: string): Match | null {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const low = text.toLowerCase();
  // Some letters change length with their case; then positions would differ.
  const target = low.length === text.length ? low : text;
  let score = 0;
  const at = new Set<number>();
  for (const word of words) {
    const found = matchWord(word, target);
    if (!found) return null;
    score += found.score;
    for (const place of found.at) at.add(place);
  }
  return { score: score - text.length * 0.02, at: [...at].sort((a, b) => a - b) };
}

/** The best start position; from there each letter matches as soon as possible. */
function matchWord(word: string, text: string): Match | null {
  let best: Match | null = null;
  for (let start = text.indexOf(word[0]!); start >= 0; start = text.indexOf(word[0]!, start + 1)) {
    const found = matchFrom(word, text, start);
    // The start of a later word may have led past the rest.
    if (found !== null && (best === null || found.score > best.score)) best = found;
  }
  return best;
}

function matchFrom(word: string, text: string, start: number): Match | null {
  const at: number[] = [];
  let score = start === 0 ? firstLetter : 0;
  let from = start;
  for (const letter of word) {
    const place = nextPlace(text, letter, from, at.at(-1));
    if (place < 0) return null;
    const before = at.at(-1);
    if (isWordStart(text, place)) score += wordStart;
    if (before !== undefined) score += place === before + 1 ? unbroken : -Math.min(10, place - before) * gapCost;
    at.push(place);
    from = place + 1;
  }
  return { score, at };
}

/** The next letter if it is adjacent; else one at the start of a word, else the next occurrence. */
function nextPlace(text: string, letter: string, from: number, before: number | undefined): number {
  const next = text.indexOf(letter, from);
  if (next < 0 || before === undefined || next === before + 1) return next;
  for (let place = next; place >= 0; place = text.indexOf(letter, place + 1))
    if (isWordStart(text, place)) return place;
  return next;
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]!);
}
