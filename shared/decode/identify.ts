// Which dialect a failure speaks: marks of this failure, what the connection has shown before, and a person's choice.

import type { CompiledMark, Lexicon } from '../dialects/compile.ts';
import { says, type Words } from '../dialects/phrase.ts';
import type { Dialect } from '../dialects/schema.ts';
import type { Evidence } from '../failure.ts';
import { isObject, type Json, member } from '../json.ts';
import type { Facts } from './facts.ts';
import type { Fingerprint } from './fingerprint.ts';
import type { Located } from './locate.ts';
import type { Subject } from './subject.ts';

export interface Identity {
  /** How sure we are of each dialect that any sign speaks for. */
  confidence: Map<string, number>;
  /** What this failure alone showed. */
  marks: Map<string, number>;
  pinned: string | null;
  evidence: Map<string, Evidence[]>;
}

/** From here on a vendor's tables may be used. */
export const trustedAt = 0.5;

export function identify(
  lexicon: Lexicon,
  subject: Subject,
  located: Located,
  facts: Facts,
  words: readonly Words[],
  fingerprint: Fingerprint | undefined,
  pinned: string | undefined,
): Identity {
  const identity: Identity = { confidence: new Map(), marks: new Map(), pinned: null, evidence: new Map() };
  for (const compiled of lexicon.marks) {
    const path = markPath(compiled, subject, located, facts, words, fingerprint);
    if (path === null) continue;
    noteMark(identity, compiled.dialect, compiled.mark.weight, path.path, path.value, compiled.mark.means);
  }
  noteDocumentedMessages(lexicon, facts, identity);
  for (const [id, value] of identity.marks) identity.confidence.set(id, value);
  if (fingerprint !== undefined) {
    for (const [id, value] of Object.entries(fingerprint.confidence)) {
      if (!lexicon.byId.has(id)) continue;
      const own = identity.confidence.get(id) ?? 0;
      identity.confidence.set(id, Math.min(0.99, 1 - (1 - own) * (1 - value * 0.95)));
    }
  }
  if (pinned !== undefined && lexicon.byId.has(pinned)) {
    identity.confidence.set(pinned, 1);
    identity.pinned = pinned;
  }
  return identity;
}

/** A code beside exactly the message that a dialect documents for it. */
function noteDocumentedMessages(lexicon: Lexicon, facts: Facts, identity: Identity): void {
  const code = facts.numbers[0];
  if (code === undefined) return;
  const rows = lexicon.codes.get(code.value);
  if (rows === undefined) return;
  for (const message of facts.messages.slice(0, 4)) {
    if (message.value.length > 100) continue;
    const text = message.value.toLowerCase();
    for (const row of rows) {
      if (row.message !== text || row.dialect.kind !== 'vendor' || row.dialect.messageWeight === 0) continue;
      noteMark(
        identity,
        row.dialect,
        row.dialect.messageWeight,
        message.path,
        message.value,
        `the documented message of ${code.value}`,
      );
      return;
    }
  }
}

function noteMark(
  identity: Identity,
  dialect: Dialect,
  weight: number,
  path: string,
  value: Json,
  means: string,
): void {
  const before = identity.marks.get(dialect.id) ?? 0;
  // Independent signs add up as probabilities do; one that speaks against takes its share away.
  const after = weight >= 0 ? 1 - (1 - before) * (1 - weight) : before * (1 + weight);
  identity.marks.set(dialect.id, Math.round(after * 1000) / 1000);
  const entry = { path, value, means: `${means}: speaks for ${dialect.name}` };
  const seen = identity.evidence.get(dialect.id);
  if (seen === undefined) identity.evidence.set(dialect.id, [entry]);
  else seen.push(entry);
}

/** Where the mark was seen, or null. */
function markPath(
  compiled: CompiledMark,
  subject: Subject,
  located: Located,
  facts: Facts,
  words: readonly Words[],
  fingerprint: Fingerprint | undefined,
): { path: string; value: Json } | null {
  const { mark } = compiled;
  let seen: { path: string; value: Json } | null = null;
  if (mark.codes !== undefined || mark.from !== undefined) {
    const found = facts.numbers.find(
      ({ value }) =>
        (mark.codes?.includes(value) ?? false) ||
        (mark.from !== undefined && mark.to !== undefined && value >= mark.from && value <= mark.to),
    );
    if (found === undefined) return null;
    seen = found;
  }
  if (mark.carrier !== undefined) {
    if (!mark.carrier.includes(located.carrier)) return null;
    seen ??= { path: located.sites[0]?.path ?? '', value: located.carrier };
  }
  if (compiled.member !== null) {
    const found = memberPath(compiled, facts);
    if (found === null) return null;
    seen = found;
  }
  if (compiled.says !== null) {
    const phrases = compiled.says;
    if (!words.some((spoken) => says(spoken, phrases))) return null;
    const message = facts.messages[0];
    seen ??= { path: message?.path ?? '', value: message?.value.slice(0, 200) ?? '' };
  }
  if (mark.header !== undefined) {
    const value = subject.http?.headers[mark.header];
    if (value === undefined) return null;
    seen ??= { path: `http.headers.${mark.header}`, value };
  }
  if (mark.serverInfo !== undefined) {
    const name = fingerprint?.serverInfo ?? '';
    if (name === '' || !name.toLowerCase().startsWith(mark.serverInfo.toLowerCase())) return null;
    seen ??= { path: 'initialize.result.serverInfo.name', value: name };
  }
  return seen;
}

function memberPath(compiled: CompiledMark, facts: Facts): { path: string; value: Json } | null {
  const { mark, member: steps } = compiled;
  if (steps === null) return null;
  for (const object of facts.objects) {
    const value = walk(object.value, steps);
    if (value === undefined || !matches(mark, value)) continue;
    if (mark.beside !== undefined && !mark.beside.every((name) => walk(object.value, name.split('.')) !== undefined))
      continue;
    const shown: Json =
      typeof value === 'object' && value !== null ? '…' : typeof value === 'string' ? value.slice(0, 200) : value;
    return { path: `${object.path}.${mark.member}`, value: shown };
  }
  return null;
}

function walk(object: Json, steps: readonly string[]): Json | undefined {
  let value: Json | undefined = object;
  for (const step of steps) {
    value = member(value, step);
    if (value === undefined) return undefined;
  }
  return value;
}

function matches(mark: CompiledMark['mark'], value: Json): boolean {
  if (mark.equals !== undefined && value !== mark.equals) return false;
  if (mark.oneOf !== undefined && !mark.oneOf.some((allowed) => allowed === value)) return false;
  if (mark.startsWith !== undefined && (typeof value !== 'string' || !value.startsWith(mark.startsWith))) return false;
  switch (mark.type) {
    case undefined:
      return true;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    default:
      return typeof value === mark.type;
  }
}
