// Requests from the server (up to 2025-11-25): answered from the configuration, passed to the user, or refused. Owns the open questions of
// one connection. asks/ owns the list that users see.

import { canceledKey, idKeyAt, writtenAt } from '../../../shared/exchange/exact-number.ts';
import { type Json, type JsonObject, member } from '../../../shared/json/json.ts';
import type { AskAnswer } from '../../../shared/server/connecting.ts';
import type { ClientSide } from '../../../shared/server/server-config.ts';
import { objectOf, type Ready, readyAnswer, requestKindOf } from './client-side.ts';
import { encode } from './open-requests.ts';
import type { AskDesk, OpenAsk } from './session-options.ts';

interface ServerAskParts {
  clientSide: (() => ClientSide) | undefined;
  desk: AskDesk | undefined;
  reply: (text: string) => void;
  /** Pauses the timeouts of open calls while the user answers; the returned function resumes them. */
  holdClocks: () => () => void;
}

export class ServerAsks {
  readonly #parts: ServerAskParts;
  readonly #open = new Map<string, OpenAsk>();

  constructor(parts: ServerAskParts) {
    this.#parts = parts;
  }

  /** false: the message is not a request. `row` is its row in the log, `text` its own text. */
  take(message: JsonObject, row: number, text: () => string): boolean {
    const method = member(message, 'method');
    const id = member(message, 'id');
    if (typeof method !== 'string' || id === undefined) return false;
    const idText = typeof id === 'number' ? writtenAt(text(), 'id') : encode(id);
    // An id too deep to serialize cannot be answered at all.
    if (idText === null) return true;
    if (method === 'ping') {
      this.#parts.reply(`{"jsonrpc":"2.0","id":${idText},"result":{}}`);
      return true;
    }
    const { clientSide, desk } = this.#parts;
    const params = objectOf(member(message, 'params'));
    const kind = clientSide ? requestKindOf(method, params) : null;
    if (kind === null || !clientSide) {
      const words = `Misfire does not offer “${method.slice(0, 200)}”. It connected without declaring that capability.`;
      this.#answer(idText, { kind: 'error', code: -32601, message: words });
      return true;
    }
    const ready = readyAnswer(kind, clientSide(), desk !== undefined, params);
    if (ready || !desk) {
      if (ready) this.#answer(idText, ready);
      return true;
    }
    const ask = desk.put({ row, kind, method, params });
    const key = idKeyAt(id, text, 'id');
    this.#open.set(key, ask);
    const release = this.#parts.holdClocks();
    void ask.answer.then((answer) => {
      release();
      this.#open.delete(key);
      if (answer) this.#answer(idText, readAnswer(answer));
    });
    return true;
  }

  /** The server no longer waits for an answer. */
  withdraw(params: Json | undefined, text: () => string): void {
    this.#open.get(canceledKey(params, text))?.withdraw();
  }

  close(): void {
    for (const ask of [...this.#open.values()]) ask.withdraw();
  }

  #answer(idText: string, ready: Ready): void {
    this.#parts.reply(
      ready.kind === 'result'
        ? `{"jsonrpc":"2.0","id":${idText},"result":${ready.result.replace(/[\r\n]+/g, ' ')}}`
        : `{"jsonrpc":"2.0","id":${idText},"error":${JSON.stringify({ code: ready.code, message: ready.message })}}`,
    );
  }
}

function readAnswer(answer: AskAnswer): Ready {
  return answer.kind === 'result' ? answer : { ...answer, kind: 'error' };
}
