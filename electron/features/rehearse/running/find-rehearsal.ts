// By which plan a wrap or proxy rehearses from its start on. Loaded by every wrap, so it only looks; reading is load-rehearsal.ts's.
// A rehearsal of the data folder is joined later: active-file.ts.

const rehearseVariable = 'MISFIRE_REHEARSE';
/** For the client of `misfire rehearse`. None of them is meant for its server. */
export const clientVariables = [rehearseVariable, 'MISFIRE_SERVER_COMMAND', 'MISFIRE_SERVER_URL'] as const;

export interface WantedRehearsal {
  /** A ready plan's name, or a file. */
  source: string;
  /** Who asked. Only a plan on the command line is reported when it cannot be read: the others must not keep a server from starting. */
  by: 'option' | 'variable' | 'file';
  /** The name of the server's wrap. */
  server?: string;
  /** Where a relative path of `source` starts. */
  folder?: string;
}

/** null: nothing is injected yet. */
export function findRehearsal(
  option: string | undefined,
  server?: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): WantedRehearsal | null {
  const named = server === undefined ? {} : { server };
  if (option !== undefined) return { source: option, by: 'option', ...named };
  const variable = env[rehearseVariable];
  return variable ? { source: variable, by: 'variable', ...named } : null;
}
