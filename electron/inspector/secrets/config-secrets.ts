// Keeps the secret values of a server's configuration in the vault instead of the list: removed on save, restored on connect. Owns which
// part of a configuration `env:NAME`, `header:Name` and `clientSecret` name.

import type { ServerConfig, TransportConfig } from '../../../shared/server/server-config.ts';
import type { Vault } from './vault.ts';

export class ConfigSecrets {
  readonly #vault: Vault;
  /** Why a secret could not be stored, for the user; '' if all is well. */
  notice = '';

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  /** The configuration that may be saved and shown; its secrets are in the vault. An empty value keeps the stored one. */
  take(server: string, config: ServerConfig, before: readonly string[] = []): ServerConfig {
    const names = config.secrets ?? [];
    for (const gone of before) if (!names.includes(gone)) this.#keep(server, gone, undefined);
    for (const name of names) {
      const value = readSecretPlace(config, name);
      if (value !== undefined && value !== '') this.#keep(server, name, value);
    }
    return writePlaces(config, (_name, value) => (value === undefined ? undefined : ''));
  }

  /** See `fillSecrets`. */
  fill(server: string, config: ServerConfig): Filled {
    return fillSecrets(this.#vault, server, config);
  }

  forget(server: string, config: ServerConfig): void {
    for (const name of config.secrets ?? []) this.#keep(server, name, undefined);
  }

  #keep(server: string, name: string, value: string | undefined): void {
    const key = keyOf(server, name);
    if (this.#vault.get(key) === value) return;
    this.#vault.set(key, value).then(
      () => {
        this.notice = '';
      },
      (problem) => {
        this.notice = `A secret could not be kept: ${problem instanceof Error ? problem.message : String(problem)}`;
      },
    );
  }
}

export interface Filled {
  config: ServerConfig;
  values: string[];
  /** Secrets without a value here. */
  missing: string[];
}

/** With its secrets, for connecting to the server or copying it. */
export function fillSecrets(vault: Pick<Vault, 'get'>, server: string, config: ServerConfig): Filled {
  const values: string[] = [];
  const missing: string[] = [];
  const filled = writePlaces(config, (name, value) => {
    const kept = value === undefined || value === '' ? vault.get(keyOf(server, name)) : value;
    if (kept === undefined) {
      missing.push(name);
      return value;
    }
    values.push(kept);
    return kept;
  });
  return { config: filled, values, missing };
}

/** `header:Authorization` → "the header Authorization". */
export function describeSecret(name: string): string {
  if (name.startsWith('env:')) return `the variable ${name.slice(4)}`;
  if (name.startsWith('header:')) return `the header ${name.slice(7)}`;
  return name === 'clientSecret' ? 'the client secret' : name;
}

const keyOf = (server: string, name: string): string => `server ${server} ${name}`;

export function readSecretPlace(config: ServerConfig, name: string): string | undefined {
  let found: string | undefined;
  writePlaces({ ...config, secrets: [name] }, (_name, value) => {
    found = value;
    return value;
  });
  return found;
}

/** A copy in which each secret has the value that `change` returns; undefined removes it. */
function writePlaces(
  config: ServerConfig,
  change: (name: string, value: string | undefined) => string | undefined,
): ServerConfig {
  let { transport, signIn } = config;
  for (const name of config.secrets ?? []) {
    if (name === 'clientSecret') {
      const value = change(name, signIn?.clientSecret);
      if (value !== undefined) signIn = { ...signIn, clientSecret: value };
    } else if (name.startsWith('env:') && 'env' in transport) {
      transport = { ...transport, env: changed(transport.env, name.slice(4), name, change) };
    } else if (name.startsWith('header:') && 'headers' in transport) {
      const { headers } = transport;
      // Header names are case-insensitive.
      const wanted = name.slice(7).toLowerCase();
      const member = Object.keys(headers).find((known) => known.toLowerCase() === wanted) ?? name.slice(7);
      transport = { ...transport, headers: changed(headers, member, name, change) } as TransportConfig;
    }
  }
  return signIn === undefined ? { ...config, transport } : { ...config, transport, signIn };
}

function changed(
  values: Record<string, string>,
  member: string,
  name: string,
  change: (name: string, value: string | undefined) => string | undefined,
): Record<string, string> {
  const value = change(name, Object.hasOwn(values, member) ? values[member] : undefined);
  return value === undefined ? values : { ...values, [member]: value };
}
