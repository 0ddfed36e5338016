// Counts the calls of a rehearsal for all wraps and proxies that take part, so that `once` is once: also for a client with five servers,
// and for a server that was ended and started again. Each adds a line to one file and reads the lines of the others. What is appended has
// one order for all, so all count the same without a lock.

import { appendFileSync } from 'node:fs';
import type { Plan } from '../../../../shared/features/rehearse/rehearsal-plan.ts';
import { type TurnCounter, Turns } from '../../../../shared/features/rehearse/turns.ts';
import { withForeignFile } from '../../../foreign-files/foreign-file.ts';

let lines = 0;

export class SharedTurns implements TurnCounter {
  readonly #file: string;
  /** Which rehearsal: lines of another one do not count. */
  readonly #run: string;
  readonly #turns: Turns;
  #offset = 0;
  /** A line that is not complete yet. */
  #rest = '';
  #begunAt: number | null = null;

  constructor(file: string, run: string, plan: Plan) {
    this.#file = file;
    this.#run = run;
    this.#turns = new Turns(plan);
  }

  begin(at: number): number {
    if (this.#begunAt === null) this.#add('begin', at);
    return this.#begunAt ?? this.#turns.begin(at);
  }

  isOpen(step: number): boolean {
    this.#read('');
    return this.#turns.isOpen(step);
  }

  take(step: number): boolean {
    // Where the file cannot be written, this process counts for itself.
    return this.#add('take', step) ?? this.#turns.take(step);
  }

  #add(what: 'begin' | 'take', value: number): boolean | null {
    lines += 1;
    const own = `${process.pid}.${lines}`;
    try {
      appendFileSync(this.#file, `${this.#run} ${own} ${what} ${value}\n`, { mode: 0o600 });
    } catch {
      return null;
    }
    return this.#read(own);
  }

  /** Whether the line `own` got its turn; null: it is not there. */
  #read(own: string): boolean | null {
    let turn: boolean | null = null;
    const all = `${this.#rest}${this.#newText()}`.split('\n');
    this.#rest = all.pop() ?? '';
    for (const line of all) {
      const [run, by, what, value] = line.split(' ');
      if (run !== this.#run) continue;
      if (what === 'begin') this.#begunAt ??= Number(value);
      const isTaken = what === 'take' && this.#turns.take(Number(value));
      if (by === own) turn = isTaken;
    }
    return turn;
  }

  #newText(): string {
    try {
      const bytes = withForeignFile(this.#file, {}, (file) => file.readAt(this.#offset, file.size));
      this.#offset += bytes.length;
      return bytes.toString('latin1');
    } catch {
      // Nothing was counted yet.
      return '';
    }
  }
}
