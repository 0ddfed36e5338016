// OAuth requests and answers as recorded: everything readable except secrets. Owns which members are secret. A number never is:
// JSON-RPC has a numeric `code`, OAuth's `code` is text.

import { isObject, type Json, parseJson } from '../../../shared/json/json.ts';
import { findKnown } from '../../../shared/mask/find.ts';
import { KnownValues, partsOfValue } from '../../../shared/mask/known-values.ts';
import { isSecretName } from '../../../shared/mask/secret-names.ts';
import { hiddenValue } from '../credential-headers.ts';

/** OAuth members that are secret although their names are harmless elsewhere. */
const ownMember = /^(?:code|state|assertion|dpop|logout_hint)$/i;

const isSecret = (name: string): boolean => ownMember.test(name) || isSecretName(name);

/** In JSON many servers use a textual `code` for an error. */
const isSecretMember = (name: string, value: string): boolean =>
  isSecret(name) && value !== '' && !(/^(?:code|state)$/i.test(name) && /^[A-Za-z_. -]{1,60}$/.test(value));

/** `known`: values that are removed everywhere, for example in an error page that repeats the code. */
export function maskOAuthText(text: string, known: ReadonlySet<string>): string {
  return hideKnown(maskMembers(text), known);
}

export function maskAddress(url: URL, known: ReadonlySet<string>): string {
  const shown = new URL(url);
  if (shown.username !== '') shown.username = 'hidden';
  if (shown.password !== '') shown.password = 'hidden';
  const [address, query] = splitQuery(shown.href);
  return hideKnown(query === null ? address : `${address}?${maskForm(query)}`, known);
}

function splitQuery(href: string): [string, string | null] {
  const at = href.indexOf('?');
  return at < 0 ? [href, null] : [href.slice(0, at), href.slice(at + 1)];
}

function hideKnown(text: string, known: ReadonlySet<string>): string {
  if (known.size === 0) return text;
  const values = new KnownValues();
  for (const secret of known) for (const part of partsOfValue(secret)) values.add(part);
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, quote = '' } of findKnown(text, values)) {
    parts.push(text.slice(at, from), quote, hiddenValue, quote);
    at = to;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

function maskMembers(text: string): string {
  if (/^\s*[[{]/.test(text)) {
    const parsed = parseJson(text);
    if (parsed.ok) return maskJson(text, parsed.value);
  }
  return maskForm(maskQuoted(text));
}

/** In place, so that the rest stays unchanged; rewritten if a name has escapes. */
function maskJson(text: string, value: Json): string {
  const shown = maskQuoted(text);
  const parsed = parseJson(shown);
  if (parsed.ok && !holdsSecret(parsed.value, 0)) return shown;
  return JSON.stringify(masked(value, 0));
}

function maskQuoted(text: string): string {
  return text.replace(
    /("([A-Za-z_]{1,60})"\s*:\s*)"((?:[^"\\]|\\.)*)"/g,
    (whole, before: string, name: string, value: string) =>
      isSecretMember(name, value) ? `${before}"${hiddenValue}"` : whole,
  );
}

const deepest = 50;

function holdsSecret(value: Json, depth: number): boolean {
  if (depth > deepest) return true;
  if (Array.isArray(value)) return value.some((item) => holdsSecret(item, depth + 1));
  if (!isObject(value)) return false;
  return Object.entries(value).some(([name, item]) =>
    typeof item === 'string' ? item !== hiddenValue && isSecretMember(name, item) : holdsSecret(item, depth + 1),
  );
}

function masked(value: Json, depth: number): Json {
  if (depth > deepest) return hiddenValue;
  if (Array.isArray(value)) return value.map((item) => masked(item, depth + 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      typeof item === 'string' && isSecretMember(name, item) ? hiddenValue : masked(item, depth + 1),
    ]),
  );
}

/** `code=…&code_verifier=…`, also within other text. */
function maskForm(text: string): string {
  return text.replace(/(^|[?&\s])([A-Za-z_]{1,60})=([^&\s"'<>]+)/g, (whole, before: string, name: string) =>
    isSecret(name) ? `${before}${name}=${hiddenValue}` : whole,
  );
}
