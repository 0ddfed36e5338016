// May a call be repeated without a question? Owns that decision and what the user agreed to since Misfire started. Annotations are hints of
// an untrusted server (specification, section "Tools"), so every sentence names its source.

import type { ToolView } from '../../../shared/api/views.ts';
import { hasKeyTwice } from '../../../shared/exchange/frame-remarks.ts';
import { isObject, parseJson } from '../../../shared/json/json.ts';
import type { ReplayGuard } from '../../../shared/retry/replay.ts';

export interface GuardedCall {
  server: string;
  method: string | null;
  /** The tool, for `tools/call`. */
  target: string | null;
}

/**
 * The tool that the parameters name, read from the text that will be sent. Null if the name is not a string, or if a duplicate key could
 * make the server read another tool.
 */
export function toolNamed(params: string): string | null {
  const parsed = parseJson(params);
  const name = parsed.ok && isObject(parsed.value) ? parsed.value.name : undefined;
  return typeof name === 'string' && !hasKeyTwice(params) ? name : null;
}

/** Read-only by the protocol's definition. */
const readingMethods = new Set([
  'ping',
  'server/discover',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'tasks/list',
  'tasks/get',
  'tasks/result',
  'roots/list',
]);

/** `hints` null: the server's tool list is unknown, or does not have this one. */
export function guardCall({ method, target }: GuardedCall, hints: ToolView['hints'] | null): ReplayGuard {
  if (method === null) {
    return ask('', 'Misfire cannot tell what this text would do. Send it?');
  }
  if (method !== 'tools/call') {
    return readingMethods.has(method)
      ? { need: 'free', name: method, because: `${method} only reads, so it can be repeated.` }
      : ask(method, `${method} may change something on the server, so Misfire asks first.`);
  }
  const name = target ?? '';
  if (hints === null) return ask(name, `${name || 'This tool'} may change data. Send it again?`);
  if (hints.destructive === true && hints.readOnly !== true) {
    return {
      need: 'type_name',
      name,
      because: `The server marks ${name} as destructive. Type its name to send it again.`,
    };
  }
  if (hints.readOnly === true) {
    return free(name, `${name} is read-only. Server’s claim, not verified.`);
  }
  if (hints.idempotent === true) {
    return free(name, `Repeating ${name} has no further effect. Server’s claim, not verified.`);
  }
  return ask(name, `The server does not mark ${name} as safe to repeat, so Misfire asks first.`);
}

const free = (name: string, because: string): ReplayGuard => ({ need: 'free', name, because });
const ask = (name: string, because: string): ReplayGuard => ({ need: 'ask', name, because });

/** What the user agreed to, once per server and tool. A typed name is never remembered. */
export class Agreements {
  readonly #agreed = new Set<string>();

  /** The current guard. */
  ease(call: GuardedCall, guard: ReplayGuard): ReplayGuard {
    if (guard.need !== 'ask' || !this.#agreed.has(keyOf(call, guard))) return guard;
    return {
      ...guard,
      need: 'free',
      because: `You agreed to repeat ${guard.name || 'such texts'} since Misfire started.`,
    };
  }

  /** Whether `confirm` satisfies the guard; an agreement is remembered. */
  answer(call: GuardedCall, guard: ReplayGuard, confirm: string): boolean {
    switch (guard.need) {
      case 'free':
        return true;
      case 'ask':
        if (confirm !== 'yes' && (confirm === '' || confirm !== guard.name)) return false;
        this.#agreed.add(keyOf(call, guard));
        return true;
      case 'type_name':
        return guard.name !== '' && confirm === guard.name;
      default:
        return guard.need satisfies never;
    }
  }
}

const keyOf = ({ server, method }: GuardedCall, { name }: ReplayGuard): string =>
  JSON.stringify([server, method, name]);
