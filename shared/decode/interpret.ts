// What the facts mean: every table, word, status and phrase casts a vote with a strength, and the strongest wins.
// An explicit word beats a code's row, the row beats its range, the range beats a reading of the sentence; catch-all codes yield to all.

import type { Lexicon, Row } from '../dialects/compile.ts';
import { wordKey } from '../dialects/compile.ts';
import { findPhrases, readWords, says, type Words } from '../dialects/phrase.ts';
import type { Meaning } from '../dialects/schema.ts';
import type { Candidate, FailureClass } from '../failure.ts';
import { type Json, member } from '../json.ts';
import type { Facts, Found } from './facts.ts';
import { type Identity, trustedAt } from './identify.ts';
import type { Located } from './locate.ts';
import type { Subject } from './subject.ts';

export interface Vote {
  class: FailureClass;
  strength: number;
  row: Row;
  path: string;
  value: Json;
}

export interface Interpretation {
  class: FailureClass;
  /** The vote that decided; null when nothing did. */
  winner: Vote | null;
  /** The row of the failure's own code, even where something else decided the class. */
  codeRow: Row | null;
  /** The code stands in no row: its range gave the meaning. */
  byRange: boolean;
  votes: Vote[];
  candidates: Candidate[];
}

/** Votes below this are hints; with rivals for the code they do not decide. */
const decisiveAt = 2.9;

export function interpret(
  lexicon: Lexicon,
  subject: Subject,
  located: Located,
  facts: Facts,
  words: readonly Words[],
  identity: Identity,
): Interpretation {
  const votes: Vote[] = [];
  const add = (row: Row, found: Found<Json>, strength = row.strength): void => {
    votes.push({ class: row.meaning.class, strength, row, path: found.path, value: found.value });
  };
  const usable = (row: Row): boolean => isUsable(row, identity) && holds(row, subject, located, facts, words);

  for (const found of facts.classes) {
    for (const row of lexicon.classes.get(wordKey(found.value)) ?? []) if (usable(row)) add(row, found);
  }
  for (const found of facts.words) {
    const rows = lexicon.words.get(wordKey(found.value))?.filter(usable) ?? [];
    for (const row of rows) add(row, found);
    if (rows.length === 0) voteByPhrases(lexicon, found, readWords(found.value), 0.3, usable, add);
  }
  let codeRow: Row | null = null;
  let byRange = false;
  for (const found of facts.numbers) {
    const rows = lexicon.codes.get(found.value)?.filter(usable) ?? [];
    const best = strongest(rows, identity);
    for (const row of rows) add(row, found, weigh(row, identity));
    if (best === null || !rows.some((row) => row.dialect.kind === 'vendor')) {
      for (const { range, row } of lexicon.ranges) {
        if (found.value < range.from || found.value > range.to || !isUsable(row, identity)) continue;
        if (best !== null && row.dialect.kind === 'generic') continue;
        add(row, found, row.dialect.kind === 'vendor' ? row.strength : Math.min(row.strength, 1));
        if (codeRow === null && best === null) {
          codeRow = row;
          byRange = true;
        }
      }
    }
    if (best !== null && (codeRow === null || byRange)) {
      codeRow = best;
      byRange = false;
    }
  }
  for (const found of facts.statuses) {
    for (const row of lexicon.statuses.get(found.value) ?? []) if (usable(row)) add(row, found, weigh(row, identity));
  }
  const status = subject.http?.status ?? null;
  if (status !== null && status >= 300) {
    // What the payload says is nearer to the cause than the status around it.
    for (const row of lexicon.statuses.get(status) ?? []) {
      if (usable(row))
        add(row, { value: status, path: 'http.status' }, row.strength - (facts.statuses.length > 0 ? 1 : 0));
    }
  }
  for (const [index, found] of facts.messages.slice(0, 6).entries()) {
    voteByPhrases(lexicon, found, words[index] ?? readWords(found.value), index === 0 ? 0 : -0.05, usable, add);
  }
  if (facts.issues.length > 0) {
    const row = issuesRow(lexicon);
    if (row !== null) add(row, { value: facts.issues.length, path: 'issues' });
  }

  let winner: Vote | null = null;
  for (const vote of votes) if (winner === null || vote.strength > winner.strength) winner = vote;
  const candidates = winner === null || winner.strength < decisiveAt ? rivals(lexicon, facts, identity) : [];
  if (candidates.length > 1) return { class: 'unknown', winner: null, codeRow: null, byRange, votes, candidates };
  return { class: winner?.class ?? 'unknown', winner, codeRow, byRange, votes, candidates: [] };
}

