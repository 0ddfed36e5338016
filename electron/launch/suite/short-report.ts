// What a person sees of a test run: progress, one block per file that failed, one summary. Used for unit tests and stories alike.
// The parent (run-suite.ts) gets the numbers through a file, because its children write to the terminal themselves.

import { writeFileSync } from 'node:fs';

/** Names the file for the totals of a run; unset if nothing adds them up. Not MISFIRE_…: those variables reach Misfire's own programs. */
export const totalsVariable = 'TEST_TOTALS_FILE';

/** A log shows progress this often. A terminal redraws one line instead. */
const logEveryMs = 15_000;
const drawEveryMs = 100;

export interface Totals {
  passed: number;
  failed: number;
  skipped: number;
}

export interface FileResult extends Totals {
  file: string;
  /** Each failed test with its error. */
  problems: string[];
}

export class ShortReport {
  readonly #what: string;
  readonly #unit: string;
  readonly #startedAt = Date.now();
  readonly #totals: Totals = { passed: 0, failed: 0, skipped: 0 };
  readonly #failedFiles = new Set<string>();
  #expected = 0;
  #done = 0;
  #shownAt = 0;
  readonly #timer: NodeJS.Timeout;

  /** `unit` is what is counted while it runs: files, or stories. */
  constructor(what: string, unit: string) {
    this.#what = what;
    this.#unit = unit;
    this.#timer = setInterval(() => this.#show(), isTerminal() ? drawEveryMs : logEveryMs);
    this.#timer.unref();
  }

  expect(count: number): void {
    this.#expected = count;
    this.#show();
  }

  add(result: FileResult): void {
    this.#done += 1;
    this.#totals.passed += result.passed;
    this.#totals.failed += result.failed;
    this.#totals.skipped += result.skipped;
    if (result.problems.length > 0) this.fail(result.file, result.problems);
  }

  fail(file: string, problems: readonly string[]): void {
    this.#failedFiles.add(file);
    print(`✗ ${file}\n${problems.map((problem) => problem.replace(/^/gm, '    ')).join('\n\n')}\n`);
  }

  /** Errors outside of tests fail a run that has no failed test. */
  end(outside: readonly string[] = []): void {
    clearInterval(this.#timer);
    if (outside.length > 0) {
      this.fail('outside of any test', outside);
      this.#totals.failed += outside.length;
    }
    for (const file of this.#failedFiles) print(`✗ ${file}`);
    print(`${this.#what}: ${totalsText(this.#totals)} in ${durationOfRun(Date.now() - this.#startedAt)}.`);
    const file = process.env[totalsVariable];
    if (file) writeFileSync(file, JSON.stringify(this.#totals));
  }

  #show(): void {
    if (this.#expected === 0) return;
    const failed = this.#totals.failed === 0 ? '' : `, ${this.#totals.failed} failed`;
    const line = `${this.#what}: ${this.#done} of ${this.#expected} ${this.#unit}${failed}`;
    if (isTerminal()) process.stdout.write(`\r${line}\u001b[K`);
    else if (Date.now() - this.#shownAt >= logEveryMs) {
      this.#shownAt = Date.now();
      console.log(line);
    }
  }
}

export const totalsText = ({ passed, failed, skipped }: Totals): string =>
  `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;

export function durationOfRun(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Above the progress line, which its next tick draws again. */
export function print(text: string): void {
  console.log(isTerminal() ? `\r\u001b[K${text}` : text);
}

const isTerminal = (): boolean => process.stdout.isTTY === true && !process.env.CI;
