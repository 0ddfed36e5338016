// One replay from its first wait to its last response: waits, sends, compares, and can be paused, skipped and canceled. Owns the state and
// its view. schedule.ts decides when attempts leave; the service provides how they are sent.

import { type FailureIdentity, judgeAll, judgeAnswer } from '../../../shared/diff/verdict.ts';
import type { ReplayAttempt, ReplayView } from '../../../shared/retry/replay.ts';
import type { ReplayVerdict } from '../../../shared/retry/replay-verdict.ts';
import type { Outcome } from '../../../shared/timeline.ts';
import { now } from '../../transports/clock.ts';
import { doneWords } from './replay-words.ts';
import type { EndedAttempt, Schedule } from './schedule.ts';
import { TimedWait } from './wait-until.ts';

/** An attempt in the log once it is over. */
export interface AttemptResult extends EndedAttempt {
  identity: FailureIdentity | null;
  outcome: Outcome | null;
  at: number;
  headline: string;
  latencyMs: number | null;
}

export interface OpenAttempt {
  row: number;
  at: number;
  /** null: nothing answers what was sent. */
  result: Promise<AttemptResult> | null;
  /** Cancels the call; false if it is no longer open. */
  cancel(): boolean;
}

interface ReplayParts {
  id: string;
  source: number;
  server: string;
  to: string;
  method: string;
  target: string | null;
  bulk: string | null;
  /** The failure being retried; null if the call had succeeded. Read when needed, because failures may be decoded again. */
  before: () => FailureIdentity | null;
  passedBefore: boolean;
  schedule: Schedule;
  /** Connects if needed; '' or why that is not possible. */
  prepare: () => string | Promise<string>;
  /** A promise while a person holds it. */
  send: (withdrawn: AbortSignal) => OpenAttempt | { problem: string } | Promise<OpenAttempt>;
  onChange: () => void;
}

type State = ReplayView['state'];

export class ReplayRun {
  readonly id: string;
  readonly #parts: ReplayParts;
  readonly #ended: AttemptResult[] = [];
  readonly #attempts: ReplayAttempt[] = [];
  #state: State = 'waiting';
  #words = '';
  #begun = 0;
  #wait: TimedWait | null = null;
  #nextAt: number | null = null;
  #open: OpenAttempt | null = null;
  readonly #withdrawn = new AbortController();
  #paused = false;

  constructor(parts: ReplayParts) {
    this.id = parts.id;
    this.#parts = parts;
  }

  get bulk(): string | null {
    return this.#parts.bulk;
  }

  get isOver(): boolean {
    return this.#state === 'done' || this.#state === 'cancelled' || this.#state === 'failed';
  }

  /** Resolves when it is over for any reason. Never rejects. */
  async start(): Promise<void> {
    try {
      if (this.isOver) return;
      const ready = this.#parts.prepare();
      // Synchronous if no wait is needed, so that the caller sees when it leaves.
      const problem = typeof ready === 'string' ? ready : await ready;
      if (this.isOver) return;
      if (problem !== '') this.#move('failed', problem);
      while (!this.isOver) await this.#step();
    } catch (error) {
      if (!this.isOver) this.#move('failed', error instanceof Error ? error.message : String(error));
    }
  }

