// Which version a server says it is, in its answer to the handshake.

import { member, parseJson } from '../json/json.ts';

/** null: the text is no such answer, or names none. */
export function versionIn(text: string): string | null {
  const parsed = parseJson(text);
  const found = parsed.ok ? member(member(member(parsed.value, 'result'), 'serverInfo'), 'version') : undefined;
  return typeof found === 'string' && found !== '' ? found.slice(0, 100) : null;
}
