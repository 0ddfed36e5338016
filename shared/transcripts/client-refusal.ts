// Whether the client itself refused a call because it has no tool of that name, or no connection to the server any more, by the words
// that each client is known to use. Such words are not the server's.

import { clientOfId, clients } from '../clients/clients.ts';
import { gotText } from '../seen/parts/blocks.ts';
import type { SeenCall } from './parts/seen-call.ts';

export function isUnknownTool(call: SeenCall): boolean {
  const text = ownWords(call);
  const known = clientOfId(call.client)?.seen?.beside?.noSuchTool ?? [];
  return text !== null && [known, ...keptWords].flat().some((template) => text.startsWith(wordsOf(template, call)));
}

/** The server exited earlier, and the client did not start it again. */
export function saysNotConnected(call: SeenCall): boolean {
  const text = ownWords(call);
  const known = clientOfId(call.client)?.seen?.beside?.afterDeath.got ?? [];
  return text !== null && known.some((template) => text.includes(wordsOf(template, call)));
}

/** The same, or this call was open when the server exited. Only of clients that do not start it again. */
export function lostServer(call: SeenCall): boolean {
  const text = ownWords(call);
  const beside = clientOfId(call.client)?.seen?.beside;
  if (text === null || beside === undefined || beside.afterDeath.restarts) return false;
  return [beside.death, ...beside.afterDeath.got].some((template) => text.includes(wordsOf(template, call)));
}

/** null: the call did not fail, or the server's words are known. */
const ownWords = ({ said, got, failed }: SeenCall): string | null =>
  said !== undefined || got === null || !failed ? null : gotText(got);

const keptWords = clients.flatMap(({ seen }) => seen?.beside?.noSuchToolKept ?? []);

/** Up to the part that differs each time. */
function wordsOf(template: string, { server, tool, name }: SeenCall): string {
  const whole = template.replaceAll('<server>', server).replaceAll('<tool>', tool).replaceAll('<name>', name);
  const cut = whole.indexOf('…');
  return cut < 0 ? whole : whole.slice(0, cut);
}
