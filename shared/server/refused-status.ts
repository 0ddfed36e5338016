// What a status says of whoever is not let in, before anything was said in the protocol. null: nothing of that kind.

export function refusedStatus(status: number | null): string | null {
  if (status === 401) return 'The server wants you to sign in (HTTP 401).';
  // Who is known and may not, who came by the wrong name, or who met something else at this address: signing in need not help.
  if (status === 403) return 'The server does not let Misfire in (HTTP 403).';
  return null;
}
