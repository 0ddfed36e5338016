// The environment that a watched server is started with: its client's, byte for byte. Owns where that is found; how what is
// not UTF-8 reaches the server is raw-start.ts's.

import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { movedPrefix, readHanded } from '../../../../transports/handed-environment.ts';
import { clientVariables } from '../../../rehearse/running/find-rehearsal.ts';

export interface ServerEnvironment {
  env: NodeJS.ProcessEnv;
  /** Variables that are not UTF-8, as `NAME=VALUE`: Node can pass on none of them. */
  raw: Buffer[];
}

export function serverEnvironment(): ServerEnvironment {
  const found = clientEnvironment();
  // A server must not behave differently because its client is rehearsed.
  for (const name of clientVariables) delete found.env[name];
  const isMeant = (variable: Buffer) =>
    !clientVariables.some((name) => variable.toString('latin1').startsWith(`${name}=`));
  return { env: found.env, raw: found.raw.filter(isMeant) };
}

function clientEnvironment(): ServerEnvironment {
  // The app's packages start their program from a shell of their own.
  const handed = readHanded(process.env, [process.pid, process.ppid]);
  if (handed) return sorted(handed);
  const env = { ...process.env };
  // What made the app's own runtime a Node is not meant for the server.
  if (process.versions.electron) delete env.ELECTRON_RUN_AS_NODE;
  if (process.platform === 'win32') return { env: movedBack(env), raw: [] };
  return looksDamaged(env) ? (fromSystem() ?? { env, raw: [] }) : { env, raw: [] };
}

/** Of a name that is there twice the first counts, as it does for getenv. */
function sorted(variables: readonly Buffer[]): ServerEnvironment {
  const env = new Map<string, string>();
  const raw = new Map<string, Buffer>();
  for (const variable of variables) {
    const end = variable.indexOf('=');
    const name = variable.toString('latin1', 0, end);
    if (end < 0 || env.has(name) || raw.has(name)) continue;
    if (isUtf8(variable)) env.set(name, variable.toString('utf8', end + 1));
    else raw.set(name, variable);
  }
  const readable = [...env].map(([name, value]) => [Buffer.from(name, 'latin1').toString(), value]);
  return { env: Object.fromEntries(readable), raw: [...raw.values()] };
}

/** Node reads bytes that are not UTF-8 as this character. */
const looksDamaged = (env: NodeJS.ProcessEnv): boolean =>
  Object.entries(env).some(([name, value]) => name.includes('\ufffd') || value?.includes('\ufffd'));

/** The bytes, as Linux keeps them. */
function fromSystem(): ServerEnvironment | null {
  try {
    const bytes = readFileSync('/proc/self/environ', 'latin1');
    const found = sorted(bytes.split('\0').map((variable) => Buffer.from(variable, 'latin1')));
    if (process.versions.electron) delete found.env.ELECTRON_RUN_AS_NODE;
    return found;
  } catch {
    return null;
  }
}

function movedBack(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith(movedPrefix)) continue;
    delete env[name];
    env[name.slice(movedPrefix.length)] = value;
  }
  return env;
}
