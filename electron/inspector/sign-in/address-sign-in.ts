// Sign-in to one address, for programs that run outside the app. Uses the app's sign-in for that address, or their own, from the vault of
// the data folder. Only the app can read the system's vault.

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readForeignTextIfThere } from '../../foreign-files/foreign-file.ts';
import { makeFolders } from '../../foreign-files/make-folders.ts';
import { isRunning } from '../../foreign-files/named-process.ts';
import { beginSignIn } from '../../transports/oauth/sign-in-flow.ts';
import type { OnEvents } from '../../transports/transport.ts';
import { SavedServers } from '../connections/saved-servers.ts';
import { openVault } from '../secrets/open-vault.ts';
import { type Challenge, uniteScopes } from './challenge.ts';
import { Grants, isFor } from './grants.ts';
import { toWebAddress } from './web-address.ts';

interface AddressSignInOptions {
  dataDir: string;
  url: string;
  onEvents: OnEvents;
  /** Shows the user where to continue. */
  show: (page: string) => void;
  /** How long the user may take. */
  waitMs?: number;
}

const personMs = 5 * 60_000;
const lookAgainMs = 500;

export class AddressSignIn {
  readonly #options: AddressSignInOptions;
  /** The owner of this sign-in in the vault. */
  readonly #key: string;
  /** Clients start the same entry twice: one process asks the user, the other waits for the result. */
  readonly #claim: string;
  readonly #closing = new AbortController();
  #grants!: Grants;
  #running: Promise<boolean> | null = null;

  static async open(options: AddressSignInOptions): Promise<AddressSignIn> {
    const signIn = new AddressSignIn(options);
    await signIn.#readVault();
    return signIn;
  }

  private constructor(options: AddressSignInOptions) {
    const { dataDir, url } = options;
    this.#options = options;
    this.#key = findServer(dataDir, url) ?? new URL(url).origin;
    this.#claim = join(dataDir, 'watch', `sign-in-${Buffer.from(this.#key).toString('base64url').slice(0, 100)}`);
  }

  /** The value of the authorization header, read before each request; null if not signed in. */
  async header(target: string): Promise<string | null> {
    const grant = await this.#grants.current(this.#key);
    return grant && isFor(grant, target, false) ? `Bearer ${grant.accessToken}` : null;
  }

  /** Called when the server refused. true: there is another token to try. Concurrent callers get the same answer. */
  answer(challenge: Challenge): Promise<boolean> {
    this.#running ??= this.#answer(challenge).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  close(): void {
    this.#closing.abort('The client has gone.');
  }

  async #answer(challenge: Challenge): Promise<boolean> {
    const before = this.#grants.get(this.#key);
    // Another program may have signed in, or renewed the token, since the vault was read.
    await this.#readVault();
    const now = this.#grants.get(this.#key);
    if (now !== null && now.accessToken !== before?.accessToken) return true;
    if (challenge.status === 401 && now?.refreshToken && (await this.#grants.renew(this.#key))) return true;
    return this.#claimed(() => this.#ask(challenge, now?.scopes));
  }

  async #ask(challenge: Challenge, scopes: readonly string[] | undefined): Promise<boolean> {
    const { url, onEvents, show, waitMs = personMs } = this.#options;
    const open = await beginSignIn({
      server: new URL(url),
      onEvents,
      signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(waitMs)]),
      metadataUrl: challenge.metadataUrl,
      scope: challenge.status === 403 ? uniteScopes(scopes?.join(' '), challenge.scope) : challenge.scope,
      toPage: toWebAddress,
    });
    show(open.url);
    await this.#grants.keep(this.#key, await open.finish());
    return true;
  }

  async #claimed(ask: () => Promise<boolean>): Promise<boolean> {
    makeFolders(join(this.#options.dataDir, 'watch'));
    try {
      writeFileSync(this.#claim, String(process.pid), { flag: 'wx', mode: 0o600 });
    } catch {
      const owner = this.#claimOwner();
      if (owner !== null) return this.#waitFor(owner);
      // Left by a process that was killed.
      writeFileSync(this.#claim, String(process.pid), { mode: 0o600 });
    }
    try {
      return await ask();
    } finally {
      rmSync(this.#claim, { force: true });
    }
  }

  async #waitFor(owner: number): Promise<boolean> {
    while (this.#claimOwner() === owner && !this.#closing.signal.aborted)
      await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
    await this.#readVault();
    return this.#grants.get(this.#key) !== null;
  }

  /** The process that is asking the user now; null if there is none. */
  #claimOwner(): number | null {
    try {
      const pid = Number(readForeignTextIfThere(this.#claim) ?? 0);
      return pid > 0 && isRunning(pid) ? pid : null;
    } catch {
      return null;
    }
  }

  async #readVault(): Promise<void> {
    const { dataDir, onEvents } = this.#options;
    const vault = await openVault(dataDir);
    this.#grants = new Grants({ vault, record: () => onEvents, signal: this.#closing.signal });
  }
}

/** The server in the app's list that has this address. */
function findServer(dataDir: string, url: string): string | undefined {
  const { origin } = new URL(url);
  return new SavedServers(dataDir)
    .load()
    .find(
      ({ config: { transport } }) =>
        'url' in transport && URL.canParse(transport.url) && new URL(transport.url).origin === origin,
    )?.id;
}
