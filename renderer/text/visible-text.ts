// Text of others as the window shows it on one line. Which characters deceive, and how they are called, is shared/text/visible-text's.

import { visibleName as nameOf, visibleParts, visibleText } from '../../shared/text/visible-text.ts';

export { visibleParts };

/** In one plain string, for places where only text can stand; line breaks become spaces. */
export function visibleLine(text: string): string {
  return visibleText(unpictured(text.replace(/[\n\t]+/g, ' ')));
}

/** The name of a server or a tool: one that is written to look like another says so. */
export const visibleName = (name: string): string => nameOf(unpictured(name.replace(/[\n\t]+/g, ' ')));

/** Rows carry these signs where control characters were; most fonts have no picture for them. */
const pictures = /[\u2400-\u241f\u2421]/g;

/** The control characters themselves, so that they are shown like any others. */
export function unpictured(text: string): string {
  return text.replace(pictures, (sign) => String.fromCharCode(pictured(sign)));
}

function pictured(sign: string): number {
  const code = sign.charCodeAt(0);
  return code === 0x2421 ? 0x7f : code - 0x2400;
}
