// The requests of a client that have no response yet. Owns finding the one that a response belongs to: by its id, and where two have
// the same one, by the exchange that carried it.

import type { HttpExchange } from '../../../../../shared/wire.ts';
import type { ReadMessage } from '../lines/message-lines.ts';

/** One line of the client, and what became of posting it. */
export interface Post {
  text: string;
  messages: ReadMessage[];
  calls: BridgedCall[];
  isBatch: boolean;
  /** Written in 2026-07-28 or later: its headers repeat it, and closing its response cancels it. */
  isModern: boolean;
  cancel: AbortController;
  /** The number of the exchange that carries it, once it is on its way. */
  via?: number;
  http: HttpExchange | null;
  /** What else is known of why no response came. */
  note: string;
  isDone: boolean;
  /** It was never sent, and is in the spool all the same. */
  isRecorded: boolean;
  /** `asking`: the server refused it and a person may be signing in. What the refusal brought is held until that is over. */
  refusal: 'none' | 'asking' | 'over';
  held: string[];
}

export interface BridgedCall {
  message: ReadMessage;
  post: Post;
  isCanceled?: true;
}

export function newPost(text: string, messages: ReadMessage[], isBatch: boolean, isModern: boolean): Post {
  const post: Post = {
    text,
    messages,
    calls: [],
    isBatch,
    isModern,
    cancel: new AbortController(),
    http: null,
    note: '',
    isDone: false,
    isRecorded: false,
    refusal: 'none',
    held: [],
  };
  for (const message of messages) if (message.kind === 'request') post.calls.push({ message, post });
  return post;
}

export class BridgedCalls {
  readonly #byKey = new Map<string, BridgedCall[]>();

  add(call: BridgedCall): void {
    const { key } = call.message;
    const same = this.#byKey.get(key);
    if (same) same.push(call);
    else this.#byKey.set(key, [call]);
  }

  has(call: BridgedCall): boolean {
    return this.#byKey.get(call.message.key)?.includes(call) ?? false;
  }

  /** Whether a response to something in this post is missing. */
  hasOf({ calls }: Post): boolean {
    return calls.some((call) => this.has(call));
  }

  /** false: it was answered before. */
  close(call: BridgedCall): boolean {
    const same = this.#byKey.get(call.message.key);
    const at = same?.indexOf(call) ?? -1;
    if (!same || at < 0) return false;
    same.splice(at, 1);
    if (same.length === 0) this.#byKey.delete(call.message.key);
    return true;
  }

  find(key: string, carrier?: Post): BridgedCall | undefined {
    const same = this.#byKey.get(key) ?? [];
    return same.find(({ post }) => post === carrier) ?? same[0];
  }

  /** Some servers turn 1 into "1" or the reverse, and most clients take that for the same id. */
  findOtherType({ value }: ReadMessage): BridgedCall | undefined {
    if (typeof value.id === 'number') return this.find(`"${value.id}`);
    return typeof value.id === 'string' && /^(?:0|-?[1-9]\d{0,14})$/.test(value.id) ? this.find(value.id) : undefined;
  }

  all(): BridgedCall[] {
    return [...this.#byKey.values()].flat();
  }
}
