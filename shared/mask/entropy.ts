// Whether a run of characters looks random, as keys do. Names, ids, hashes and images do not count: hashes are hex, ids are short or
// named so, images are long.

/** Shorter ones may be ids as well as keys; longer ones are data. */
const length = { least: 24, most: 200 };

export function looksRandom(text: string): boolean {
  if (text.length < length.least || text.length > length.most) return false;
  let lower = 0;
  let upper = 0;
  let digits = 0;
  let changes = 0;
  let before = 0;
  const counts = new Map<number, number>();
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    const kind = unit >= 97 && unit <= 122 ? 1 : unit >= 65 && unit <= 90 ? 2 : unit >= 48 && unit <= 57 ? 3 : 4;
    if (kind === 1) lower += 1;
    else if (kind === 2) upper += 1;
    else if (kind === 3) digits += 1;
    if (i > 0 && kind !== before) changes += 1;
    before = kind;
    counts.set(unit, (counts.get(unit) ?? 0) + 1);
  }
  // Of 24 random characters out of 62, one of the three kinds is missing about once in 60 times.
  if (lower < 3 || upper < 3 || digits < 2) return false;
  // Joined words rarely change the kind of character; random characters do so at every second position.
  if (changes / text.length < 0.35) return false;
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits >= Math.min(4.1, Math.log2(text.length) - 0.75);
}
