// A value that must not become text by accident: printed, joined, serialized or inspected it is ‹hidden›. Whoever needs the value names
// where it goes, from a closed list, so that each place is found by a search.

import { inspect } from 'node:util';

/** Where a secret may go. */
type SecretSink =
  /** The environment of a child process, or a file that only its owner can read and that sets it. */
  | 'child environment'
  /** Searched in what is recorded, to be hidden there. */
  | 'search';

export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(_sink: SecretSink): string {
    return this.#value;
  }

  toString(): string {
    return '‹hidden›';
  }

  toJSON(): string {
    return '‹hidden›';
  }

  [inspect.custom](): string {
    return '‹hidden›';
  }
}
