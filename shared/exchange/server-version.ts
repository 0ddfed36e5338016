// The version that a server reports in its handshake response.

import { member, parseJson } from '../json/json.ts';

/** null: the text is not such a response, or names none. */
export function versionIn(text: string): string | null {
  const parsed = parseJson(text);
  const found = parsed.ok ? member(member(member(parsed.value, 'result'), 'serverInfo'), 'version') : undefined;
  return typeof found === 'string' && found !== '' ? found.slice(0, 100) : null;
}
