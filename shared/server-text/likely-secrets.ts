// Which configuration values are likely secrets, so that they are stored separately from the start. Only suggests.

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the messages show the notation of variables.

import { findSecrets } from '../mask/find.ts';
import { isCredentialHeader, isSecretName, kindOfOption, type NamePlace } from '../mask/secret-names.ts';
import type { TransportConfig } from '../server/server-config.ts';
import { isReference } from './placeholders.ts';

/** A variable or header whose name suggests a secret. */
export const namesSecret = (name: string): boolean => isSecretName(name, 'variable') || isCredentialHeader(name);

/** `${KEY}`, and `$KEY`, which a shell would have expanded. */
const refers = (value: string): boolean => isReference(value) || /^\$[A-Za-z_]\w*$/.test(value);

const isTelling = (name: string, value: string, place: NamePlace): boolean =>
  value !== '' && !refers(value) && (isSecretName(name, place) || holdsKey(value));

/** Contains a key, a token or a password; an email address need not be stored separately. */
const holdsKey = (value: string): boolean => findSecrets(value).some(({ kind }) => kind !== 'email' && kind !== 'card');

/** In the format of a configuration's `secrets`. */
export function likelySecrets(transport: TransportConfig): string[] {
  const env = 'env' in transport ? Object.entries(transport.env) : [];
  const headers = 'headers' in transport ? Object.entries(transport.headers) : [];
  return [
    ...env.filter(([name, value]) => isTelling(name, value, 'variable')).map(([name]) => `env:${name}`),
    ...headers.filter(([name, value]) => isTelling(name, value, 'header')).map(([name]) => `header:${name}`),
  ];
}

/** Warnings about what cannot be stored separately: secrets in arguments and URLs are saved and shown unchanged. */
export function openSecrets(transport: TransportConfig): string[] {
  if ('url' in transport) {
    const query = transport.url.split('?')[1] ?? '';
    const telling = query.split(/[&#]/).some((pair) => {
      const [name = '', value = ''] = pair.split('=');
      return isTelling(name, value, 'query');
    });
    const inside = telling || /^https?:\/\/[^/?#@]*:[^/?#@]+@/i.test(transport.url);
    return inside
      ? ['The address seems to hold a secret. It is saved unchanged; a variable such as ${TOKEN} would keep it out.']
      : [];
  }
  const words = transport.args;
  const found = words.some((word, index) => {
    const named = /^(-{0,2}[\w.-]+)[=:](.+)$/s.exec(word);
    if (named) {
      const [, name = '', value = ''] = named;
      return isTelling(name.replace(/^-+/, ''), value, name.startsWith('-') ? 'option' : 'variable');
    }
    const before = words[index - 1] ?? '';
    const follows = kindOfOption(before) !== null && !word.startsWith('-');
    return (follows && !refers(word)) || holdsKey(word);
  });
  return found
    ? ['An argument seems to be a secret. It is saved unchanged; a variable such as ${TOKEN} would keep it out.']
    : [];
}
