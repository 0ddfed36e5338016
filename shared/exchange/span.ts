// Where in a JSON text a member or an element stands, so that it can be shown verbatim: numbers, escapes, spacing and all.
// Expects a text that JSON.parse accepted; on any other it finds nothing. One pass, no recursion.

const quote = 34;
const backslash = 92;

/** The text of the object's own member, the last one where a name comes twice (as JSON.parse reads it). */
export function memberText(text: string, name: string): string | null {
  const place = memberPlace(text, name);
  return place && text.slice(place.start, place.end);
}

/** Where that text stands. */
export function memberPlace(text: string, name: string): { start: number; end: number } | null {
  let found: { start: number; end: number } | null = null;
  walk(text, '{', (keyStart, keyEnd, start, end) => {
    if (keyEnd - keyStart - 2 > name.length * 6) return; // Even all in \u escapes it would be shorter.
    if (readKey(text, keyStart, keyEnd) === name) found = { start, end };
  });
  return found;
}

/** The texts of an array's elements. */
export function elementTexts(text: string): string[] {
  const texts: string[] = [];
  walk(text, '[', (_keyStart, _keyEnd, start, end) => {
    texts.push(text.slice(start, end));
  });
  return texts;
}

function readKey(text: string, start: number, end: number): string | null {
  try {
    return JSON.parse(text.slice(start, end)) as string;
  } catch {
    return null;
  }
}

type Visit = (keyStart: number, keyEnd: number, start: number, end: number) => void;

function walk(text: string, opener: '{' | '[', visit: Visit): void {
  let i = skipSpace(text, 0);
  if (text[i] !== opener) return;
  i = skipSpace(text, i + 1);
  while (i < text.length && text[i] !== '}' && text[i] !== ']') {
    let keyStart = i;
    let keyEnd = i;
    if (opener === '{') {
      if (text.charCodeAt(i) !== quote) return;
      keyStart = i;
      keyEnd = skipString(text, i);
      i = skipSpace(text, skipSpace(text, keyEnd) + 1);
    }
    const end = skipValue(text, i);
    if (end <= i) return;
    visit(keyStart, keyEnd, i, end);
    i = skipSpace(text, end);
    if (text[i] === ',') i = skipSpace(text, i + 1);
    else return;
  }
}

function skipSpace(text: string, from: number): number {
  let i = from;
  for (; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit !== 32 && unit !== 9 && unit !== 10 && unit !== 13) break;
  }
  return i;
}

function skipString(text: string, from: number): number {
  for (let i = from + 1; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit === backslash) i += 1;
    else if (unit === quote) return i + 1;
  }
  return text.length;
}

function skipValue(text: string, from: number): number {
  const first = text.charCodeAt(from);
  if (first === quote) return skipString(text, from);
  let depth = 0;
  for (let i = from; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit === quote) {
      i = skipString(text, i) - 1;
    } else if (unit === 123 || unit === 91) {
      depth += 1;
    } else if (unit === 125 || unit === 93) {
      if (depth === 0) return i;
      depth -= 1;
      if (depth === 0) return i + 1;
    } else if (depth === 0 && (unit === 44 || unit === 32 || unit === 9 || unit === 10 || unit === 13)) {
      return i;
    }
  }
  return text.length;
}
