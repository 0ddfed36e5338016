// Secrets that the user typed into a server's transport without marking them: in arguments, an address, variables and headers. They stay
// there, in a file that only its owner can read. Server output is recorded without them.

import { isTellingName } from '../../../shared/mask/masker.ts';
import { isPlaceholder } from '../../../shared/mask/plain-values.ts';
import { isCredentialHeader, isSecretName } from '../../../shared/mask/secret-names.ts';
import type { TransportConfig } from '../../../shared/server/server-config.ts';
import { hideInJson, hideInUrl, hideInWords, Variables } from '../../../shared/snippets/secrets.ts';

/** From the configuration as typed: references to variables are handled separately. */
export function typedSecrets(transport: TransportConfig): string[] {
  const variables = new Variables();
  if ('url' in transport) hideInUrl(transport.url, variables);
  else hideInWords([transport.command, ...transport.args], variables);
  const named = {
    ...('env' in transport ? secretOnly(transport.env, (name) => isSecretName(name, 'variable')) : {}),
    ...('headers' in transport ? secretOnly(transport.headers, isCredentialHeader) : {}),
  };
  const others = {
    ...('env' in transport ? transport.env : {}),
    ...('headers' in transport ? transport.headers : {}),
  };
  hideInJson(others, variables);
  const found = [...Object.values(named), ...variables.secrets];
  // Plain words stay, because a recording cannot restore them later: `postgres` may be a password.
  return found.filter((value) => isTellingName('token', value) && !isPlaceholder(value) && !value.includes('${'));
}

const secretOnly = (pairs: Record<string, string>, isSecret: (name: string) => boolean): Record<string, string> =>
  Object.fromEntries(Object.entries(pairs).filter(([name]) => isSecret(name)));
