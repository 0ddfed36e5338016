// Lists and sentences that fit a narrow terminal: a list of names with an explanation each, in columns or with the explanation below, and
// sentences broken between words.

import { textWidth, wrapText } from '../../../../shared/text/text-width.ts';
import type { Output } from './output.ts';

const indent = '    ';

/** The last cell of a row explains the others. Secrets are masked before lines are broken. */
export function printList(output: Output, rows: readonly (readonly string[])[]): void {
  const { isTerminal, columns } = output.terminal;
  const masked = rows.map((row) => row.map((cell) => output.masker.mask(cell)));
  const widths = (masked[0] ?? []).map((_, at) => Math.max(...masked.map((row) => textWidth(row[at] ?? ''))));
  const padded = (text: string, at: number) => text + ' '.repeat(Math.max(0, (widths[at] ?? 0) - textWidth(text)));
  for (const row of masked) {
    const names = row.slice(0, -1);
    const about = row.at(-1) ?? '';
    const line = [...names.map(padded), about].join('  ');
    if (!isTerminal || textWidth(line) <= columns) output.printLine(line);
    else {
      for (const part of wrapText(names.join('  '), columns)) output.printLine(part);
      for (const part of wrapText(about, columns - indent.length)) output.printLine(`${indent}${part}`);
    }
  }
}

export function printSentence(output: Output, text: string): void {
  const { isTerminal, columns } = output.terminal;
  const masked = output.masker.mask(text);
  for (const line of isTerminal ? wrapText(masked, columns) : [masked]) output.printLine(line);
}
