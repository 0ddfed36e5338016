// What an HTTP status says about refused access, before any protocol message. null: not an access problem.

export function refusedStatus(status: number | null): string | null {
  if (status === 401) return 'The server wants you to sign in (HTTP 401).';
  // Known but not allowed, wrong host name, or another service at this address: signing in may not help.
  if (status === 403) return 'The server does not let Misfire in (HTTP 403).';
  return null;
}
