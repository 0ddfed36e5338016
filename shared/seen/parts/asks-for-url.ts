// Error -32042 of MCP 2025-11-25: the user must open a URL before the call can succeed. Some clients ask the user themselves, and tell
// their model only how that ended. Measured without a person to ask.

import { member } from '../../json/json.ts';
import type { ServerAnswer } from './seen.ts';

export function asksForUrl({ code, data }: Extract<ServerAnswer, { error: object }>['error']): boolean {
  const asked = member(data, 'elicitations');
  return code === -32042 && Array.isArray(asked) && asked.length > 0;
}
