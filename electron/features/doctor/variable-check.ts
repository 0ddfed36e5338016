// Whether everything that a configuration refers to exists: variables that are set, secrets that are filled in. A value that was meant to
// be JSON and is not is a warning: the server may not read it, or read it long after its start.

import { parseJson } from '../../../shared/json/json.ts';
import type { TransportConfig } from '../../../shared/server/server-config.ts';
import { readJsonc } from '../../../shared/server-text/jsonc.ts';
import { referencesIn } from '../../../shared/server-text/placeholders.ts';
import { broken, type DoctorFinding, edit, elsewhere, fine, warning } from './doctor-finding.ts';

/** How a server would be reached now, with everything filled in. `secrets` must never be shown. */
export type ReadyTransport =
  | { ok: true; transport: TransportConfig; secrets: string[] }
  | { ok: false; problem: string };

export type CheckedEnvironment = Readonly<Record<string, string | undefined>>;

const unset = (transport: TransportConfig, env: CheckedEnvironment) =>
  referencesIn(transport).filter(({ name, hasDefault }) => !hasDefault && env[name] === undefined);

export function checkVariables(
  transport: TransportConfig,
  ready: ReadyTransport,
  env: CheckedEnvironment,
): DoctorFinding {
  const all = referencesIn(transport);
  const lines = all.map(({ name, where, hasDefault }) => {
    const state = env[name] !== undefined ? 'set' : hasDefault ? 'not set, but there is a default' : 'not set';
    return `\${${name}}  ${state}, used in ${where}`;
  });
  if (ready.ok) {
    const [misread, ...more] = brokenJson(ready.transport);
    if (misread !== undefined) return notJson([misread, ...more], lines);
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

/** The value begins as an object or a list of JSON does. A shell that took the quotes away leaves `{name:`. */
const likeJson = /^\s*(?:\{\s*(?:["'}]|\w+\s*:)|\[\s*["'{[\]])/;

interface Misread {
  name: string;
  /** Without a word of the value, which may be secret. */
  problem: string;
}

const brokenJson = (transport: TransportConfig): Misread[] =>
  Object.entries('env' in transport ? transport.env : {}).flatMap(([name, value]) => {
    if (!likeJson.test(value) || parseJson(value).ok) return [];
    const read = readJsonc(value);
    return [{ name, problem: read.ok ? 'JSON has no comments and no comma before a closing bracket.' : read.problem }];
  });

function notJson(misread: readonly Misread[], lines: readonly string[]): DoctorFinding {
  const names = misread.map(({ name }) => name).join(', ');
  return warning(
    'variables',
    misread.length === 1
      ? `The value of ${names} looks like JSON and is not.`
      : `The values of ${names} look like JSON and are not.`,
    [...lines, ...misread.map(({ name, problem }) => `${name}  ${problem}`)],
    [edit(`Correct the value of ${names}. In a shell, put it in single quotes.`)],
  );
}
