// Until when a client waits for a held message, and why one went on, in words.

import { knownClientName } from '../../clients/clients.ts';
import { type GoneHold, type HeldView, heldSeconds, heldWords } from './held.ts';

const heldClientWords = (client: string | null, unknown: string): string =>
  client === null ? unknown : knownClientName(client);

/** "opencode times out in 41 s". */
export function heldLimitWords(held: HeldView, now: number): string {
  const { client, limitMs } = held;
  const inSeconds = `in ${heldSeconds(held, now)}`;
  if (limitMs === null) return `${heldClientWords(client, 'Unknown client')}: passed on ${inSeconds}`;
  return `${heldClientWords(client, 'The client')} times out ${inSeconds}`;
}

/** "opencode canceled refund_order. Its answer went on unchanged." */
export function wentOnWords({ held, why }: GoneHold): string {
  const { client, direction, tool, method } = held;
  const about = tool ?? method;
  if (why === 'time') return `${heldWords(held)} was held as long as it may be, and went on unchanged.`;
  const became = direction === 'request' ? 'It was not sent.' : 'Its answer went on unchanged.';
  return `${heldClientWords(client, 'The client')} no longer waits for ${about}. ${became}`;
}
