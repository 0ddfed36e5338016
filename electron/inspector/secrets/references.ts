// `${NAME}`, `${NAME:-default}` and `${env:NAME}` in a server's transport: filled in from the environment at start, never saved filled in.
// Owns the syntax and the message about a variable that is not set.

import { isSecretName } from '../../../shared/mask/secret-names.ts';
import type { TransportConfig } from '../../../shared/server/server-config.ts';

interface MissingVariable {
  name: string;
  /** `the argument 2`, `the header Authorization`, … */
  where: string;
}

export interface PutIn {
  reference: string;
  value: string;
  /** It went into a header, or its name looks secret: then it is also hidden in server output. */
  isSecret: boolean;
}

export type Resolved =
  /** `put`: the value filled in for each reference, so that the log can show the reference instead. */
  { ok: true; transport: TransportConfig; put: PutIn[] } | { ok: false; missing: MissingVariable[] };

const reference = /\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

export function resolveReferences(
  transport: TransportConfig,
  env: Readonly<Record<string, string | undefined>>,
): Resolved {
  const missing: MissingVariable[] = [];
  const put: PutIn[] = [];
  const fill = (text: string, where: string): string =>
    text.replace(reference, (whole, name: string, otherwise: string | undefined) => {
      // As in a shell, `:-` also applies to a variable that is set but empty.
      const set = env[name];
      const value = otherwise !== undefined && (set === undefined || set === '') ? otherwise : set;
      if (value === undefined) {
        if (!missing.some((known) => known.name === name && known.where === where)) missing.push({ name, where });
        return whole;
      }
      const isSecret =
        where.startsWith('the header') || isSecretName(name, 'variable') || isSecretName(where, 'variable');
      if (value !== '') put.push({ reference: whole, value, isSecret });
      return value;
    });
  const fillAll = (values: Record<string, string>, what: string): Record<string, string> =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fill(value, `${what} ${name}`)]));
  const filled = fillTransport(transport, fill, fillAll);
  return missing.length > 0 ? { ok: false, missing } : { ok: true, transport: filled, put };
}

function fillTransport(
  transport: TransportConfig,
  fill: (text: string, where: string) => string,
  fillAll: (values: Record<string, string>, what: string) => Record<string, string>,
): TransportConfig {
  if ('url' in transport) {
    return {
      ...transport,
      url: fill(transport.url, 'the address'),
      headers: fillAll(transport.headers, 'the header'),
    };
  }
  return {
    ...transport,
    command: fill(transport.command, 'the command'),
    args: transport.args.map((arg, index) => fill(arg, `argument ${index + 1}`)),
    env: fillAll(transport.env, 'the environment variable'),
    ...(transport.cwd === undefined ? {} : { cwd: fill(transport.cwd, 'the folder') }),
    ...('headers' in transport ? { headers: fillAll(transport.headers, 'the header') } : {}),
  };
}

export function missingWords(missing: readonly MissingVariable[]): string {
  const [first] = missing;
  if (!first) return '';
  const named = missing.map(({ name, where }) => `${name} (used in ${where})`).join(', ');
  return missing.length === 1
    ? `The environment variable ${first.name}, used in ${first.where}, is not set. Set it where Misfire is started, or write \${${first.name}:-value}.`
    : `These environment variables are not set: ${named}. Set them where Misfire is started, or write \${NAME:-value}.`;
}
