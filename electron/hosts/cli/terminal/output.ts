// The output of one run: results on stdout, messages on stderr. Text that may come from a server is made safe here.

import type { Writable } from 'node:stream';
import type { FindingFormat, FindingReport, Findings } from '../../../../shared/findings/check-finding.ts';
import { writeFindings } from '../../../../shared/findings/write.ts';
import { maskKinds } from '../../../../shared/mask/kinds.ts';
import { checkPattern, Masker } from '../../../../shared/mask/masker.ts';
import { terminalJson, terminalText } from '../../../../shared/text/visible-text.ts';
import { writeGivenFile } from '../../../foreign-files/given-file.ts';
import type { CommandIo, Environment } from './command-io.ts';
import { UsageError } from './exit-codes.ts';
import { pagerCommand } from './pager.ts';
import { ProgressLine, type TerminalProgress } from './progress.ts';
import { renderStyled, type Styled, spansOf } from './styled.ts';
import { type ColorChoice, readTerminal, type Terminal } from './terminal.ts';

export interface Masking {
  /** Patterns of values to mask too. */
  mask: string[];
  /** Kinds of secrets to print. */
  keep: string[];
  /** Masks nothing. */
  unmasked: boolean;
}

/** Its functions are bound, because commands pass them on as callbacks. */
export class Output {
  /** One masker per run, so that a secret has the same placeholder in all of its output. */
  masker = new Masker();
  /** `--color`: set before anything is printed. */
  color: ColorChoice = 'auto';
  readonly #io: CommandIo;
  readonly #progress: ProgressLine;
  #pager: Writable | null = null;

  constructor(io: CommandIo) {
    this.#io = io;
    this.#progress = new ProgressLine(io);
  }

  /** Before anything is printed. */
  setMasking({ mask: patterns, keep, unmasked }: Masking): void {
    for (const pattern of patterns) {
      const problem = checkPattern(pattern);
      if (problem !== null) throw new UsageError(`Invalid pattern ${pattern}. ${problem}`);
    }
    const kinds = Object.keys(maskKinds);
    for (const kind of keep)
      if (!kinds.includes(kind)) throw new UsageError(`Unknown kind "${kind}". Known: ${kinds.join(', ')}.`);
    this.masker = new Masker({ patterns, keep: unmasked ? kinds : keep });
  }

  /** Where results are shown. */
  get terminal(): Terminal {
    return readTerminal(this.#io.stdout, this.#io.env, this.color);
  }

  /** One JSON value per line. Invisible characters and terminal commands are escaped, which JSON allows. */
  readonly printJson = (value: unknown): void => {
    this.write(`${terminalJson(JSON.stringify(value))}\n`);
  };

  readonly printLine = (text: string): void => {
    this.write(`${this.#withoutCommands(terminalText(text))}\n`);
  };

  /** Results with colors and links, where the terminal shows them. */
  readonly printStyled = (styled: Styled): void => {
    this.write(`${this.#withoutCommands(renderStyled(styled, this.terminal))}\n`);
  };

  readonly printMessage = (text: string): void => {
    this.#progress.clear();
    this.#io.stderr.write(`${this.#withoutCommands(terminalText(text))}\n`);
  };

  /** Text that was made safe: to stdout, or to the pager in front of it. */
  write(text: string): void {
    this.#progress.clear();
    (this.#pager ?? this.#io.stdout).write(text);
  }

  /** Server text, or what was derived from it, without its secrets. */
  readonly printMaskedJson = (value: unknown): void => {
    this.printJson(this.masker.value(value));
  };

  readonly printMaskedLine = (text: string): void => {
    this.printLine(this.masker.mask(text));
  };

  readonly printMaskedStyled = (styled: Styled): void => {
    this.printStyled(spansOf(styled).map((span) => ({ ...span, text: this.masker.mask(span.text) })));
  };

  readonly printMaskedMessage = (text: string): void => {
    this.printMessage(this.masker.mask(text));
  };

  /** What a check found, in a format that says itself how text is made safe. */
  readonly printFindings = (format: FindingFormat, findings: Findings): void => {
    const text = writeFindings(format, this.masker.value(findings) as Findings);
    this.write(format === 'json' ? terminalJson(text) : text);
    for (const report of this.reports) {
      const written = writeFindings(report.format, this.masker.value(findings) as Findings);
      writeGivenFile(report.file, report.file, written);
    }
  };

  /** Files that get the same findings in other formats, so that a pipeline need not run a command once per format. */
  reports: readonly FindingReport[] = [];

  /** A bug in Misfire: printed with its stack, so that it can be reported. */
  readonly printBug = (problem: unknown): void => {
    this.printMaskedMessage(problem instanceof Error ? (problem.stack ?? problem.message) : String(problem));
  };

  startProgress(what: string): TerminalProgress {
    return this.#progress.start(what);
  }

  /** Before the first line of what may be long. */
  async startPager(): Promise<void> {
    const { env, stdout } = this.#io;
    const [command, ...args] = pagerCommand(this.terminal, stdout.isTTY === true, env) ?? [];
    if (this.#pager === null && command !== undefined) this.#pager = await this.#io.startPager(command, args);
  }

  #withoutCommands(text: string): string {
    return withoutCommands(text, this.#io.env);
  }
}

/** In the log of a workflow a line that begins with `::` or `##[` is a command (`::add-mask::`). None of these is ours to give. */
function withoutCommands(text: string, env: Environment): string {
  if (!env.GITHUB_ACTIONS && !env.TF_BUILD) return text;
  return text.replace(/^([ \t]{0,200})(?=::|##\[|##vso)/gm, '$1\\');
}
