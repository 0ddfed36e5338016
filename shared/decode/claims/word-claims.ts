// What the sentences say: every phrase of every dialect that applies, in each message.

import type { Lexicon } from '../../dialects/compile.ts';
import { matchWord, type PhraseMatches } from '../extract/match-phrases.ts';
import { readStatuses } from '../extract/status-text.ts';
import type { Reading } from '../reading/reading.ts';
import type { Trust } from '../trust/trusted-dialect.ts';
import type { Claim } from './claim.ts';
import { quotedAnswer } from './quoted-answer.ts';
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
