// Answers a client from a recording: waits as long as the server took, sends what the server sent, and says clearly what the recording
// does not have. Knows nothing of pipes and sockets: stdio.ts and http.ts send for it.

import { setTimeout as sleep } from 'node:timers/promises';
import { withId } from '../../../shared/features/mock/message-id.ts';
import {
  type RecordedReplies,
  type Reply,
  type ReplyEnding,
  recordedTarget,
} from '../../../shared/features/mock/recorded-replies.ts';
import { isObject, type Json, type JsonObject, member, parseJson } from '../../../shared/json/json.ts';
import { jsonText } from '../../../shared/json/json-text.ts';

/** One client connection. */
export interface Outlet {
  send(text: string): void;
  sendStderr(line: string): void;
  /** The recorded server did not answer with a message. */
  end(ending: Exclude<ReplyEnding, { kind: 'answer' }>, id: Json): void;
  /** Before `send` of the answer: its HTTP status. */
  setStatus?(status: number): void;
}

interface MockOptions {
  replies: RecordedReplies;
  name: string;
  /** Without the recorded waits. */
  atOnce: boolean;
}

/** Marks answers of the mock itself, to distinguish them from recorded ones. */
const madeBy = 'misfire mock';
const longestTimer = 2 ** 31 - 1;

export class MockServer {
  readonly #options: MockOptions;
  readonly #open = new Map<string, AbortController>();

  constructor(options: MockOptions) {
    this.#options = options;
  }

  /** One message of the client. Resolves when all of the reply was sent. */
  async take(message: Json, outlet: Outlet): Promise<void> {
    const method = member(message, 'method');
    const id = member(message, 'id');
    if (id === undefined || id === null) {
      if (method === 'notifications/cancelled') this.#cancel(member(member(message, 'params'), 'requestId'));
      return;
    }
    // An answer of the client to a request that was recorded.
    if (typeof method !== 'string') return;
    const params = member(message, 'params');
    const reply = this.#options.replies.next(method, params);
    if (reply === null) return outlet.send(jsonText({ jsonrpc: '2.0', id, ...this.#unrecorded(method, params) }));
    const canceled = new AbortController();
    const key = jsonText(id);
    this.#open.set(key, canceled);
    try {
      await this.#send(reply, id, progressTokenOf(params), outlet, canceled.signal);
    } catch (problem) {
      if (!canceled.signal.aborted) throw problem;
    } finally {
      this.#open.delete(key);
    }
  }

  #cancel(id: Json | undefined): void {
    if (id !== undefined) this.#open.get(jsonText(id))?.abort();
  }

  async #send(reply: Reply, id: Json, token: Json | undefined, outlet: Outlet, signal: AbortSignal): Promise<void> {
    const started = performance.now();
    const waitUntil = async (afterMs: number) => {
      const rest = this.#options.atOnce ? 0 : afterMs - (performance.now() - started);
      // A timer of more than 2^31 ms would fire at once.
      for (let left = rest; left > 0; left -= longestTimer)
        await sleep(Math.min(left, longestTimer), undefined, { signal });
    };
    for (const { lane, text, afterMs } of reply.steps) {
      await waitUntil(afterMs);
      if (lane === 'err') outlet.sendStderr(text);
      else {
        const step = withToken(text, token);
        if (step !== null) outlet.send(step);
      }
    }
    await waitUntil(reply.afterMs);
    const { ending } = reply;
    if (ending.kind !== 'answer') return outlet.end(ending, id);
    if (ending.status !== null) outlet.setStatus?.(ending.status);
    outlet.send(withId(ending.text, id));
  }

  /** What a client needs to begin, where the recording starts later; everything else is refused. */
  #unrecorded(method: string, params: Json | undefined): { result: JsonObject } | { error: JsonObject } {
    const { replies, name } = this.#options;
    switch (method) {
      case 'ping':
        return { result: {} };
      case 'initialize': {
        const protocolVersion = member(params, 'protocolVersion') ?? '2025-06-18';
        return { result: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name, version: madeBy } } };
      }
      case 'tools/list': {
        const tools = replies.targets('tools/call').map((tool) => ({ name: tool, inputSchema: { type: 'object' } }));
        return { result: { tools } };
      }
    }
    const target = recordedTarget(params);
    const targets = replies.targets(method);
    const isOther = target !== null && !targets.includes(target);
    const known = targets.length > 0 ? ` It has ${targets.slice(0, 20).join(', ')}.` : '';
    const what = target === null ? method : `${method} ${target}`;
    const words = isOther
      ? `The recording has no call of ${what}.${known}`
      : `The recording has no answer to ${what} with these parameters.`;
    return { error: { code: -32000, message: words, data: { madeBy } } };
  }
}

const progressTokenOf = (params: Json | undefined): Json | undefined =>
  member(member(params, '_meta'), 'progressToken');

/** Progress is about the client's own token; without one it did not ask for any. null: not to be sent. */
function withToken(text: string, token: Json | undefined): string | null {
  if (!text.includes('notifications/progress')) return text;
  const parsed = parseJson(text);
  // A line of noise may contain the same words.
  if (!parsed.ok) return text;
  const message = parsed.value;
  const params = member(message, 'params');
  if (member(message, 'method') !== 'notifications/progress' || !isObject(params)) return text;
  return token === undefined
    ? null
    : jsonText({ ...(message as JsonObject), params: { ...params, progressToken: token } });
}
