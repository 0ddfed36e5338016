// Percent escapes (RFC 3986) that others wrote: a lone percent sign is meant as one.

export function readPercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
