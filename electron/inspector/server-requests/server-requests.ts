// Requests from servers to their client: roots, sampling, elicitation, and input that a call needs to continue. Owns the list and the
// answers. session/ receives the requests and sends the answers.

import type { Ask } from '../../../shared/contract/api.ts';
import { done, refused } from '../../../shared/contract/api.ts';
import { isObject, parseJson } from '../../../shared/json/json.ts';
import type { AskAnswer, AskKind, AskView } from '../../../shared/server/connecting.ts';
import { now } from '../../transports/clock.ts';
import { encode } from '../session/open-requests.ts';
import type { AskDesk, NewAsk, OpenAsk } from '../session/session-options.ts';
import { askWords } from './ask-words.ts';

interface Parts {
  serverName: (server: string) => string;
  /** From now on this server gets this answer to questions of this kind. */
  keep: (server: string, kind: AskKind, answer: AskAnswer) => void;
  onChange: () => void;
}

interface Waiting {
  view: AskView;
  resolve: (answer: AskAnswer | null) => void;
}

export class Asks {
  readonly #parts: Parts;
  readonly #waiting = new Map<string, Waiting>();
  #count = 0;
  #changed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Where the sessions of a server submit their questions. */
  deskOf(server: string): AskDesk {
    return { put: (ask) => this.#put(server, ask) };
  }

  /** All open questions if they changed since the last call; else null. */
  takeChanged(): AskView[] | null {
    if (!this.#changed) return null;
    this.#changed = false;
    return this.#views();
  }

  readonly asks: Ask<'asks'> = async () => done({ asks: this.#views() });

  readonly answerAsk: Ask<'answerAsk'> = async ({ ask, answer, keep }) => {
    const waiting = this.#waiting.get(ask);
    if (!waiting) return refused('not_found', 'The server no longer waits for this answer.');
    if (answer.kind === 'result') {
      const parsed = parseJson(answer.result);
      if (!parsed.ok) return refused('bad_input', `The answer is not JSON yet: ${parsed.problem}.`);
      if (!isObject(parsed.value)) return refused('bad_input', 'The answer must be a JSON object: {…}.');
    }
    const { server, kind } = waiting.view;
    if (keep) this.#parts.keep(server, kind, answer);
    this.#settle(ask, answer);
    return done(null);
  };

  #views(): AskView[] {
    return [...this.#waiting.values()].map(({ view }) => view);
  }

  #put(server: string, ask: NewAsk): OpenAsk {
    this.#count += 1;
    const id = `ask-${this.#count}`;
    const view: AskView = {
      id,
      server,
      row: ask.row,
      kind: ask.kind,
      method: ask.method,
      params: encode(ask.params) ?? '{}',
      words: askWords(this.#parts.serverName(server), ask),
      since: now(),
      until: null,
    };
    const answer = new Promise<AskAnswer | null>((resolve) => this.#waiting.set(id, { view, resolve }));
    this.#notify();
    return { answer, withdraw: () => this.#settle(id, null) };
  }

  #settle(id: string, answer: AskAnswer | null): void {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    waiting.resolve(answer);
    this.#notify();
  }

  #notify(): void {
    this.#changed = true;
    this.#parts.onChange();
  }
}
