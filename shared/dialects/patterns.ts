// Regular expressions put together from parts, so that each part can be read by itself.

/** One expression for all of them. */
export function anyOf(...parts: readonly RegExp[]): RegExp {
  return new RegExp(parts.map(({ source }) => source).join('|'), parts[0]?.flags);
}

/** Any of them, where the text goes on like this. */
export function followedBy({ source }: RegExp, ...parts: readonly RegExp[]): RegExp {
  const any = anyOf(...parts);
  return new RegExp(`(?:${any.source})${source}`, any.flags);
}

/** Any of them, where the text begins like this. */
export function afterThis({ source }: RegExp, ...parts: readonly RegExp[]): RegExp {
  const any = anyOf(...parts);
  return new RegExp(`${source}(?:${any.source})`, any.flags);
}

/** One after the other; of those in brackets any. */
export function inRow(...parts: readonly (RegExp | readonly RegExp[])[]): RegExp {
  const [first] = parts.flat();
  return new RegExp(parts.map(sourceOf).join(''), first?.flags);
}

function sourceOf(part: RegExp | readonly RegExp[]): string {
  return 'source' in part ? part.source : `(?:${anyOf(...part).source})`;
}

const rows = new WeakMap<RegExp, Readonly<Record<string, RegExp>>>();

/** One expression for rows that each have a name, by which its examples know it. */
export function family(named: Readonly<Record<string, RegExp>>): RegExp {
  const whole = anyOf(...Object.values(named));
  rows.set(whole, named);
  return whole;
}

/** The rows of a family; an expression that is none is a row by itself. */
export function rowsOf(whole: RegExp): Readonly<Record<string, RegExp>> {
  return rows.get(whole) ?? { only: whole };
}
