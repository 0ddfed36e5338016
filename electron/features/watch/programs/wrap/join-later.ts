// Lets a wrap that runs already join a rehearsal. Owns the moment: between two chunks of the client, which waits until the code that
// injects is loaded, so that the first call after the start of a rehearsal is under its plan.

import type { BytePipe, ChunkTaker } from '../../../../transports/pass-bytes.ts';
import type { ActiveFile } from '../../../rehearse/running/active-file.ts';

export class JoinLater implements ChunkTaker {
  readonly #pipe: BytePipe;
  readonly #active: ActiveFile;
  readonly #join: (file: string) => Promise<void>;
  /** What the client sends while the rehearsal is loaded. */
  #held: Buffer[] | null = null;
  #isEnding = false;

  /** `join` puts what injects in the place of this taker, or leaves it where nothing is to be joined. */
  constructor(pipe: BytePipe, active: ActiveFile, join: (file: string) => Promise<void>) {
    this.#pipe = pipe;
    this.#active = active;
    this.#join = join;
  }

  take(chunk: Buffer): void {
    if (this.#held) this.#held.push(chunk);
    else if (this.#active.isNew()) this.#hold(chunk);
    else this.#pipe.pass(chunk);
  }

  end(): void {
    if (this.#held) this.#isEnding = true;
    else this.#pipe.end();
  }

  #hold(chunk: Buffer): void {
    this.#held = [chunk];
    this.#pipe.from.pause();
    // A rehearsal that cannot be loaded must not end the traffic.
    const joined = this.#join(this.#active.path).catch(() => {});
    void joined.then(() => this.#release());
  }

  #release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const chunk of held) this.#pipe.take(chunk);
    if (this.#isEnding) (this.#pipe.taker ?? this.#pipe).end();
    else this.#pipe.from.resume();
  }
}
