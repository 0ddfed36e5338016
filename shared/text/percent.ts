// Decodes percent escapes (RFC 3986). A lone percent sign stays.

export function readPercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