  /** false: its state does not allow that. */
  control(action: 'pause' | 'resume' | 'skip' | 'cancel'): boolean {
    if (this.isOver) return false;
    switch (action) {
      case 'pause':
        if (this.#paused) return false;
        this.#paused = true;
        this.#wait?.pause();
        if (this.#wait) this.#move('paused', this.#words);
        return true;
      case 'resume':
        if (!this.#paused) return false;
        this.#paused = false;
        if (this.#wait) this.#move('waiting', this.#words);
        this.#wait?.resume();
        return true;
      case 'skip':
        if (!this.#wait) return false;
        this.#paused = false;
        this.#wait.skip();
        return true;
      case 'cancel':
        this.#cancel();
        return true;
      default:
        return action satisfies never;
    }
  }

  view(): ReplayView {
    const { id, source, server, to, method, target, bulk, schedule } = this.#parts;
    const { verdict, fixedCount } = this.#judged();
    const waiting: ReplayAttempt[] =
      this.#nextAt === null
        ? []
        : [{ row: null, at: this.#nextAt, headline: 'Waiting', verdict: null, latencyMs: null }];
    return {
      id,
      source,
      server,
      to,
      method,
      target,
      state: this.#state,
      verdict,
      fixedCount,
      passedBefore: this.#parts.passedBefore,
      attempts: [...this.#attempts.map((attempt) => ({ ...attempt })), ...waiting],
      remaining: this.isOver ? 0 : schedule.remaining(this.#begun),
      nextAt: this.#nextAt,
      words: this.#words,
      bulk,
    };
  }

  async #step(): Promise<void> {
    const step = this.#parts.schedule.next(this.#ended);
    if ('stop' in step) {
      const { verdict, fixedCount } = this.#judged();
      const { passedBefore } = this.#parts;
      const facts = { verdict, fixed: fixedCount, attempts: this.#ended.length, passedBefore, stop: step.stop };
      this.#move('done', doneWords(facts));
      return;
    }
    if ((await this.#waitUntil(step.at)) === 'ended') return;
    await this.#attempt();
  }

  async #waitUntil(at: number): Promise<'over' | 'ended'> {
    if (!this.#paused && at <= now()) return 'over';
    const wait = new TimedWait(at, this.#paused);
    this.#wait = wait;
    this.#nextAt = at;
    this.#move(this.#paused ? 'paused' : 'waiting', this.#words);
    const how = await wait.done;
    this.#wait = null;
    this.#nextAt = null;
    return how;
  }

  async #attempt(): Promise<void> {
    const sending = this.#parts.send(this.#withdrawn.signal);
    // Synchronous if it is not held, for the same reason.
    const sent = sending instanceof Promise ? await sending : sending;
    if ('problem' in sent) {
      this.#move('failed', sent.problem);
      return;
    }
    this.#begun += 1;
    const attempt: ReplayAttempt = {
      row: sent.row,
      at: sent.at,
      headline: sent.result ? 'Waiting for the answer' : 'Sent',
      verdict: null,
      latencyMs: null,
    };
    this.#attempts.push(attempt);
    if (sent.result === null) {
      this.#move('done', 'A notification gets no answer.');
      return;
    }
    this.#open = sent;
    this.#move('running', this.#words);
    const result = await sent.result;
    this.#open = null;
    // Canceled by the user: there is no result, and nothing a schedule could continue from.
    const judged = result.outcome === 'cancelled' ? null : judgeAnswer(this.#parts.before(), result.identity);
    const verdict = judged?.verdict ?? null;
    Object.assign(attempt, { at: result.at, headline: result.headline, latencyMs: result.latencyMs, verdict });
    this.#ended.push({ ...result, verdict });
    if (this.isOver) this.#parts.onChange();
    else if (judged === null) this.#move('cancelled', 'The call was canceled.');
    else this.#move(this.#state, judged.because);
  }

  #cancel(): void {
    this.#nextAt = null;
    this.#move(
      'cancelled',
      this.#open
        ? 'It was waiting for an answer.'
        : this.#begun === 0
          ? 'Nothing was sent.'
          : `It was sent ${this.#begun === 1 ? 'once' : `${this.#begun} times`}.`,
    );
    this.#wait?.end();
    this.#withdrawn.abort();
    this.#open?.cancel();
  }

  #judged(): { verdict: ReplayVerdict | null; fixedCount: number } {
    const verdicts = this.#ended.flatMap(({ verdict }) => (verdict === null ? [] : [verdict]));
    const all = judgeAll(verdicts);
    const last = verdicts.at(-1) ?? null;
    return this.#parts.schedule.waits && all.verdict === 'flaky' ? { ...all, verdict: last } : all;
  }

  #move(state: State, words: string): void {
    this.#state = state;
    this.#words = words;
    this.#parts.onChange();
  }
}
