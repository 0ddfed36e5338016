// Tokens in a server's output that grant access: signed ones, those from sign-in, and those after `Authorization`. Used for copies
// written while traffic passes, so it searches few words and reads each text once. Later display uses the masker, which finds more. Owns
// only these three shapes.

import { goesOn, isOrdinaryWord } from './plain-values.ts';

const mark = '‹hidden›';

/** Cheap, and true for every text that has one. */
export const mayHoldToken = (text: { includes(part: string): boolean }): boolean =>
  text.includes('eyJ') || text.includes('oken') || text.includes('OKEN') || text.includes('uthorization');

/** Each run of letters starts once, so each is read once. */
const signed = /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g;
/** `"access_token": "…"`, also inside a JSON string, and `access_token=…` in forms and URLs. */
const member = /((?:access|refresh|id)_?token\\{0,7}"\s{0,8}:\s{0,8}\\{0,7}")([^"\\]{8,})/gi;
const field = /((?:access|refresh|id)_token=)([^&\s"'\\<>]{8,})/gi;
const header =
  /(authorization\\{0,7}"?\s{0,8}[:=]\s{0,8}\\{0,7}"?(?:bearer|basic|token|dpop)\s{1,8})([^\s"'\\,;<>]{8,})/gi;

export function hideGivenTokens(text: string): string {
  if (!mayHoldToken(text)) return text;
  return text
    .replace(signed, mark)
    .replace(member, `$1${mark}`)
    .replace(field, `$1${mark}`)
    .replace(header, (whole: string, before: string, value: string, at: number, all: string) =>
      isOrdinaryWord(value) && value.length < 24 && goesOn(all, at + whole.length) ? whole : before + mark,
    );
}
