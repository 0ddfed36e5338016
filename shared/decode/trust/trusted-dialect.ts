// Which dialect is trusted: from the marks in a failure, the connection's history, and the user's choice. Marks have weights; nothing else
// does.

import type { CompiledMark, DialectRow, Lexicon } from '../../dialects/compile.ts';
import type { Dialect } from '../../dialects/dialect-schema.ts';
import type { Evidence } from '../../failure.ts';
import { isObject, type Json, type JsonObject, member } from '../../json/json.ts';
import type { PhraseMatches } from '../extract/match-phrases.ts';
import type { FoundValue, Reading } from '../reading/reading.ts';
import { doubtLoneCode } from './lone-code.ts';

export interface Trust {
  /** The id of the server's own dialect, whose tables may be used; null if none is trusted. */
  trusted: string | null;
  /** Confidence for each dialect that has any sign. */
  confidence: Map<string, number>;
  /** What this failure alone showed. */
  marks: Map<string, number>;
  pinned: string | null;
  evidence: Map<string, Evidence[]>;
}

/** Most failures have no mark: they share these maps, which are never written to. */
export const noTrust: Trust = {
  trusted: null,
  confidence: new Map(),
  marks: new Map(),
  pinned: null,
  evidence: new Map(),
};

/** From this confidence on, a vendor's tables may be used. */
export const trustedAt = 0.5;

export function trustedDialect(lexicon: Lexicon, reading: Reading, phraseMatches: PhraseMatches): Trust {
  const { fingerprint, pinnedDialect: pinned } = reading.context;
  const trust: Trust = { ...noTrust };
  const look = (marks: readonly CompiledMark[] = [], object: FoundValue<JsonObject> | null = null): void => {
    for (const compiled of marks) {
      const found = seenAt(compiled, reading, object);
      if (found !== null) noteMark(trust, compiled.dialect, compiled.mark.weight, found, compiled.mark.means);
    }
  };
  for (const { marks, object } of reading.marked) look(marks, object);
  const code = reading.numbers[0];
  if (code !== undefined) {
    look(lexicon.marksByCode.get(code.value));
    look(lexicon.marksByRange);
    const documented = lexicon.documented.get(code.value);
    if (documented !== undefined) noteDocumentedMessages(documented, reading, code, trust);
  }
  look(phraseMatches.marks);
  if (reading.call.http !== undefined) look(lexicon.marksByHeader);
  if (reading.context.serverInfo !== undefined) look(lexicon.marksByServer);
  if (trust.marks.size > 0) {
    doubtLoneCode(lexicon, trust, phraseMatches, reading);
    trust.confidence = trust.marks;
  }
  const firm = fingerprint?.firm ?? null;
  if (firm !== null && lexicon.byId.has(firm)) addFirm(trust, firm);
  if (pinned !== undefined && lexicon.byId.has(pinned)) {
    trust.confidence = new Map(trust.confidence).set(pinned, 1);
    trust.pinned = pinned;
  }
  trust.trusted = mostTrusted(lexicon, trust);
  return trust;
}

/** The likeliest dialect of a vendor; the chosen one may be a common format. */
function mostTrusted({ byId }: Lexicon, { confidence, pinned }: Trust): string | null {
  let best: string | null = pinned;
  for (const [id, value] of confidence) {
    if (byId.get(id)?.kind !== 'vendor' || value < trustedAt || pinned !== null) continue;
    if (best === null || value > (confidence.get(best) ?? 0)) best = id;
  }
  return best;
}

/**
 * The confidence of a failure after earlier ones established the dialect. Constant: if it depended on their number, early failures would
 * decode differently from late ones.
 */
const firmTrust = 0.9;

function addFirm(trust: Trust, id: string): void {
  const own = trust.confidence.get(id) ?? 0;
  trust.confidence = new Map(trust.confidence).set(id, Math.min(0.99, 1 - (1 - own) * (1 - firmTrust)));
}

/** A code with exactly the message that a dialect documents for it. */
function noteDocumentedMessages(
  rows: readonly DialectRow[],
  { messages }: Reading,
  code: FoundValue<number>,
  trust: Trust,
): void {
  for (const message of messages.slice(0, 4)) {
    if (message.value.length > 100) continue;
    const text = message.value.toLowerCase();
    const row = rows.find((candidate) => candidate.message === text);
    if (row === undefined) continue;
    const means = `the documented message of ${code.value}: matches the ${row.dialect.name} dialect`;
    noteMark(trust, row.dialect, row.dialect.messageWeight, message, means);
    return;
  }
}

function noteMark(trust: Trust, dialect: Dialect, weight: number, found: FoundValue<Json>, means: string): void {
  if (trust.marks === noTrust.marks) {
    trust.marks = new Map();
    trust.evidence = new Map();
  }
  const before = trust.marks.get(dialect.id) ?? 0;
  // Independent signs combine like probabilities; a contrary sign reduces the result.
  const after = weight >= 0 ? 1 - (1 - before) * (1 - weight) : before * (1 + weight);
  trust.marks.set(dialect.id, Math.round(after * 1000) / 1000);
  const entry = { path: found.path, value: found.value, means };
  const seen = trust.evidence.get(dialect.id);
  if (seen === undefined) trust.evidence.set(dialect.id, [entry]);
  else seen.push(entry);
}

/** The path of the mark, or null. `object` is the one whose field led here. */
function seenAt(
  { mark, member: steps, beside }: CompiledMark,
  reading: Reading,
  object: FoundValue<JsonObject> | null,
): FoundValue<Json> | null {
  const { serverInfo: name = '' } = reading.context;
  if (mark.carrier !== undefined && !mark.carrier.includes(reading.carrier)) return null;
  let seen: FoundValue<Json> | null = null;
  if (mark.codes !== undefined || mark.from !== undefined) {
    seen = findCode(mark, reading.numbers);
    if (seen === null) return null;
  }
  if (steps !== null) {
    if (object === null) return null;
    const value = walk(object.value, steps);
    if (value === undefined || !matches(mark, value)) return null;
    for (const path of beside) if (walk(object.value, path) === undefined) return null;
    const shown: Json =
      typeof value === 'object' && value !== null ? '…' : typeof value === 'string' ? value.slice(0, 200) : value;
    seen = { path: `${object.path}.${mark.member}`, value: shown };
  }
  if (mark.header !== undefined) {
    const value = reading.call.http?.headers[mark.header];
    if (value === undefined) return null;
    seen ??= { path: `http.headers.${mark.header}`, value };
  }
  if (mark.serverInfo !== undefined) {
    if (name === '' || !name.toLowerCase().startsWith(mark.serverInfo.toLowerCase())) return null;
    seen ??= { path: 'initialize.result.serverInfo.name', value: name };
  }
  const message = reading.messages[0];
  return seen ?? { path: message?.path ?? '', value: message?.value.slice(0, 200) ?? '' };
}

function findCode(mark: CompiledMark['mark'], numbers: readonly FoundValue<number>[]): FoundValue<number> | null {
  return numbers.find(({ value }) => hasCode(mark, value)) ?? null;
}

function hasCode(mark: CompiledMark['mark'], code: number): boolean {
  if (mark.codes?.includes(code)) return true;
  return mark.from !== undefined && mark.to !== undefined && code >= mark.from && code <= mark.to;
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
