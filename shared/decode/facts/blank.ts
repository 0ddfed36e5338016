// Whether a text says anything at all.

export function isBlank(text: string): boolean {
  // A visible last letter settles it for nearly every text; only others are looked at closely.
  const last = text.charCodeAt(text.length - 1);
  return !(last > 32 && last < 127) && text.trim() === '';
}
