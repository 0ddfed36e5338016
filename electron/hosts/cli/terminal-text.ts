// Text of servers on its way to a terminal. Control characters can move the cursor, set the title or fill the clipboard
// (OSC 52), so none gets through: each is written out so that a person sees that it was there.

/** C0 but tab and line feed, DEL, C1, and the marks that reorder text (Unicode TR36, bidirectional spoofing). */
const unsafe = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

export function toTerminalText(text: string): string {
  // Lone surrogates first: a terminal gets UTF-8, which cannot carry them.
  return text.replace(/\p{Surrogate}/gu, writeOut).replace(unsafe, writeOut);
}

function writeOut(character: string): string {
  const code = character.charCodeAt(0);
  return code <= 0xff ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
