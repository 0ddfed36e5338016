// Color codes and similar sequences that loggers add, without meaning here.

const escapes = /\u001b\[[0-9;?]{0,32}[A-Za-z]/g;

export function withoutColors(line: string): string {
  return line.includes('\u001b') ? line.replace(escapes, '') : line;
}
