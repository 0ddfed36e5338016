// Cline CLI. The model gets the server's response as JSON text, unchecked and cut in the middle.

import { failedOf } from '../parts/blocks.ts';
import type { Pass } from '../parts/seen.ts';

const mostCharacters = 8000;

export const passCline: Pass = (answer) => {
  if ('error' in answer) {
    const { code, message } = answer.error;
    const error = message === '' ? `MCP request failed with code ${code}` : message;
    const rule = 'Passes on only the message of a JSON-RPC error; code and data are dropped.';
    return { got: cut(JSON.stringify({ error })), flagged: true, rule };
  }
  const whole = JSON.stringify(answer.result);
  const rule =
    whole.length > mostCharacters
      ? 'Leaves out the middle of a result whose JSON has more than 8,000 characters.'
      : 'Passes on the whole result as JSON text.';
  return { got: cut(whole), flagged: failedOf(answer), rule };
};

/** Both ends, with the number of missing characters between them. The marker counts toward the limit. */
function cut(text: string): string {
  if (text.length <= mostCharacters) return text;
  const mark = (left: number) => `\n\n...[truncated ${left} chars]...\n\n`;
  const half = (left: number) => Math.max(0, Math.floor((mostCharacters - mark(left).length) / 2));
  const left = text.length - 2 * half(text.length - mostCharacters);
  const end = half(left);
  // Half a character cannot be sent: UTF-8 has a replacement for it.
  return (text.slice(0, end) + mark(left) + (end > 0 ? text.slice(-end) : '')).toWellFormed();
}
