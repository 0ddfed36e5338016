// The command line's two voices: results on stdout, messages on stderr. Text that may come from a server is made safe here.

import type { FindingFormat, Findings } from '../../../../shared/findings/check-finding.ts';
import { writeFindings } from '../../../../shared/findings/write.ts';
import { Masker } from '../../../../shared/mask/masker.ts';
import { terminalJson, terminalText } from '../../../../shared/text/visible-text.ts';
import { outlet } from './pager.ts';
import { clearProgress } from './progress.ts';
import { renderStyled, type Styled, spansOf } from './styled.ts';
import { readTerminal } from './terminal.ts';

/** One masker per command, so that a secret has the same placeholder in all of its output. */
export const outputMasker = new Masker();

/** One JSON value a line; what cannot be seen or would be obeyed is escaped, which JSON allows. */
export function printJson(value: unknown): void {
  writeOut(`${terminalJson(JSON.stringify(value))}\n`);
}

export function printLine(text: string): void {
  writeOut(`${withoutCommands(terminalText(text))}\n`);
}

/** Results with colors and links, where the terminal shows them. */
export function printStyled(styled: Styled): void {
  writeOut(`${withoutCommands(renderStyled(styled, readTerminal()))}\n`);
}

export function printMessage(text: string): void {
  clearProgress();
  process.stderr.write(`${withoutCommands(terminalText(text))}\n`);
}

/** Text that was made safe: to stdout, or to the pager in front of it. */
export function writeOut(text: string): void {
  clearProgress();
  outlet().write(text);
}

/** In the log of a workflow a line that begins with `::` or `##[` is a command (`::add-mask::`). None of these is ours to give. */
export function withoutCommands(text: string, env: Record<string, string | undefined> = process.env): string {
  if (!env.GITHUB_ACTIONS && !env.TF_BUILD) return text;
  return text.replace(/^([ \t]{0,200})(?=::|##\[|##vso)/gm, '$1\\');
}

/** What servers said, or what was made of it: without its secrets. */
export const printMaskedJson = (value: unknown): void => printJson(outputMasker.value(value));
export const printMaskedLine = (text: string): void => printLine(outputMasker.mask(text));
export const printMaskedStyled = (styled: Styled): void =>
  printStyled(spansOf(styled).map((span) => ({ ...span, text: outputMasker.mask(span.text) })));
export const printMaskedMessage = (text: string): void => printMessage(outputMasker.mask(text));

/** What a check found, in a format that says itself how text is made safe. */
export function printFindings(format: FindingFormat, findings: Findings): void {
  const text = writeFindings(format, outputMasker.value(findings) as Findings);
  writeOut(format === 'json' ? terminalJson(text) : text);
}

/** A bug in Misfire: printed with its stack, so that it can be reported. */
export function printBug(problem: unknown): void {
  printMaskedMessage(problem instanceof Error ? (problem.stack ?? problem.message) : String(problem));
}
