// All about one row without its secrets: what the decoder lifted out of a message no longer stands beside the name that gave
// it away, so what was found in the messages is hidden wherever else it shows up.

import type { Json } from '../json.ts';
import type { RowDetail } from '../timeline.ts';
import type { Masker } from './masker.ts';

/** Shorter secrets are hidden where they were found, but are too common to be looked for elsewhere. */
const tellingLength = 5;

export function maskDetail(masker: Masker, detail: RowDetail): RowDetail {
  return maskAlong(
    masker,
    detail.events.map(({ text }) => text),
    detail,
  );
}

/** Anything derived from messages, without what is secret in it or in them. */
export function maskAlong<T>(masker: Masker, texts: readonly string[], derived: T): T {
  const secrets = new Map<string, string>();
  for (const text of texts) {
    for (const { from, to, kind } of masker.find(text)) {
      const secret = text.slice(from, to);
      if (secret.length >= tellingLength) secrets.set(secret, masker.sign(kind, secret));
      // As a value it has no escapes.
      const plain = unquoted(secret);
      if (plain.length >= tellingLength) secrets.set(plain, masker.sign(kind, secret));
    }
  }
  const longestFirst = [...secrets].sort(([a], [b]) => b.length - a.length);
  const hide = (text: string): string => {
    let hidden = text;
    for (const [secret, sign] of longestFirst) if (hidden.includes(secret)) hidden = hidden.replaceAll(secret, sign);
    return masker.mask(hidden);
  };
  return walk(derived, masker, hide) as T;
}

function unquoted(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}

type Hide = (text: string) => string;

function walk(value: unknown, masker: Masker, hide: Hide): unknown {
  if (typeof value === 'string') return hide(value);
  if (Array.isArray(value)) {
    // Headers travel as pairs.
    const [name, text] = value;
    if (value.length === 2 && typeof name === 'string' && typeof text === 'string')
      return [name, hide(masker.header(name, text))];
    return value.map((item) => walk(item, masker, hide));
  }
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, item]) => [key, walk(item, masker, hide)] as const);
  const walked = Object.fromEntries(members) as Record<string, Json>;
  // A fact: the end of its path is the name that its value had.
  if (typeof walked.path === 'string' && 'value' in walked)
    walked.value = named(masker, walked.path, walked.value as Json);
  return walked;
}

function named(masker: Masker, path: string, value: Json): Json {
  const name =
    path
      .split(/[./\]["]/)
      .filter(Boolean)
      .at(-1) ?? '';
  try {
    return masker.value({ [name]: value })[name] as Json;
  } catch {
    return value;
  }
}
