// Fits the labels of a lane: which ones, in which of their wordings, and where. Pure; widths are in pixels.

/** About the width of a character of the labels. */
const characterWidth = 6.1;

interface Span {
  from: number;
  to: number;
}

function spanOf(at: number, text: string, width: number): Span {
  const half = (text.length * characterWidth) / 2 + 5;
  const middle = Math.max(half, Math.min(width - half, (at / 100) * width));
  return { from: middle - half, to: middle + half };
}

const touch = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to;

/** Which labels of one line fit without overlap; earlier ones first. `width` in pixels. */
export function fitLabels<T extends { at: number; text: string }>(labels: readonly T[], width: number): T[] {
  const taken: Span[] = [];
  return labels.filter(({ at, text }) => {
    const span = spanOf(at, text, width);
    if (text === '' || taken.some((other) => touch(span, other))) return false;
    taken.push(span);
    return true;
  });
}

/** For each position the longest wording that fits (longest first); '' if none does. */
export function chooseWords(places: readonly { at: number; words: readonly string[] }[], width: number): string[] {
  const shortest = places.map(({ at, words }, index) => ({ at, text: words.at(-1) ?? '', index }));
  const chosen = places.map(() => '');
  for (const { index, text } of fitLabels(shortest, width)) chosen[index] = text;
  places.forEach(({ at, words }, index) => {
    if (chosen[index] === '') return;
    const others = places.flatMap((place, other) =>
      other === index || chosen[other] === '' ? [] : [spanOf(place.at, chosen[other]!, width)],
    );
    const longer = words.find((text) => {
      const span = spanOf(at, text, width);
      return span.to - span.from <= width && !others.some((other) => touch(span, other));
    });
    if (longer !== undefined) chosen[index] = longer;
  });
  return chosen;
}

/** The center of a label so that it stays within the line. */
export function labelMiddle(at: number, text: string, width: number): number {
  if (width === 0) return at;
  const half = (((text.length * characterWidth) / 2 + 2) / width) * 100;
  return half >= 50 ? 50 : Math.max(half, Math.min(100 - half, at));
}
