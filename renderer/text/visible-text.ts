// Foreign text as the window shows it on one line. shared/text/visible-text has the deceptive characters and their names.

import { visibleName as nameOf, visibleParts, visibleText } from '../../shared/text/visible-text.ts';

export { visibleParts };

/** As one plain string, for places that only accept text; line breaks become spaces. */
export function visibleLine(text: string): string {
  return visibleText(unpictured(text.replace(/[\n\t]+/g, ' ')));
}

/** The name of a server or tool, with a mark if it imitates another. */
export const shownName = (name: string): string => nameOf(unpictured(name.replace(/[\n\t]+/g, ' ')));

/** Rows have these symbols for control characters; most fonts have no glyph for them. */
const pictures = /[\u2400-\u241f\u2421]/g;

/** The control characters themselves, so that they are shown like any others. */
function unpictured(text: string): string {
  return text.replace(pictures, (sign) => String.fromCharCode(pictured(sign)));
}

function pictured(sign: string): number {
  const code = sign.charCodeAt(0);
  return code === 0x2421 ? 0x7f : code - 0x2400;
}

/** A tool may have the name of its server: both together would read as a mistake. */
export const isSameName = (server: string, call: string): boolean => shownName(server) === shownName(call);
