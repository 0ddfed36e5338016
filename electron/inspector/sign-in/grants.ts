// The tokens of servers that the user signed in to, in the vault and nowhere else. Owns when a token is renewed and to which address it may
// be sent.

import { type Grant, grantSchema } from '../../transports/oauth/grant.ts';
import { renewGrant } from '../../transports/oauth/renew-grant.ts';
import type { OnEvents } from '../../transports/transport.ts';
import type { Vault } from '../secrets/vault.ts';

interface Options {
  vault: Vault;
  /** Where the events of a token renewal go. */
  record: (server: string) => OnEvents;
  signal: AbortSignal;
}

/** A token that expires this soon is renewed before it is used. */
const earlyMs = 30_000;

export class Grants {
  readonly #options: Options;
  readonly #read = new Map<string, Grant | null>();
  readonly #renewing = new Map<string, Promise<Grant | null>>();

  constructor(options: Options) {
    this.#options = options;
  }

  get(server: string): Grant | null {
    const known = this.#read.get(server);
    if (known !== undefined) return known;
    const grant = readGrant(this.#options.vault.get(keyOf(server)));
    this.#read.set(server, grant);
    return grant;
  }

  async keep(server: string, grant: Grant | null): Promise<void> {
    this.#read.set(server, grant);
    await this.#options.vault.set(keyOf(server), grant === null ? undefined : JSON.stringify(grant));
  }

  /** A grant with a usable token, renewed if due; null if there is none. Never rejects. */
  async current(server: string): Promise<Grant | null> {
    const grant = this.get(server);
    if (grant === null || grant.expiresAt === null || grant.expiresAt - earlyMs > Date.now()) return grant;
    const renewed = grant.refreshToken === null ? null : await this.renew(server);
    // Until it expires the old one is worth a try.
    return renewed ?? (grant.expiresAt > Date.now() ? grant : null);
  }

  /** Concurrent callers share one renewal, because a refresh token is often valid only once. null: it was refused. */
  renew(server: string): Promise<Grant | null> {
    const running = this.#renewing.get(server);
    if (running) return running;
    const renewing = this.#renew(server).finally(() => this.#renewing.delete(server));
    this.#renewing.set(server, renewing);
    return renewing;
  }

  async #renew(server: string): Promise<Grant | null> {
    const before = this.get(server);
    if (before === null || before.refreshToken === null) return null;
    try {
      const { record, signal } = this.#options;
      const renewed = await renewGrant(before, { onEvents: record(server), signal });
      // Signed out, or signed in again, while this was running.
      if (this.get(server) !== before) return this.get(server);
      // A token that cannot be stored can still be used until exit.
      await this.keep(server, renewed).catch(() => {});
      return renewed;
    } catch {
      return null; // It is in the log.
    }
  }
}

/** A token goes only to the origin it was issued for. A command that serves HTTP here gets a new port with each start. */
export function isFor(grant: Grant, url: string, ownCommand: boolean): boolean {
  if (!URL.canParse(url)) return false;
  const [home, target] = [new URL(grant.server), new URL(url)];
  if (home.origin === target.origin) return true;
  return ownCommand && home.protocol === target.protocol && home.hostname === target.hostname;
}

const keyOf = (server: string): string => `sign-in ${server}`;

function readGrant(text: string | undefined): Grant | null {
  if (text === undefined) return null;
  try {
    return grantSchema.parse(JSON.parse(text));
  } catch {
    return null; // Written by another version: the user signs in again.
  }
}
