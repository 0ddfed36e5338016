// Whether the client itself refused a call because it has no tool of that name, or no connection to the server any more, by the words
// that each client is known to use. Such words are not the server's.

import { besideAnswers } from '../seen/beside-answers.ts';
import { gotText } from '../seen/parts/blocks.ts';
import { rulesOf, type SeenCall } from './parts/seen-call.ts';

export function isUnknownTool(call: SeenCall): boolean {
  if (call.said !== undefined || call.got === null || !call.failed) return false;
  const client = rulesOf(call.client);
  const known = client === null ? undefined : besideAnswers[client]?.noSuchTool;
  const text = gotText(call.got);
  return [...(known === undefined ? [] : [known]), ...inTranscripts].some((template) =>
    text.startsWith(wordsOf(template, call)),
  );
}

/** The server exited earlier, and the client did not start it again. */
export function saysNotConnected(call: SeenCall): boolean {
  if (call.said !== undefined || call.got === null || !call.failed) return false;
  const client = rulesOf(call.client);
  const text = gotText(call.got);
  const known = client === null ? [] : (besideAnswers[client]?.afterDeath.got ?? []);
  return known.some((template) => text.includes(wordsOf(template, call)));
}

/** A transcript may keep fewer words than the model got. */
const inTranscripts = ['Error: No such tool available: <name>', "Tool '<name>' does not exist."];

/** Up to the part that differs each time. */
function wordsOf(template: string, { server, tool, name }: SeenCall): string {
  const whole = template.replaceAll('<server>', server).replaceAll('<tool>', tool).replaceAll('<name>', name);
  const cut = whole.indexOf('…');
  return cut < 0 ? whole : whole.slice(0, cut);
}
