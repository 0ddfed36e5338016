// The sign-in that was made for an address, for programs that run beside the app: read from the vault in the data folder, renewed
// when that is due. Signs nobody in; a vault of the system's own belongs to the app alone, and then there is none.

import { SavedServers } from '../saved-servers.ts';
import { openVault } from '../secrets/vault.ts';
import { Grants, isFor } from './grants.ts';

/** The value of the authorization header, asked for before each request; null: nobody is signed in there. */
export async function grantHeader(dataDir: string, url: string): Promise<(target: string) => Promise<string | null>> {
  const origin = new URL(url).origin;
  const server = new SavedServers(dataDir)
    .load()
    .find(
      ({ config: { transport } }) =>
        'url' in transport && URL.canParse(transport.url) && new URL(transport.url).origin === origin,
    );
  if (!server) return async () => null;
  const vault = await openVault(dataDir);
  const grants = new Grants({ vault, record: () => () => {}, signal: new AbortController().signal });
  return async (target) => {
    const grant = await grants.current(server.id);
    return grant && isFor(grant, target, false) ? `Bearer ${grant.accessToken}` : null;
  };
}
