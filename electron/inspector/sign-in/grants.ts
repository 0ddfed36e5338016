// The tokens of servers that someone signed in to, in the vault and nowhere else. Owns when one is renewed and to which
// address one may be sent.

import { type Grant, grantSchema } from '../../transports/oauth/grant.ts';
import { renewGrant } from '../../transports/oauth/renew-grant.ts';
import type { OnEvents } from '../../transports/transport.ts';
import type { Vault } from '../secrets/vault.ts';

interface Options {
  vault: Vault;
  /** Where the events of renewing a server's token go. */
  record: (server: string) => OnEvents;
  signal: AbortSignal;
}

/** A token that ends this soon is renewed before it is used. */
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

  /** A grant whose token can be used now, renewed if that is due; null: there is none. Never rejects. */
  async current(server: string): Promise<Grant | null> {
    const grant = this.get(server);
    if (grant === null || grant.expiresAt === null || grant.expiresAt - earlyMs > Date.now()) return grant;
    const renewed = grant.refreshToken === null ? null : await this.renew(server);
    // Until the very end the old one is worth a try.
    return renewed ?? (grant.expiresAt > Date.now() ? grant : null);
  }

  /** Whoever asks meanwhile gets the same one: a refresh token is often used up by its first use. null: it was refused. */
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
      // Signed out, or signed in anew, while this was under way.
      if (this.get(server) !== before) return this.get(server);
      // What cannot be kept can be used all the same until Misfire ends.
      await this.keep(server, renewed).catch(() => {});
      return renewed;
    } catch {
      return null; // It is in the log.
    }
  }
}

/** A token goes only to the origin it was made for; a command that serves HTTP here gets a new port with each start. */
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
    return null; // Written by another version: one signs in again.
  }
}
