// Finds the known word that a mistyped one most resembles, by the number of different letters.

/** The nearest word at any distance; a common prefix counts as near. */
export function nearestWord(word: string, known: readonly string[]): string {
  const shortened = word.slice(0, 30);
  let best = known[0] as string;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const away = candidate.startsWith(shortened) ? 0.5 : distance(shortened, candidate);
    if (away < least) [best, least] = [candidate, away];
  }
  return best;
}

const longestWord = 60;
/** Longer words may differ only in case and punctuation: counting letters takes quadratic time. */
const longestCounted = 24;
const mostWords = 200;

/** The word that was clearly intended: equal except for case and punctuation, or a few letters off with no other as near. null: none. */
export function surelyMeant(word: string, known: readonly string[]): string | null {
  if (word === '' || word.length > longestWord) return null;
  const plain = plainWord(word);
  let best: string | null = null;
  let least = Math.min(2, Math.floor(plain.length / 3)) + 0.5;
  let isTied = false;
  for (const candidate of known.slice(0, mostWords)) {
    if (candidate.length > longestWord) continue;
    const other = plainWord(candidate);
    const isFar = plain.length > longestCounted || Math.abs(other.length - plain.length) > 2;
    const away = other === plain ? 0 : isFar ? 9 : isSwap(plain, other) ? 1 : distance(plain, other);
    if (away === least) isTied = true;
    if (away >= least) continue;
    [best, least, isTied] = [candidate, away, false];
  }
  return isTied ? null : best;
}

/** Two neighboring letters are swapped. */
function isSwap(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}

/** Without case, spaces and punctuation. */
export const plainWord = (word: string): string => word.toLowerCase().replace(/[\s_.-]+/g, '');

/** How many letters differ. */
export function distance(a: string, b: string): number {
  let before = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const now = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const swap = (before[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      now.push(Math.min(swap, (before[j] as number) + 1, (now[j - 1] as number) + 1));
    }
    before = now;
  }
  return before[b.length] as number;
}
