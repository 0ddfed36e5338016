// Whether a wrap or proxy rehearses, and by which plan. Loaded by every wrap, so it only looks; reading is load-rehearsal.ts's.

import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const rehearseVariable = 'MISFIRE_REHEARSE';
/** For the client of `misfire rehearse`. None of them is meant for its server. */
export const clientVariables = [rehearseVariable, 'MISFIRE_SERVER_COMMAND', 'MISFIRE_SERVER_URL'] as const;

export interface WantedRehearsal {
  /** A ready plan's name, or a file. */
  source: string;
  /** Who asked. Only a plan on the command line is reported when it cannot be read: the others must not keep a server from starting. */
  by: 'option' | 'variable' | 'file';
}

/** null: nothing is injected, and nothing more is loaded. */
export function findRehearsal(option: string | undefined, dataDir: string): WantedRehearsal | null {
  if (option !== undefined) return { source: option, by: 'option' };
  const variable = process.env[rehearseVariable];
  if (variable) return { source: variable, by: 'variable' };
  const active = join(dataDir, 'rehearse', 'active.json');
  return dataDir !== '' && existsSync(active) ? { source: active, by: 'file' } : null;
}
