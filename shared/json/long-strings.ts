// Parses JSON with a very long string without a second copy of that string: it becomes a slice of the text, which V8 keeps as a
// reference. The rest is parsed as usual. JSON.parse decodes strings with escapes.

/** In characters. Shorter copies do not matter. */
const longString = 2 ** 22;
/** A text with this many strings is not one long string, so the search ends. */
const mostStrings = 20_000;

interface Place {
  from: number;
  to: number;
}

/** The value; undefined if there is no such string, or the text must be parsed normally. */
export function parseLong(text: string): unknown {
  if (text.length < longString || !isWide(text)) return undefined;
  const places = longValues(text);
  if (places.length === 0) return undefined;
  // Random, so no other string can be mistaken for one of them.
  const mark = `long ${Math.random()} `;
  let rest = '';
  let at = 0;
  for (const [index, { from, to }] of places.entries()) {
    rest += text.slice(at, from) + mark + index;
    at = to;
  }
  let value: unknown;
  try {
    value = JSON.parse(rest + text.slice(at));
  } catch {
    // The caller's own attempt reports the position of the error in the whole text.
    return undefined;
  }
  const find = (found: unknown): string | undefined => {
    const place = typeof found === 'string' && found.startsWith(mark) ? places[Number(found.slice(mark.length))] : null;
    return place ? text.slice(place.from, place.to) : undefined;
  };
  return find(value) ?? replaced(value, find);
}

/** Two bytes per letter in memory. Copies of other texts are half as large, and searching them would take longer. */
const isWide = (text: string): boolean => /[^\0-\xff]/.test(text.slice(0, 1_000_000));

/** Not recursive: a message may be nested deeper than the stack. */
function replaced(value: unknown, find: (found: unknown) => string | undefined): unknown {
  const open: unknown[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const holder = next as Record<string, unknown>;
    for (const name of Object.keys(holder)) {
      const held = holder[name];
      if (typeof held === 'object' && held !== null) open.push(held);
      const long = find(held);
      // An own member called __proto__ can only be replaced by defining it.
      if (long !== undefined)
        Object.defineProperty(holder, name, { value: long, configurable: true, enumerable: true, writable: true });
    }
  }
  return value;
}

const control = /[\0-\x1f]/g;

function longValues(text: string): Place[] {
  const places: Place[] = [];
  let backslash = text.indexOf('\\');
  let strings = 0;
  for (let quote = text.indexOf('"'); quote >= 0 && strings < mostStrings; strings += 1) {
    const from = quote + 1;
    let to = text.indexOf('"', from);
    if (backslash >= 0 && backslash < from) backslash = text.indexOf('\\', from);
    const isEscaped = backslash >= 0 && backslash < to;
    while (to >= 0 && backslash >= 0 && backslash < to) {
      // The character after a backslash belongs to it.
      if (backslash + 1 === to) to = text.indexOf('"', backslash + 2);
      backslash = text.indexOf('\\', backslash + 2);
    }
    if (to < 0) return [];
    if (!isEscaped && to - from >= longString && isValue(text, to) && !hasControl(text, from, to))
      places.push({ from, to });
    quote = text.indexOf('"', to + 1);
  }
  return places;
}

/** Names of members stay in the text. */
function isValue(text: string, end: number): boolean {
  const after = text.slice(end + 1, end + 101).trimStart();
  return after === '' ? end + 101 >= text.length : !after.startsWith(':');
}

/** JSON does not allow them in a string; JSON.parse reports that. */
function hasControl(text: string, from: number, to: number): boolean {
  control.lastIndex = from;
  const found = control.exec(text);
  return found !== null && found.index < to;
}
