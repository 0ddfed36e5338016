// The files that the menu offers to open again, and how the dialogs name kinds of files. The window keeps the list.

const recentLimit = 10;

/** Newest first, each once. */
export const withRecent = (recent: readonly string[], path: string): string[] =>
  [path, ...recent.filter((one) => one !== path)].slice(0, recentLimit);

/** Only captures are offered again; other files are settings of servers, dialects or plans. */
export function isCapture(path: string): boolean {
  return /\.(jsonl|ndjson|har|log|txt|json)$/i.test(path);
}

export function fileKind(extension: string): string {
  const kinds: Record<string, string> = {
    jsonl: 'Capture',
    har: 'HAR file',
    html: 'Web page',
    json: 'JSON file',
    md: 'Markdown',
    csv: 'Table (CSV)',
  };
  return kinds[extension] ?? extension.toUpperCase();
}
