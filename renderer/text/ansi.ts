// Terminal colors only: SGR sequences (ECMA-48, 8.3.117) become spans, and every other escape stays visible in the text. Nothing is
// hidden, moved or blinking. Pure.

export interface AnsiLook {
  /** 0 to 15: black, red, green, yellow, blue, magenta, cyan, white, then the bright ones. */
  ink: number | null;
  /** 0 to 7. */
  ground: number | null;
  bold: boolean;
  faint: boolean;
  italic: boolean;
  underline: boolean;
  struck: boolean;
}

interface AnsiSpan extends AnsiLook {
  text: string;
}

interface State extends AnsiLook {
  inverse: boolean;
}

const plain: State = {
  ink: null,
  ground: null,
  bold: false,
  faint: false,
  italic: false,
  underline: false,
  struck: false,
  inverse: false,
};

// Rows have U+241B for ESC, because their texts are escaped before storage. Bounded, so that a hostile line costs no more than its
// length.
const sgr = /[\u001b\u241b]\[([0-9;:]{0,64})m/g;

export function hasAnsi(text: string): boolean {
  return /[\u001b\u241b]\[[0-9;:]{0,64}m/.test(text);
}

/** The text without its colors. */
export function stripSgr(text: string): string {
  return text.replace(sgr, '');
}

/** Colors continue over line breaks, as in a terminal. */
export function ansiSpans(text: string): AnsiSpan[] {
  const spans: AnsiSpan[] = [];
  let state = plain;
  let from = 0;
  const add = (to: number) => {
    if (to > from) spans.push({ text: text.slice(from, to), ...lookOf(state) });
  };
  for (const match of text.matchAll(sgr)) {
    add(match.index);
    state = apply(state, match[1] ?? '');
    from = match.index + match[0].length;
  }
  add(text.length);
  return spans;
}

function lookOf({ inverse, ...look }: State): AnsiLook {
  if (!inverse) return look;
  return { ...look, ink: look.ground, ground: (look.ink ?? 7) % 8 };
}

function apply(before: State, parameters: string): State {
  const codes = parameters.split(';').map((code) => code.split(':').map((part) => (part === '' ? 0 : Number(part))));
  let state = { ...before };
  for (let at = 0; at < codes.length; at++) {
    const [code = 0, ...sub] = codes[at]!;
    if (code === 38 || code === 48) {
      // `38:5:n` contains its color; `38;5;n` continues in the next parameters.
      const rest = sub.length > 0 ? sub : codes.slice(at + 1, at + 5).map(([first = 0]) => first);
      const { colour, used } = extended(rest, sub.length > 0);
      if (sub.length === 0) at += used;
      if (code === 38) state.ink = colour;
      else state.ground = colour === null ? null : colour % 8;
    } else state = simple(state, code);
  }
  return state;
}

function simple(state: State, code: number): State {
  if (code === 0) return plain;
  if (code >= 30 && code <= 37) return { ...state, ink: code - 30 };
  if (code >= 90 && code <= 97) return { ...state, ink: code - 90 + 8 };
  if (code >= 40 && code <= 47) return { ...state, ground: code - 40 };
  if (code >= 100 && code <= 107) return { ...state, ground: code - 100 };
  switch (code) {
    case 1:
      return { ...state, bold: true };
    case 2:
      return { ...state, faint: true };
    case 3:
      return { ...state, italic: true };
    case 4:
      return { ...state, underline: true };
    case 7:
      return { ...state, inverse: true };
    case 9:
      return { ...state, struck: true };
    case 22:
      return { ...state, bold: false, faint: false };
    case 23:
      return { ...state, italic: false };
    case 24:
      return { ...state, underline: false };
    case 27:
      return { ...state, inverse: false };
    case 29:
      return { ...state, struck: false };
    case 39:
      return { ...state, ink: null };
    case 49:
      return { ...state, ground: null };
    // A log needs no blinking, hiding or fonts.
    default:
      return state;
  }
}

/** `5;n` or `2;r;g;b`; with colons an empty color space may precede r. */
function extended(rest: readonly number[], colons: boolean): { colour: number | null; used: number } {
  if (rest[0] === 5) return { colour: indexed(rest[1] ?? 0), used: 2 };
  if (rest[0] !== 2) return { colour: null, used: 1 };
  const parts = colons && rest.length > 4 ? rest.slice(2) : rest.slice(1);
  return { colour: nearest(parts[0] ?? 0, parts[1] ?? 0, parts[2] ?? 0), used: 4 };
}

/** One of 256: the sixteen, a cube of 6 × 6 × 6, and 24 grays. */
function indexed(index: number): number | null {
  if (index > 255) return null;
  if (index < 16) return index;
  if (index >= 232) {
    const grey = 8 + (index - 232) * 10;
    return nearest(grey, grey, grey);
  }
  const level = (step: number) => (step === 0 ? 0 : 55 + step * 40);
  const cube = index - 16;
  return nearest(level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6));
}

/** The nearest of the sixteen: the theme's own colors are readable on its background. */
function nearest(red: number, green: number, blue: number): number {
  const high = Math.min(255, Math.max(red, green, blue));
  const low = Math.min(red, green, blue);
  if (high - low < 40) return high < 64 ? 0 : high < 144 ? 8 : high < 224 ? 7 : 15;
  const middle = low + (high - low) / 2;
  const hue = (red > middle ? 1 : 0) + (green > middle ? 2 : 0) + (blue > middle ? 4 : 0);
  return high > 208 ? hue + 8 : hue;
}
