// The PATH of the user's login shell. An app that is started from a dock or a menu gets a minimal one, without `npx` or `uvx`.

import { delimiter } from 'node:path';
import { readLoginVariables } from '../../inspector/paths/login-shell.ts';

/** The shell's PATH followed by the existing one; null if it could not be read in time. */
export async function readLoginPath(env: NodeJS.ProcessEnv, limit?: number): Promise<string | null> {
  const path = (await readLoginVariables(['PATH'], env, limit))?.get('PATH');
  if (!path) return null;
  const before = (env.PATH ?? '').split(delimiter);
  return [...new Set([...path.split(delimiter), ...before])].filter(Boolean).join(delimiter);
}
