// Text with colors and links as data. It becomes escape sequences only after the words of servers were made safe, so no server can
// send a sequence of its own.

import { styleText } from 'node:util';
import { terminalText } from '../../../../shared/text/visible-text.ts';
import type { Terminal } from './terminal.ts';

type Style = 'red' | 'green' | 'yellow' | 'cyan' | 'bold' | 'dim';

export interface StyledSpan {
  text: string;
  style?: Style;
  /** Where a click leads, on terminals that can. */
  link?: string;
}
export type Styled = string | StyledSpan | readonly (string | StyledSpan)[];

export const paint = (style: Style, text: string): StyledSpan => ({ text, style });
export const red = (text: string): StyledSpan => paint('red', text);
export const green = (text: string): StyledSpan => paint('green', text);
export const yellow = (text: string): StyledSpan => paint('yellow', text);
export const cyan = (text: string): StyledSpan => paint('cyan', text);
export const bold = (text: string): StyledSpan => paint('bold', text);
export const dim = (text: string): StyledSpan => paint('dim', text);
export const linked = (text: string, link: string): StyledSpan => ({ text, link });

export function spansOf(styled: Styled): StyledSpan[] {
  const parts: readonly (string | StyledSpan)[] = Array.isArray(styled) ? styled : [styled as string | StyledSpan];
  return parts.map((part) => (typeof part === 'string' ? { text: part } : part));
}

/** Without any style, as a pipe gets it. */
export const plainText = (styled: Styled): string =>
  spansOf(styled)
    .map(({ text }) => text)
    .join('');

/** For a terminal; foreign text in it cannot move the cursor or color anything. */
export function renderStyled(styled: Styled, { hasColor, hasLinks }: Pick<Terminal, 'hasColor' | 'hasLinks'>): string {
  return spansOf(styled)
    .map(({ text, style, link }) => {
      const safe = terminalText(text);
      const shown = style && hasColor && safe !== '' ? styleText(style, safe, { validateStream: false }) : safe;
      return link !== undefined && hasLinks ? hyperlink(shown, link) : shown;
    })
    .join('');
}

/** OSC 8. Only printable ASCII may be in the address. */
function hyperlink(shown: string, address: string): string {
  if (!/^[!-~]{1,2000}$/.test(address)) return shown;
  return `\u001b]8;;${address}\u001b\\${shown}\u001b]8;;\u001b\\`;
}
