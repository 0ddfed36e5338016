// How clients shorten a text: by UTF-16 units, by bytes of UTF-8, or by whole lines. Pure, and linear in the text.

/** Bytes of UTF-8, as an encoder writes them: a lone surrogate takes three. */
export function byteLength(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const size = bytesAt(text, at);
    bytes += size;
    if (size === 4) at += 1;
  }
  return bytes;
}

function bytesAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  const isPair = code >= 0xd800 && code < 0xdc00 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
  return isPair ? 4 : 3;
}

/** Without half a character at the end. */
export function firstUnits(text: string, most: number): string {
  const cut = text.slice(0, most);
  const last = cut.charCodeAt(cut.length - 1);
  return text.length > most && last >= 0xd800 && last < 0xdc00 ? cut.slice(0, -1) : cut;
}

/** The first and last characters that fit into half of `mostBytes` each, and the number of characters in between. */
export function bothEnds(text: string, mostBytes: number): { head: string; tail: string; left: number } {
  const headBytes = Math.floor(mostBytes / 2);
  const tailFrom = byteLength(text) - (mostBytes - headBytes);
  let bytes = 0;
  let headEnd = 0;
  let tailStart = text.length;
  let left = 0;
  for (let at = 0; at < text.length; ) {
    const size = bytesAt(text, at);
    const next = at + (size === 4 ? 2 : 1);
    if (bytes + size <= headBytes) headEnd = next;
    else if (bytes >= tailFrom) {
      tailStart = at;
      break;
    } else left += 1;
    bytes += size;
    at = next;
  }
  return { head: text.slice(0, headEnd), tail: text.slice(Math.max(headEnd, tailStart)), left };
}

/** The first complete lines that fit, and the rest: in bytes if the size decided, in lines if their number did. */
export function wholeLines(text: string, mostLines: number, mostBytes: number): { kept: string; left: string } | null {
  const lines = text.split('\n');
  const bytes = byteLength(text);
  if (lines.length <= mostLines && bytes <= mostBytes) return null;
  const kept: string[] = [];
  let used = 0;
  for (const line of lines.slice(0, mostLines)) {
    const size = byteLength(line) + (kept.length > 0 ? 1 : 0);
    if (used + size > mostBytes) return { kept: kept.join('\n'), left: `${bytes - used} bytes` };
    kept.push(line);
    used += size;
  }
  return { kept: kept.join('\n'), left: `${lines.length - kept.length} lines` };
}

/** 12345 → 12,345, independent of the locale. */
export function grouped(count: number): string {
  const digits = String(count);
  let text = '';
  for (let at = 0; at < digits.length; at += 1)
    text += (at > 0 && (digits.length - at) % 3 === 0 ? ',' : '') + digits[at];
  return text;
}
