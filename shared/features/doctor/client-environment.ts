// Which variables of its user a client passes on to a server.

import type { ClientOpening } from '../../clients/client.ts';

export function environmentFor(
  { environment }: Pick<ClientOpening, 'environment'>,
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  if (environment === undefined) return { ...env };
  const passes = (name: string): boolean =>
    'only' in environment ? environment.only.includes(name) : !environment.without.test(name);
  return Object.fromEntries(Object.entries(env).filter(([name]) => passes(name)));
}
