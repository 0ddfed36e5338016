// All details of one row without its secrets. Values that the decoder extracted have lost the name that revealed them. So secrets found
// in the messages are masked everywhere else too.

import type { Failure } from '../failure.ts';
import type { Json } from '../json/json.ts';
import type { RowDetail } from '../timeline.ts';
import { secretValues } from './kinds.ts';
import { fewLengths, KnownValues } from './known-values.ts';
import type { Masker } from './masker.ts';
import { isSecretName } from './secret-names.ts';

/** Shorter secrets are masked where found, but are too common to search elsewhere. */
const tellingLength = 5;

export function maskDetail(masker: Masker, detail: RowDetail): RowDetail {
  return maskAlong(masker, [...detail.events.map(({ text }) => text), ...stderrOf(detail.failure)], detail);
}

/** A failure's stderr lines, and the text they came from: one line may name a secret in another. */
export function stderrOf(failure: Pick<Failure, 'stderr'> | null): string[] {
  return failure === null || failure.stderr.length === 0 ? [] : [...failure.stderr, failure.stderr.join('\n')];
}

/** Anything derived from messages, without secrets of either. */
export function maskAlong<T>(masker: Masker, texts: readonly string[], derived: T): T {
  const local = new KnownValues(fewLengths);
  for (const text of texts) {
    // Placeholders are numbered in message order.
    for (const secret of masker.read(text)) {
      for (const value of secretValues(text, secret)) if (value.length >= tellingLength) local.add(value, secret.kind);
    }
  }
  return walk(derived, masker, (text) => masker.mask(text, local)) as T;
}

type Hide = (text: string) => string;

/** `isPairs`: a list of headers, each a name and a value. Other lists of two texts, like names of variables, are no pairs. */
function walk(value: unknown, masker: Masker, hide: Hide, isPairs = false): unknown {
  if (typeof value === 'string') return hide(value);
  if (Array.isArray(value)) {
    if (isPairs)
      return value.map((pair) => {
        const [name, text] = Array.isArray(pair) ? pair : [];
        return typeof name === 'string' && typeof text === 'string'
          ? [hide(name), hide(masker.header(name, text))]
          : walk(pair, masker, hide);
      });
    return value.map((item) => walk(item, masker, hide));
  }
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, item]) => [key, walkMember(key, item, masker, hide)] as const);
  const walked = Object.fromEntries(members) as Record<string, Json>;
  // A fact: the end of its path is the name of its value.
  if (typeof walked.path === 'string' && 'value' in walked)
    walked.value = named(masker, walked.path, walked.value as Json);
  return walked;
}

/** A name describes its value wherever the decoder extracted both together. */
function walkMember(key: string, item: unknown, masker: Masker, hide: Hide): unknown {
  const walked = walk(item, masker, hide, /headers$/i.test(key));
  return typeof item === 'object' || !isSecretName(key) ? walked : named(masker, key, walked as Json);
}

function named(masker: Masker, path: string, value: Json): Json {
  const name =
    path
      .split(/[./\]["]/)
      .filter(Boolean)
      .at(-1) ?? '';
  if (!isSecretName(name)) return value;
  try {
    return masker.value({ [name]: value })[name] as Json;
  } catch {
    return value;
  }
}
