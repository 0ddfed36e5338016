// Reads the challenge with which a server refuses a token (RFC 6750, section 3; RFC 9728, section 5.1).

/** Challenges of real servers are far shorter. */
const longest = 4000;
const longestValue = 500;
/** Names and values of RFC 9110, section 11.2: quoted or not. */
const parameter = /([A-Za-z_]{1,40})\s?=\s?(?:"((?:[^"\\]|\\.)*)"|([^\s",]{1,500}))/g;

/** A parameter of the WWW-Authenticate header; undefined: the challenge does not have it. */
export function challengeParameter(challenge: string, name: string): string | undefined {
  for (const [, own, quoted, bare] of challenge.slice(0, longest).matchAll(parameter))
    if (own?.toLowerCase() === name) return (quoted ?? bare)?.slice(0, longestValue);
  return undefined;
}
