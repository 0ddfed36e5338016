// Which values of a configuration are likely secrets, so that they can be kept apart from the start. Only suggests.

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: people are told the notation of variables.

import type { TransportConfig } from '../server-config.ts';
import { isSecretName, isSecretText } from '../snippets/secrets.ts';
import { isReference } from './placeholders.ts';

const credentialHeader = /^(?:(?:proxy-)?authorization|cookie|(?:x-)?api-?key|x-[a-z-]*(?:token|key|secret))$/i;
const keyName = /(?:^|[_-])(?:key|pat|pass|pwd|dsn)$/i;

/** A variable or a header whose name says that its value is one. */
export const namesSecret = (name: string): boolean =>
  isSecretName(name) || keyName.test(name) || credentialHeader.test(name);

const isTelling = (name: string, value: string): boolean =>
  value !== '' && !isReference(value) && (namesSecret(name) || isSecretText(value));

/** As `secrets` of a configuration has them. */
export function likelySecrets(transport: TransportConfig): string[] {
  const env = 'env' in transport ? Object.entries(transport.env) : [];
  const headers = 'headers' in transport ? Object.entries(transport.headers) : [];
  return [
    ...env.filter(([name, value]) => isTelling(name, value)).map(([name]) => `env:${name}`),
    ...headers.filter(([name, value]) => isTelling(name, value)).map(([name]) => `header:${name}`),
  ];
}

/** What cannot be kept apart, as sentences: secrets in arguments and addresses are saved and shown as they stand. */
export function openSecrets(transport: TransportConfig): string[] {
  if ('url' in transport) {
    const query = transport.url.split('?')[1] ?? '';
    const telling = query.split(/[&#]/).some((pair) => {
      const [name = '', value = ''] = pair.split('=');
      return isTelling(name, value);
    });
    const inside = telling || /^https?:\/\/[^/?#@]*:[^/?#@]+@/i.test(transport.url);
    return inside
      ? ['The address seems to hold a secret. It is saved as it stands; a variable such as ${TOKEN} would keep it out.']
      : [];
  }
  const words = transport.args;
  const found = words.some((word, index) => {
    const named = /^(-{0,2}[\w.-]+)[=:](.+)$/s.exec(word);
    if (named) return isTelling(named[1] as string, named[2] as string);
    const before = words[index - 1] ?? '';
    const follows = /^--?[\w.-]+$/.test(before) && isSecretName(before) && !word.startsWith('-');
    return (follows && !isReference(word)) || isSecretText(word);
  });
  return found
    ? ['An argument seems to be a secret. It is saved as it stands; a variable such as ${TOKEN} would keep it out.']
    : [];
}
