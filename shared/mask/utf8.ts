// UTF-8 encoding and decoding, because neither Node nor the DOM is available here.

export function toUtf8(text: string): Uint8Array {
  const written = encodeURIComponent(text.toWellFormed());
  const bytes: number[] = [];
  for (let i = 0; i < written.length; i += 1) {
    if (written.charCodeAt(i) === 37) {
      bytes.push(Number.parseInt(written.slice(i + 1, i + 3), 16));
      i += 2;
    } else bytes.push(written.charCodeAt(i));
  }
  return Uint8Array.from(bytes);
}

/** null: these bytes are not text. */
export function fromUtf8(bytes: Uint8Array): string | null {
  const parts: string[] = [];
  let isAscii = true;
  for (let from = 0; from < bytes.length; from += 8192) {
    const piece = bytes.subarray(from, from + 8192);
    if (isAscii && piece.some((byte) => byte >= 0x80)) isAscii = false;
    parts.push(String.fromCharCode(...piece));
  }
  const text = parts.join('');
  if (isAscii) return text;
  // An error costs more than the whole search, and most runs that look like base64 are words.
  if (!isWellFormed(bytes)) return null;
  try {
    return decodeURIComponent(
      text.replace(/[%\u0080-\u00ff]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`),
    );
  } catch {
    return null;
  }
}

/** Whether each first byte has as many others after it as it says. Overlong forms and surrogates are not looked for. */
function isWellFormed(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte < 0x80) continue;
    if (byte < 0xc2 || byte > 0xf4) return false;
    for (let more = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3; more > 0; more -= 1) {
      at += 1;
      if (((bytes[at] ?? 0) & 0xc0) !== 0x80) return false;
    }
  }
  return true;
}
