// What the sentences say: every phrase of every dialect that applies, in each message. A server that rejects its own output may quote an
// upstream failure: "Output validation error: 'HTTP 503' is not of type 'object'". The quoted failure decides; the schema violation stays
// a separate fault.

import type { Lexicon } from '../../dialects/compile.ts';
import { soundsFailed } from '../../dialects/failure-sentences.ts';
import { anyOf } from '../../dialects/patterns.ts';
import { matchWord, type PhraseMatches } from '../extract/match-phrases.ts';
import { readStatuses } from '../extract/status-text.ts';
import type { FoundValue, Reading } from '../reading/reading.ts';
import type { Trust } from '../trust/trusted-dialect.ts';
import type { Claim } from './claim.ts';
import { isUsable } from './row-holds.ts';

export function wordClaims(lexicon: Lexicon, reading: Reading, trust: Trust, { said }: PhraseMatches): Claim[] {
  const claims: Claim[] = [];
  for (const { row, by } of said) {
    if (!isUsable(row, reading, trust)) continue;
    const { path, value, sent } = by;
    const message = reading.messages.indexOf(by);
    claims.push({ by: 'words', row, place: row.place, path, value: sent ?? value, message });
  }
  addQuoted(claims, lexicon, reading, trust);
  return claims;
}

/** What the server quotes from another service in an output that it rejected. */
function addQuoted(claims: Claim[], lexicon: Lexicon, reading: Reading, trust: Trust): void {
  const found = quotedAnswer(reading);
  if (found === null) return;
  const ofStatus: Reading = { ...reading, statuses: [] };
  readStatuses(ofStatus, found.value, found.path);
  const statusRows = ofStatus.statuses.flatMap(({ value }) => lexicon.statuses.get(value) ?? []);
  for (const row of [...matchWord(lexicon, found.value.slice(0, 200)), ...statusRows]) {
    if (!isUsable(row, reading, trust)) continue;
    const by = row.table === 'status' ? 'status' : 'words';
    claims.push({ by, row, place: row.place, path: found.path, value: found.value, message: 0, isQuoted: true });
  }
}

const ofPydantic = /\binput_value=(['"])([^\n]{3,300}?)\1, input_type=/;
const ofJsonSchema =
  /^(?:Output validation error|validating tool output): ([^\n]{3,400}?) (?:is not|was expected|does not)\b/;
const ofFastMcp =
  /\bstructured_content must be a dict or None\. Got \w{1,20}: [^\n]{0,60}'text': (['"])([^\n]{3,400}?)\1, '/;
const ofOutput = anyOf(
  /validation errors? for \w{1,80}(?:Output|Result|Response)\b|^Output validation error/,
  /^validating tool output|\bstructured_content must be/,
);
const statusAlone = /\b[45]\d\d\b/;

/** The failure that a rejected output describes; null if there is none. */
function quotedAnswer({ messages }: Pick<Reading, 'messages'>): FoundValue<string> | null {
  for (const { value, path } of messages) {
    if (!value.includes('utput') && !value.includes('validation error') && !value.includes('structured_content'))
      continue;
    const head = value.slice(0, 1500);
    if (!ofOutput.test(head)) continue;
    const quoted = ofPydantic.exec(head)?.[2] ?? ofJsonSchema.exec(head)?.[1] ?? ofFastMcp.exec(head)?.[2];
    if (quoted !== undefined && (soundsFailed(quoted) || statusAlone.test(quoted))) return { value: quoted, path };
  }
  return null;
}
