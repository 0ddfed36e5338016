// Copies a text so that it keeps nothing else in memory. In V8 a slice or a concatenation references the whole text it came from:
// forty characters of a 60 MB message keep 60 MB alive.

export function ownText(text: string): string {
  return JSON.parse(JSON.stringify(text));
}
