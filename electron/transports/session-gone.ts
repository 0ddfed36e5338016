// Whether a 404 means that the server no longer knows our session (Streamable HTTP, "Session Management"). Servers also answer
// 404 to unknown methods and tools, with the request's own id: those sessions continue.

import { member, parseJson } from '../../shared/json/json.ts';
import type { MessageId } from '../../shared/wire.ts';

export const forgottenWords =
  'The server forgot this session (HTTP 404). Connect again to begin a new one, then repeat the call.';

export function forgotSession(status: number, body: string, id: MessageId | undefined): boolean {
  if (status !== 404) return false;
  // A router without such a path answers with its own page.
  if (/^\s*</.test(body)) return false;
  const parsed = parseJson(body);
  const error = parsed.ok ? member(parsed.value, 'error') : undefined;
  if (!parsed.ok || error === undefined) return true;
  const answered = member(parsed.value, 'id');
  if (id === undefined || answered !== id) return true;
  const said = member(error, 'message');
  return typeof said === 'string' && /\bsession\b/i.test(said);
}
