// `misfire transcripts --follow`: prints the calls that clients on this machine make from now on, as their transcripts grow. Stores nothing.

import { nameOfClient } from '../../../../shared/clients/clients.ts';
import { Learner } from '../../../../shared/decode/learner.ts';
import { Pairing } from '../../../../shared/exchange/pairing.ts';
import { rowHasFailed } from '../../../../shared/filter/row-facts.ts';
import { AnyReader } from '../../../../shared/formats/read-any.ts';
import { Masker } from '../../../../shared/mask/masker.ts';
import type { WireEvent } from '../../../../shared/wire.ts';
import { lineOfRow } from '../../../hosts/cli/records/log-command.ts';
import { type CommandRun, stopLimitMs } from '../../../hosts/cli/terminal/command-run.ts';
import { type ExitCode, exitCodeOf } from '../../../hosts/cli/terminal/exit-codes.ts';
import type { Output } from '../../../hosts/cli/terminal/output.ts';
import { type FoundTranscript, newestOf } from '../find-transcripts.ts';
import { type GrowingTranscript, openFromEnd, openGrowing } from '../growing-transcript.ts';

interface FollowOptions {
  /** The newest transcripts that are followed at once. */
  limit: number;
  /** Leaves out calls that did not fail. */
  failures: boolean;
  json: boolean;
}

const lookEveryMs = 1000;

export async function followTranscripts(
  run: CommandRun,
  find: () => Promise<FoundTranscript[]>,
  options: FollowOptions,
): Promise<ExitCode> {
  const { output } = run;
  const stop = run.io.watchStops(stopLimitMs);
  const followed = new Map<string, FollowedFile>();
  try {
    const atStart = await find();
    const known = new Set(atStart.map(({ file }) => file));
    for (const one of newestOf(atStart, options.limit))
      followed.set(one.file, new FollowedFile(run, one, true, options));
    output.printMessage(`Following ${followed.size} of ${known.size} transcripts, and new ones. Press Ctrl-C to stop.`);
    for (;;) {
      const signal = await Promise.race([stop.asked, pause()]);
      if (signal !== null) return exitCodeOf(signal);
      const newest = newestOf(await find(), options.limit);
      for (const one of newest)
        if (!followed.has(one.file)) followed.set(one.file, new FollowedFile(run, one, known.has(one.file), options));
      const wanted = new Set(newest.map(({ file }) => file));
      for (const [file, each] of followed) {
        each.look();
        if (wanted.has(file)) continue;
        each.close();
        followed.delete(file);
        known.add(file);
      }
    }
  } finally {
    for (const each of followed.values()) each.close();
    stop.release();
  }
}

const pause = (): Promise<null> => new Promise((resolve) => setTimeout(() => resolve(null), lookEveryMs));

class FollowedFile {
  readonly #output: Output;
  readonly #found: FoundTranscript;
  readonly #options: FollowOptions;
  readonly #masker = new Masker();
  #source: GrowingTranscript | null = null;
  #reader = new AnyReader();
  readonly #pairing: Pairing;
  #events = 0;
  #printed = -1;

  /** `fromEnd`: calls that it has already are not printed. */
  constructor({ output }: CommandRun, found: FoundTranscript, fromEnd: boolean, options: FollowOptions) {
    this.#output = output;
    this.#found = found;
    this.#options = options;
    const learner = new Learner({});
    this.#pairing = new Pairing({ decode: (...told) => learner.decode(...told), tools: learner.tools });
    try {
      if (!fromEnd) this.#source = openGrowing(found.file);
      else {
        const { source, before } = openFromEnd(found.file);
        this.#source = source;
        this.#reader.read(before);
      }
    } catch {
      // It is gone, or not readable: there is nothing to follow.
    }
  }

  look(): void {
    try {
      if (this.#source?.hasChanged() !== true) return;
      for (let part = this.#source.next(); part !== null; part = this.#source.next()) {
        if (part.isRestart) this.#reader = new AnyReader();
        this.#take(this.#reader.read(part.text));
      }
      this.#take(this.#reader.pause());
    } catch {
      // Gone for now, or a copy of a database that is being written: the next look tries again.
    }
  }

  close(): void {
    this.#source?.close();
    this.#source = null;
  }

  #take(events: readonly WireEvent[]): void {
    if (this.#reader.transcript === null) return;
    for (const event of events) {
      this.#events += 1;
      this.#pairing.take({ event: { ...event, seq: this.#events } });
    }
    const { file, client } = this.#found;
    for (const { row, failure } of this.#pairing.drain()) {
      if (row.id <= this.#printed) continue;
      this.#printed = row.id;
      if (this.#options.failures && !rowHasFailed(row)) continue;
      if (this.#options.json) this.#output.printJson({ file, ...this.#masker.value(row) });
      else {
        const explained = failure === 'as before' ? null : failure;
        const masked = (text: string) => this.#masker.mask(text);
        this.#output.printLine(lineOfRow(row, `${nameOfClient(client)} ${row.server}`, explained, masked));
      }
    }
  }
}
