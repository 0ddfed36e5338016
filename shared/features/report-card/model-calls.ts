// Tells the client and its model apart: which request on the wire the model asked for, which one the client sent by itself, and
// what the model got. Reads one JSON line per call of the model, from a transcript or a scripted model.

import { isObject, type Json, member, parseJson } from '../../json/json.ts';
import { jsonText } from '../../json/json-text.ts';
import type { RunCall } from './recorded-run.ts';

/** One tool call of the model, and what came back to it. */
export interface ModelCall {
  /** The model's id of the call, where the client repeats it on the wire. */
  id?: string;
  tool: string;
  /** Left out: not known. */
  arguments?: Json;
  /** Milliseconds since 1970. */
  askedAt: number;
  /** Left out: nothing came back. */
  gotAt?: number;
  /** What the model got, as text. */
  got?: string;
  /** The client marked the result as failed, with a flag or a key of its own. */
  isFlagged?: boolean;
}

/** Who asked for a request. */
export type Asker = 'client' | 'model' | 'unknown';

/** The clocks of two processes, and a request that is written while the model's answer is still read. */
const toleranceMs = 50;

export class ModelCalls {
  /** Whether repeats of the client can be told from those of its model. */
  readonly tellsApart: boolean;
  readonly all: readonly ModelCall[] | null;
  readonly #askedBy = new Map<RunCall, ModelCall>();
  readonly #sent = new Map<ModelCall, RunCall[]>();

  constructor(calls: readonly RunCall[], model: readonly ModelCall[] | null) {
    this.all = model;
    const repeated = calls.filter(({ method }) => method === 'tools/call');
    this.tellsApart = model !== null || (repeated.length > 0 && repeated.every(({ useId }) => useId !== null));
    if (model === null) return;
    const open = [...model].sort((one, other) => one.askedAt - other.askedAt);
    for (const call of repeated) {
      const asked = takeAsk(open, call);
      if (asked) this.#askedBy.set(call, asked);
      const owner = asked ?? this.#openAsk(call);
      if (owner) this.#sent.set(owner, [...(this.#sent.get(owner) ?? []), call]);
    }
  }

  /** Who asked for `next`, which repeats `before`. */
  askerOf(next: RunCall, before: RunCall): Asker {
    if (next.useId !== null && before.useId !== null) return next.useId === before.useId ? 'client' : 'model';
    if (this.all === null) return 'unknown';
    return this.#askedBy.has(next) ? 'model' : 'client';
  }

  /** The requests that the client sent for one call of its model; none: it never reached the server. */
  sentFor(asked: ModelCall): readonly RunCall[] {
    return this.#sent.get(asked) ?? [];
  }

  /** What the model got for the last request of a call; null: not known. */
  gotOf(call: RunCall): ModelCall | null {
    for (const [asked, sent] of this.#sent) if (sent.at(-1) === call) return asked;
    return null;
  }

  /** The call of the model that the client still works on: the same tool, and nothing came back yet. */
  #openAsk(call: RunCall): ModelCall | undefined {
    const open = [...this.#sent.keys()].filter(
      ({ tool, gotAt = Number.POSITIVE_INFINITY }) =>
        plain(tool) === plain(call.target ?? '') && gotAt + toleranceMs >= call.at,
    );
    return open.findLast((asked) => this.#sent.get(asked)?.at(-1)?.key === call.key) ?? open.at(-1);
  }
}

/** The oldest ask for this tool with these arguments that no request has answered yet. */
function takeAsk(open: ModelCall[], call: RunCall): ModelCall | null {
  const byId = call.useId === null ? -1 : open.findIndex(({ id }) => id === call.useId);
  const wanted = textOf(call.arguments);
  const byCall = open.findIndex(
    ({ tool, arguments: args, askedAt }) =>
      plain(tool) === plain(call.target ?? '') &&
      askedAt <= call.at + toleranceMs &&
      (args === undefined || textOf(args) === wanted),
  );
  const at = byId === -1 ? byCall : byId;
  return at === -1 ? null : (open.splice(at, 1)[0] ?? null);
}

const textOf = (value: Json | undefined): string => jsonText(value ?? {}, true);
/** Clients change signs in the names that their model gets: `get-sum` is `get_sum`. */
const plain = (name: string): string => name.replace(/\W/g, '_');

type ReadModelCalls = { ok: true; calls: ModelCall[] } | { ok: false; problem: string };

/** `{"tool":…,"askedAt":…,"id":…,"arguments":…,"gotAt":…,"got":…,"isFlagged":…}`, one line per call. */
export function readModelCalls(text: string): ReadModelCalls {
  const calls: ModelCall[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const parsed = parseJson(line);
    const call = parsed.ok ? callOf(parsed.value) : null;
    if (call === null)
      return { ok: false, problem: `Line ${index + 1} is not a call of a model. It needs "tool" and "askedAt".` };
    calls.push(call);
  }
  return { ok: true, calls };
}

function callOf(value: Json): ModelCall | null {
  const [tool, askedAt] = [member(value, 'tool'), member(value, 'askedAt')];
  if (!isObject(value) || typeof tool !== 'string' || typeof askedAt !== 'number') return null;
  const { id, gotAt, got, isFlagged } = value;
  return {
    tool,
    askedAt,
    ...(typeof id === 'string' ? { id } : {}),
    ...(Object.hasOwn(value, 'arguments') ? { arguments: value.arguments as Json } : {}),
    ...(typeof gotAt === 'number' ? { gotAt } : {}),
    ...(got === undefined ? {} : { got: typeof got === 'string' ? got : JSON.stringify(got) }),
    ...(typeof isFlagged === 'boolean' ? { isFlagged } : {}),
  };
}
