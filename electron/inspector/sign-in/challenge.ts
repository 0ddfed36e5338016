// What a refusal requires: the parameters of its `Bearer` challenge (RFC 6750 section 3, RFC 9728 section 5.1). Pure.

export interface Challenge {
  status: 401 | 403;
  /** URL of the protected resource metadata. */
  metadataUrl: string | undefined;
  scope: string | undefined;
  error: string | undefined;
}

/** null: this response does not concern sign-in. */
export function readChallenge(http: { status: number | null; headers: Record<string, string> }): Challenge | null {
  const { status } = http;
  if (status !== 401 && status !== 403) return null;
  const header = http.headers['www-authenticate'] ?? '';
  const bearer = /(?:^|[\s,])(?:Bearer|DPoP)\s+(.*)$/is.exec(header)?.[1] ?? '';
  const parameter = (name: string): string | undefined => {
    const found = new RegExp(`(?:^|[\\s,])${name}\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s,"]+))`, 'i').exec(bearer);
    return found?.[1]?.replace(/\\(.)/g, '$1') ?? found?.[2];
  };
  const error = parameter('error');
  // A 403 concerns sign-in only if more scopes would help.
  if (status === 403 && error !== 'insufficient_scope') return null;
  return { status, metadataUrl: parameter('resource_metadata'), scope: parameter('scope'), error };
}

/** Each scope once, in order of appearance. */
export function uniteScopes(...lists: (string | undefined)[]): string | undefined {
  const scopes = new Set(lists.flatMap((list) => (list ?? '').split(/\s+/)).filter(Boolean));
  return scopes.size === 0 ? undefined : [...scopes].join(' ');
}
