// Regular expressions built from parts, so that each part is readable.

/** One expression for all of them. */
export function anyOf(...parts: readonly RegExp[]): RegExp {
  return new RegExp(parts.map(({ source }) => source).join('|'), parts[0]?.flags);
}

/** Any of them, followed by this text. */
export const followedBy = (end: RegExp, ...parts: readonly RegExp[]): RegExp => inRow(parts, end);

/** Any of them, preceded by this text. */
export const afterThis = (start: RegExp, ...parts: readonly RegExp[]): RegExp => inRow(start, parts);

/** One after the other; for those in brackets, any. */
export function inRow(...parts: readonly (RegExp | readonly RegExp[])[]): RegExp {
  const [first] = parts.flat();
  return new RegExp(parts.map(sourceOf).join(''), first?.flags);
}

function sourceOf(part: RegExp | readonly RegExp[]): string {
  return 'source' in part ? part.source : `(?:${anyOf(...part).source})`;
}

const rows = new WeakMap<RegExp, Readonly<Record<string, RegExp>>>();

/** One expression for named rows; examples use the names. */
export function family(named: Readonly<Record<string, RegExp>>): RegExp {
  const whole = anyOf(...Object.values(named));
  rows.set(whole, named);
  return whole;
}

/** The rows of a family; a plain expression is a row by itself. */
export function patternRows(whole: RegExp): Readonly<Record<string, RegExp>> {
  return rows.get(whole) ?? { only: whole };
}
