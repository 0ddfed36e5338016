// Knows which HTTP headers have credentials, and removes their values from the log.

import { isCredentialHeader } from '../../shared/mask/secret-names.ts';

export const hiddenValue = '‹hidden›';

/** A session id is needed to follow the session, so it is masked on output, not here. */
const isHidden = (name: string): boolean => name !== 'mcp-session-id' && isCredentialHeader(name);

/** `alsoHidden`: configured header names in lower case; their values are always removed. `keep` removes nothing. */
export function hideCredentials(
  headers: Iterable<readonly [string, string]>,
  alsoHidden: ReadonlySet<string> = new Set(),
  keep = false,
): Record<string, string> {
  const shown = new Map<string, string>();
  for (const [givenName, givenValue] of headers) {
    const name = givenName.toLowerCase();
    const value = !keep && (isHidden(name) || alsoHidden.has(name)) ? hiddenValue : givenValue;
    const before = shown.get(name);
    // RFC 9110 section 5.3: repeated fields mean the same as one with the values joined by commas.
    shown.set(name, before === undefined || value === hiddenValue ? value : `${before}, ${value}`);
  }
  // fromEntries makes own members even of a header called __proto__.
  return Object.fromEntries(shown);
}
