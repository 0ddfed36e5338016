// Whether a text has any visible content.

export function isBlank(text: string): boolean {
  // A visible last letter decides nearly every case; only other texts are scanned.
  const last = text.charCodeAt(text.length - 1);
  return !(last > 32 && last < 127) && text.trim() === '';
}
