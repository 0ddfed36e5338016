// Finds existing values for a missing variable of a server: in a .env file of the server, Misfire's environment, or the user's login shell.
// Windows get the names; the values stay here until one is used.

import { dirname, isAbsolute, join } from 'node:path';
import { parseEnv } from 'node:util';
import type { VariableOffer, VariableSource } from '../../../shared/api/variables.ts';
import type { TransportConfig } from '../../../shared/server/server-config.ts';
import { readSettings } from '../../inspector/client-configs/settings-file.ts';
import { readLoginVariables } from '../../inspector/paths/login-shell.ts';

interface Found extends VariableOffer {
  value: string;
}

export class VariableFinder {
  readonly #env: Readonly<Record<string, string | undefined>>;

  constructor(env: Readonly<Record<string, string | undefined>>) {
    this.#env = env;
  }

  /** By name only, nearest to the server first. */
  async offers(transport: TransportConfig, names: readonly string[]): Promise<VariableOffer[]> {
    const found = await this.#find(transport, names);
    return found.map(({ name, from, path }) => ({ name, from, path }));
  }

  /** undefined: it is gone. */
  async value(transport: TransportConfig, name: string, from: VariableSource): Promise<string | undefined> {
    return (await this.#find(transport, [name])).find((each) => each.from === from)?.value;
  }

  async #find(transport: TransportConfig, names: readonly string[]): Promise<Found[]> {
    const found: Found[] = [];
    const add = (from: VariableSource, path: string, lookUp: (name: string) => string | undefined) => {
      for (const name of names) {
        const value = lookUp(name);
        if (value) found.push({ name, from, path, value });
      }
    };
    const file = await readEnvFile(transport);
    if (file) add('file', file.path, (name) => file.values[name]);
    add('environment', '', (name) => this.#env[name]);
    const unset = names.filter((name) => !this.#env[name]);
    const shell = unset.length === 0 ? null : await readLoginVariables(unset, this.#env);
    if (shell) add('shell', '', (name) => shell.get(name));
    return found;
  }
}

/** In the server's working folder; if none is set, next to its script. */
async function readEnvFile(transport: TransportConfig): Promise<{ path: string; values: NodeJS.Dict<string> } | null> {
  if (!('command' in transport)) return null;
  const script = [transport.command, ...transport.args].findLast((word) => isAbsolute(word) && /\.\w{1,5}$/.test(word));
  const folder = transport.cwd ?? (script === undefined ? undefined : dirname(script));
  if (folder === undefined) return null;
  const path = join(folder, '.env');
  const read = await readSettings(path);
  return read.kind === 'text' ? { path, values: parseEnv(read.text) } : null;
}
