// The PATH of the person's login shell. Started from a dock or a menu, an app gets a bare one, and `npx` or `uvx` are not found.

import { delimiter } from 'node:path';
import { readLoginVariables } from '../inspector/paths/login-shell.ts';

/** The shell's PATH with what was there before after it; null: it could not be read in time. */
export async function readLoginPath(env: NodeJS.ProcessEnv, limit?: number): Promise<string | null> {
  const path = (await readLoginVariables(['PATH'], env, limit))?.get('PATH');
  if (!path) return null;
  const before = (env.PATH ?? '').split(delimiter);
  return [...new Set([...path.split(delimiter), ...before])].filter(Boolean).join(delimiter);
}
