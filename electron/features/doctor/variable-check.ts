// Whether everything that a configuration refers to exists: variables that are set, secrets that are filled in.

import type { TransportConfig } from '../../../shared/server/server-config.ts';
import { referencesIn } from '../../../shared/server-text/placeholders.ts';
import { broken, edit, elsewhere, type Finding, fine } from './doctor-finding.ts';

/** How a server would be reached now, with everything filled in. `secrets` must never be shown. */
export type Ready = { ok: true; transport: TransportConfig; secrets: string[] } | { ok: false; problem: string };

export type Environment = Readonly<Record<string, string | undefined>>;

const unset = (transport: TransportConfig, env: Environment) =>
  referencesIn(transport).filter(({ name, hasDefault }) => !hasDefault && env[name] === undefined);

export function checkVariables(transport: TransportConfig, ready: Ready, env: Environment): Finding {
  const all = referencesIn(transport);
  const lines = all.map(({ name, where, hasDefault }) => {
    const state = env[name] !== undefined ? 'set' : hasDefault ? 'not set, but there is a default' : 'not set';
    return `\${${name}}  ${state}, used in ${where}`;
  });
  if (ready.ok) {
    const words =
      all.length === 0
        ? 'Its settings refer to no variables.'
        : all.length === 1
          ? 'The variable is set.'
          : `All ${all.length} references have a value.`;
    return fine('variables', words, lines);
  }
  const missing = [...new Set(unset(transport, env).map(({ name }) => name))];
  const [name] = missing;
  if (name === undefined)
    return broken('variables', ready.problem, lines, [edit('Fill in what is missing in the server’s settings.')]);
  return broken('variables', ready.problem, lines, [
    elsewhere(
      `Set ${missing.join(', ')} before you start Misfire. From a menu or dock it does not get what a shell’s profile sets.`,
    ),
    edit(`Write the value itself in the server’s settings, or \${${name}:-a value to take otherwise}.`),
  ]);
}
