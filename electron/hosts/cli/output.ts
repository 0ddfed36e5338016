// The command line's two voices: results on stdout, messages on stderr. Text that may come from a server is made safe here.

import { toTerminalText } from './terminal-text.ts';

/** One JSON value a line. JSON text holds no C0 characters; the few others are escaped, which JSON allows. */
export function printJson(value: unknown): void {
  const text = JSON.stringify(value).replace(
    /[\u007f-\u009f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  process.stdout.write(`${text}\n`);
}

export function printLine(text: string): void {
  process.stdout.write(`${toTerminalText(text)}\n`);
}

export function printMessage(text: string): void {
  process.stderr.write(`${toTerminalText(text)}\n`);
}

/** A bug of ours: with its stack, for whoever reports it. */
export function printBug(problem: unknown): void {
  printMessage(problem instanceof Error ? (problem.stack ?? problem.message) : String(problem));
}
