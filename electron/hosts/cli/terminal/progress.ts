// One line on stderr that says how far a command is, for work of more than a second: what, how many of how many, how fast, how long
// still. Only on a terminal, and never with what else is printed: each message clears it first.

import { duration } from '../../../../shared/text/duration.ts';
import { fitText } from '../../../../shared/text/text-width.ts';
import { terminalText } from '../../../../shared/text/visible-text.ts';
import { readTerminal } from './terminal.ts';

const showAfterMs = 1_000;
const everyMs = 200;
const signs = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

export interface Progress {
  /** `of`: null where the end is not known. */
  update(what: string, done?: number, of?: number | null, unit?: string): void;
  end(): void;
}

let shown = false;

/** Before anything else is written. The line comes back with its next tick. */
export function clearProgress(): void {
  if (!shown) return;
  shown = false;
  process.stderr.write('\r\u001b[K');
}

const nothing: Progress = { update: () => {}, end: () => {} };

export function startProgress(what: string): Progress {
  const terminal = readTerminal(process.stderr);
  if (!terminal.isTerminal || process.env.CI) return nothing;
  const startedAt = Date.now();
  let state = { what, done: 0, of: null as number | null, unit: '' };
  let tick = 0;
  const timer = setInterval(() => {
    const ms = Date.now() - startedAt;
    if (ms < showAfterMs) return;
    tick += 1;
    const line = `${signs[tick % signs.length]} ${progressWords(state, ms)}`;
    process.stderr.write(`\r${fitText(terminalText(line), terminal.columns - 1)}\u001b[K`);
    shown = true;
  }, everyMs);
  timer.unref();
  return {
    update: (words, done = 0, of = null, unit = '') => {
      state = { what: words, done, of, unit };
    },
    end: () => {
      clearInterval(timer);
      clearProgress();
    },
  };
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
