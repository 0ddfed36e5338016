// Secrets that a person typed into how a server is reached without marking them: in arguments, in an address, in variables and
// headers. They stay where they were typed, in a file for its owner only; what the server says is recorded without them.

import { isTelling } from '../../../shared/mask/masker.ts';
import { isPlaceholder } from '../../../shared/mask/plain-values.ts';
import { isCredentialHeader, isSecretName } from '../../../shared/mask/secret-names.ts';
import type { TransportConfig } from '../../../shared/server/server-config.ts';
import { hideInJson, hideInUrl, hideInWords, Variables } from '../../../shared/snippets/secrets.ts';

/** Of the configuration as it was typed: what stands for a variable is known by itself. */
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
  // Words would be missed in what is recorded, which nobody can take back: `postgres` may be a password.
  return found.filter((value) => isTelling('token', value) && !isPlaceholder(value) && !value.includes('${'));
}

const secretOnly = (pairs: Record<string, string>, isSecret: (name: string) => boolean): Record<string, string> =>
  Object.fromEntries(Object.entries(pairs).filter(([name]) => isSecret(name)));
