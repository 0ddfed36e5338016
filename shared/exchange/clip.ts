// Short, safe text for rows: limited in length, on one line, without characters that could move the text around it. Rows show it;
// the store keeps the verbatim text.

/** At most `max` characters on one line. Control and direction characters become visible symbols. */
export function clip(text: string, max: number): string {
  if (isPlain(text, Math.min(text.length, max))) return text.length <= max ? text : `${text.slice(0, max - 1)}…`;
  // Slice first: a message of 12 MB must cost no more than one of 12 bytes.
  const head = text.length > max * 2 ? text.slice(0, max * 2) : text;
  const line = head.replace(/[ \t\r\n]+/g, ' ').trim();
  const safe = unsafe.test(line) ? line.replace(everyUnsafe, sign) : line;
  const cut = safe.length > max || head.length < text.length;
  return (cut ? `${safe.slice(0, max - 1)}…` : safe).toWellFormed();
}

// C0, DEL and C1 controls; bidirectional marks, overrides and isolates (UAX #9); line separators.
const unsafe = /[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
const everyUnsafe = new RegExp(unsafe, 'g');

/** Above this length a pattern is faster than a loop. */
const loopLimit = 24;
const unplain = /[^ -~\xa0-\u0600]| {2}/;

/** Printable Latin text with single spaces, which is by far the most frequent case. */
function isPlain(text: string, length: number): boolean {
  if (length > loopLimit) {
    // If another word follows, a space at the end is a space between words.
    if (text.charCodeAt(length - 1) === 32 && !(text.charCodeAt(length) > 32)) return false;
    return text.charCodeAt(0) !== 32 && !unplain.test(length < text.length ? text.slice(0, length) : text);
  }
  let before = 32;
  for (let i = 0; i < length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit < 32 || (unit > 126 && unit < 160) || unit > 0x600) return false;
    if (unit === 32 && before === 32) return false;
    before = unit;
  }
  return before !== 32 || length === 0;
}

function sign(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `⟨${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

export function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}
