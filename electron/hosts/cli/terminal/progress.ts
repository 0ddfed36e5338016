// One line on stderr that says how far a command is, for work of more than a second: what, how many of how many, how fast, how long
// still. Only on a terminal, and never with what else is printed: each message clears it first.

import { duration } from '../../../../shared/text/duration.ts';
import { fitText } from '../../../../shared/text/text-width.ts';
import { terminalText } from '../../../../shared/text/visible-text.ts';
import type { CommandIo } from './command-io.ts';
import { readTerminal } from './terminal.ts';

const showAfterMs = 1_000;
const everyMs = 200;
const signs = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

export interface TerminalProgress {
  /** `of`: null where the end is not known. */
  update(what: string, done?: number, of?: number | null, unit?: string): void;
  end(): void;
}

const nothing: TerminalProgress = { update: () => {}, end: () => {} };

/** The line of one run. */
export class ProgressLine {
  readonly #io: CommandIo;
  #isShown = false;

  constructor(io: CommandIo) {
    this.#io = io;
  }

  /** Before anything else is written. The line comes back with its next tick. */
  clear(): void {
    if (!this.#isShown) return;
    this.#isShown = false;
    this.#io.stderr.write('\r\u001b[K');
  }

  start(what: string): TerminalProgress {
    const { stderr, env, now } = this.#io;
    const { isTerminal, columns } = readTerminal(stderr, env);
    if (!isTerminal || env.CI) return nothing;
    const startedAt = now();
    let state = { what, done: 0, of: null as number | null, unit: '' };
    let tick = 0;
    const timer = setInterval(() => {
      const ms = now() - startedAt;
      if (ms < showAfterMs) return;
      tick += 1;
      const line = `${signs[tick % signs.length]} ${progressWords(state, ms)}`;
      stderr.write(`\r${fitText(terminalText(line), columns - 1)}\u001b[K`);
      this.#isShown = true;
    }, everyMs);
    timer.unref();
    return {
      update: (words, done = 0, of = null, unit = '') => {
        state = { what: words, done, of, unit };
      },
      end: () => {
        clearInterval(timer);
        this.clear();
      },
    };
  }
}

/** `Probing: 12 of 40, 3.1 per second, about 9 s left`. The rate is that of the whole run: short ones jump. */
export function progressWords(
  { what, done, of, unit = '' }: { what: string; done: number; of: number | null; unit?: string },
  ms: number,
): string {
  if (done === 0) return `${what}: ${duration(Math.floor(ms / 1000) * 1000)}`;
  const rate = done / (ms / 1000);
  const number = (value: number) => value.toLocaleString('en');
  const counted = `${number(done)}${of === null ? '' : ` of ${number(of)}`}${unit === '' ? '' : ` ${unit}`}`;
  const left = of === null || done >= of ? '' : `, about ${duration(Math.ceil((of - done) / rate) * 1000)} left`;
  return `${what}: ${counted}, ${rate >= 10 ? number(Math.round(rate)) : rate.toFixed(1)} per second${left}`;
}