function voteByPhrases(
  lexicon: Lexicon,
  found: Found<string>,
  words: Words,
  bonus: number,
  usable: (row: Row) => boolean,
  add: (row: Row, found: Found<Json>, strength?: number) => void,
): void {
  let lastRow: Row | null = null;
  findPhrases(lexicon.phrases, words, (row) => {
    if (row === lastRow || !usable(row)) return;
    lastRow = row;
    add(row, found, row.strength + bonus);
  });
}

/** A list of issues is a word of its own: it says validation whatever code came with it. */
const issueRows = new WeakMap<Lexicon, Row>();

function issuesRow(lexicon: Lexicon): Row | null {
  const known = issueRows.get(lexicon);
  if (known !== undefined) return known;
  const dialect = lexicon.byId.get('mcp') ?? lexicon.dialects[0];
  if (dialect === undefined) return null;
  const row: Row = {
    dialect,
    meaning: { class: 'validation' },
    table: 'issues',
    strength: 4.95,
    says: null,
    message: null,
  };
  issueRows.set(lexicon, row);
  return row;
}

function isUsable(row: Row, identity: Identity): boolean {
  return row.dialect.kind === 'generic' || (identity.confidence.get(row.dialect.id) ?? 0) >= trustedAt;
}

/** Of two vendors that both fit, the surer one counts more. */
function weigh(row: Row, identity: Identity): number {
  if (row.dialect.kind === 'generic') return row.strength;
  return row.strength + 0.9 * (identity.confidence.get(row.dialect.id) ?? 0);
}

function strongest(rows: readonly Row[], identity: Identity): Row | null {
  let best: Row | null = null;
  for (const row of rows) if (best === null || weigh(row, identity) > weigh(best, identity)) best = row;
  return best;
}

export function holds(row: Row, subject: Subject, located: Located, facts: Facts, words: readonly Words[]): boolean {
  const when = row.meaning.when;
  if (when === undefined) return true;
  if (when.method !== undefined && (subject.method === undefined || !when.method.includes(subject.method)))
    return false;
  if (when.carrier !== undefined && !when.carrier.includes(located.carrier)) return false;
  if (when.status !== undefined) {
    const status = subject.http?.status ?? null;
    if (
      !(status !== null && when.status.includes(status)) &&
      !facts.statuses.some((found) => when.status?.includes(found.value))
    )
      return false;
  }
  if (when.member !== undefined && !facts.objects.some((object) => hasMember(object.value, when.member as string)))
    return false;
  const phrases = row.says;
  return phrases === null || words.some((spoken) => says(spoken, phrases));
}

function hasMember(value: Json, path: string): boolean {
  let at: Json | undefined = value;
  for (const step of path.split('.')) {
    at = member(at, step);
    if (at === undefined) return false;
  }
  return true;
}

/** Everyone who gives this code a meaning, for codes that no evidence decides. */
function rivals(lexicon: Lexicon, facts: Facts, identity: Identity): Candidate[] {
  const code = facts.numbers[0];
  if (code === undefined) return [];
  const rows = lexicon.codes.get(code.value) ?? [];
  if (!rows.some((row) => row.dialect.kind === 'vendor' || row.meaning.when !== undefined)) return [];
  if (rows.some((row) => row.dialect.kind === 'generic' && row.meaning.when === undefined && row.strength >= 1))
    return [];
  const found: Candidate[] = [];
  for (const row of rows) {
    const meaning: Meaning = row.meaning;
    const sure = identity.confidence.get(row.dialect.id) ?? 0;
    const base = row.dialect.kind === 'generic' ? 0.3 : 0.2;
    const confidence = Math.round(Math.min(0.9, base + sure * 0.6) * 100) / 100;
    const same = found.find((candidate) => candidate.class === meaning.class && candidate.dialect === row.dialect.id);
    if (same !== undefined) continue;
    found.push({
      class: meaning.class,
      codeName: meaning.name ?? null,
      dialect: row.dialect.id,
      confidence,
      because: `In ${row.dialect.name}, ${code.value} means “${meaning.name ?? meaning.class}”.`,
    });
  }
  return found.sort((one, other) => other.confidence - one.confidence).slice(0, 6);
}
