// Decides what the facts mean: every table, word, status and phrase casts a weighted vote, and the strongest wins. Precedence: explicit
// word, code's row, code's range, sentence; catch-all codes yield to all.

import type { Account } from '../../account/account.ts';
import { type Lexicon, type Row, wordKey } from '../../dialects/compile.ts';
import type { OwnMeaning } from '../../dialects/own-meanings.ts';
import { inRow } from '../../dialects/patterns.ts';
import type { Candidate, FailureClass } from '../../failure.ts';
import { type Json, member } from '../../json/json.ts';
import { readStatuses } from '../extract/status-text.ts';
import type { Facts, Found } from '../facts/facts.ts';
import type { Located } from '../facts/located.ts';
import type { Vote } from '../facts/vote.ts';
import { type Identity, trustedAt } from '../identify/identify.ts';
import { hasSaid, matchWord, type PhraseMatches } from '../identify/match-phrases.ts';
import { codeMeanings } from './code-meanings.ts';
import { innerError, type Wrapped } from './inner-error.ts';
import { ownFile } from './own-file.ts';
import { ranProgram, runsProgram } from './ran-program.ts';
import { askedFor, ownerOf, unfitArguments } from './whose-issues.ts';
import { wrappedAnswer } from './wrapped-answer.ts';

export interface Interpretation {
  class: FailureClass;
  /** The deciding vote; null if there is none. */
  winner: Vote | null;
  /** The winner is a wrapped inner error. */
  wrapped: Wrapped | null;
  /** The row of the failure's own code, even if another vote decided the class. */
  codeRow: Row | null;
  votes: Vote[];
  candidates: Candidate[];
}

/** Votes below this are hints; they do not decide between rivals for the code. */
const decisiveAt = 2.7;

const catchAll = inRow(
  /^/i,
  [/upstream|internal|server|api|tool|adapter|execution|generic|service|backend|request|operation/i],
  /[_ -]?(?:error|failure|exception|failed)$/i,
);

interface Case {
  lexicon: Lexicon;
  account: Account;
  located: Located;
  facts: Facts;
  matches: PhraseMatches;
  identity: Identity;
  votes: Vote[];
}

export function interpret(
  lexicon: Lexicon,
  account: Account,
  located: Located,
  facts: Facts,
  matches: PhraseMatches,
  identity: Identity,
): Interpretation {
  const open: Case = { lexicon, account, located, facts, matches, identity, votes: [] };
  for (const found of facts.classes) {
    // A class that no dialect documents may be a word that one does.
    const key = wordKey(found.value);
    if (take(open, lexicon.classes.get(key), found, 0) || take(open, lexicon.words.get(key), found, 0)) continue;
    take(open, matchWord(lexicon, found.value), found, 0.2);
  }
  for (const found of facts.words) {
    if (take(open, lexicon.words.get(wordKey(found.value)), found, 0)) continue;
    // A generic error name is less specific than any sentence: "UPSTREAM_ERROR: missing 1 required argument" is about the argument.
    const rows = matchWord(lexicon, found.value);
    const isCatchAll = rows.length > 0 && catchAll.test(found.value);
    for (const row of rows)
      if (isUsable(row, open)) vote(open, row, found, isCatchAll ? Math.min(row.strength, 2) : row.strength + 0.2);
  }
  const codeRow = takeNumbers(open);
  for (const found of facts.statuses) {
    take(open, lexicon.statuses.get(found.value), found, 0);
  }
  const status = account.http?.status ?? null;
  if (status !== null && status >= 300) {
    // The payload is closer to the cause than the HTTP status.
    take(
      open,
      lexicon.statuses.get(status),
      { value: status, path: 'http.status' },
      facts.statuses.length > 0 ? -1 : 0,
    );
  }
  takeWords(open);
  if (facts.issues.length > 0) voteOwn(open, ownerOf(account, facts), { value: facts.issues.length, path: 'issues' });
  const asked = askedFor(account, facts);
  if (asked !== null)
    voteOwn(open, asked, { value: facts.messages[0]?.value ?? '', path: facts.messages[0]?.path ?? '' });
  const unfit = unfitArguments(facts);
  if (runsProgram(account)) {
    const said = facts.messages.find(({ value }) => ranProgram(value) !== null);
    if (said !== undefined) voteOwn(open, ranProgram(said.value) === 'missing' ? 'noProgram' : 'ran', said);
  }
  if (unfit.length > 0 && !isAboutSent(open))
    voteOwn(open, 'unfit', { value: unfit.length, path: 'request.params.arguments' });

  let winner: Vote | null = null;
  const { votes } = open;
  for (const candidate of votes) if (winner === null || candidate.strength > winner.strength) winner = candidate;
  winner = asOwnFile(open, winner);
  const quoted = winner?.class === 'invalid_response' ? innerOfAnswer(open) : null;
  if (winner !== null && quoted !== null)
    return {
      class: quoted.class,
      winner: quoted,
      wrapped: { outer: winner, inner: quoted },
      codeRow,
      votes,
      candidates: [],
    };
  const wrapped = innerError(winner, votes);
  if (wrapped !== null)
    return { class: wrapped.inner.class, winner: wrapped.inner, wrapped, codeRow, votes, candidates: [] };
  const candidates = winner === null || winner.strength < decisiveAt ? codeMeanings(lexicon, facts, identity) : [];
  // A reserved range only says that the error is the server's own; it has no other meaning.
  const vague = winner !== null && winner.row.table === 'range' && winner.row.generic;
  if (candidates.length > 1 || vague)
    return { class: 'unknown', winner: null, wrapped: null, codeRow: null, votes, candidates };
  return { class: winner?.class ?? 'unknown', winner, wrapped: null, codeRow, votes, candidates: [] };
}

/** What the server quotes from another service in an output it rejected. */
function innerOfAnswer(open: Case): Vote | null {
  const found = wrappedAnswer(open.facts);
  if (found === null) return null;
  const from = open.votes.length;
  take(open, matchWord(open.lexicon, found.value.slice(0, 200)), found, 0);
  const statusFacts: Facts = { ...open.facts, statuses: [] };
  readStatuses(statusFacts, found.value, found.path);
  for (const status of statusFacts.statuses) take(open, open.lexicon.statuses.get(status.value), found, 0);
  let best: Vote | null = null;
  for (const one of open.votes.slice(from))
    if (one.class !== 'invalid_response' && (best === null || one.strength > best.strength)) best = one;
  return best;
}

/** "No captions for clip 12" for a call that names clip 12: other schema violations are not the cause. */
function isAboutSent({ matches, facts }: Case): boolean {
  const message = facts.messages[0];
  if (
    message === undefined ||
    !matches.said.some(({ row }) => row.meaning.class === 'not_found' && row.strength > 3.41)
  )
    return false;
  const last = /[\w./-]{5,200}$/.exec(message.value.slice(0, 500).replace(/['"`.)\]]{1,3}$/, ''))?.[0];
  return last !== undefined && /\d/.test(last) && facts.sent.some((text) => text.includes(last));
}

function vote(open: Case, row: Row, found: Found<Json>, strength: number): void {
  open.votes.push({ class: row.meaning.class, strength, row, path: found.path, value: found.sent ?? found.value });
}

/** Casts the votes of eligible rows; false if there are none. */
function take(open: Case, rows: readonly Row[] | undefined, found: Found<Json>, bonus: number): boolean {
  if (rows === undefined) return false;
  let taken = false;
  for (const row of rows) {
    if (!isUsable(row, open)) continue;
    vote(open, row, found, weigh(row, open.identity) + bonus);
    taken = true;
  }
  return taken;
}

/** Numeric codes: their rows, or their range. Returns the row of the failure's own code. */
function takeNumbers(open: Case): Row | null {
  const { lexicon, identity } = open;
  const { numbers } = open.facts;
  let codeRow: Row | null = null;
  let byRange = false;
  for (const found of numbers) {
    const rows = lexicon.codes.get(found.value) ?? statusRows(open, found.value);
    let best: Row | null = null;
    let vendor = false;
    for (const row of rows ?? []) {
      if (!isUsable(row, open)) continue;
      const strength = weigh(row, identity);
      vote(open, row, found, strength);
      vendor ||= !row.generic;
      if (best === null || strength > weigh(best, identity)) best = row;
    }
    // A row comes before general ranges; ranges of unknown servers do not count.
    if (!vendor && (best === null || identity.confidence.size > 0)) {
      for (const { from, to, row } of lexicon.ranges) {
        if (found.value < from || found.value > to || !isTrusted(row, identity)) continue;
        const { generic } = row;
        if (best !== null && generic) continue;
        vote(open, row, found, generic ? Math.min(row.strength, 1) : row.strength);
        // A server's own range is more specific than general ones.
        if (best === null && (codeRow === null || (byRange && codeRow.generic && !generic))) {
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
  return codeRow;
}

/** A status used as a JSON-RPC code has its HTTP meaning. */
function statusRows({ lexicon, facts }: Case, code: number): readonly Row[] | undefined {
  return code >= 400 && code < 600 && facts.statuses.length === 0 ? lexicon.statuses.get(code) : undefined;
}

/** The strongest phrase counts; the strongest of another class stays as evidence. */
function takeWords(open: Case): void {
  let best: PhraseMatches['said'][number] | null = null;
  let other: PhraseMatches['said'][number] | null = null;
  for (const match of open.matches.said) {
    const { row } = match;
    const isStronger = best === null || row.strength > best.row.strength;
    const isOfBest = best !== null && row.meaning.class === best.row.meaning.class;
    if (!isStronger && (isOfBest || row.strength <= (other?.row.strength ?? 0))) continue;
    if (!isUsable(row, open)) continue;
    if (!isStronger) other = match;
    else {
      if (!isOfBest) other = best ?? other;
      best = match;
    }
  }
  // The first message comes before the others.
  for (const match of [best, other])
    if (match !== null)
      vote(open, match.row, match.by, match.row.strength - (match.by === open.facts.messages[0] ? 0 : 0.05));
}

/** Rules that no table has: own-meanings.ts. */
function voteOwn(open: Case, name: OwnMeaning, found: Found<Json>): void {
  const row = open.lexicon.own.get(name);
  if (row !== undefined) vote(open, row, found, row.strength);
}

/** Text that says not found or wrong kind: it may be a file or program that the server needs. */
function asOwnFile(open: Case, winner: Vote | null): Vote | null {
  if (winner === null || winner.row.table !== 'phrase' || winner.row.meaning.name !== undefined) return winner;
  const message = open.facts.messages[0];
  if (message === undefined) return winner;
  const isOfKind = winner.class === 'validation' && ofWrongKind.test(message.value.slice(0, 1000));
  if (winner.class !== 'not_found' && !isOfKind) return winner;
  const path = ownFile(open.account, message.value);
  const name = path === null ? null : isOfKind ? 'place' : /[./\\]/.test(path) ? 'file' : 'program';
  const row = name === null ? undefined : open.lexicon.own.get(name);
  if (row === undefined) return winner;
  vote(open, row, { value: winner.value, path: winner.path }, winner.strength + 0.01);
  return open.votes.at(-1) ?? winner;
}

const ofWrongKind = /\b(?:is|not) a directory\b/i;

function isTrusted(row: Row, identity: Identity): boolean {
  if (row.generic) return true;
  return identity.confidence.size > 0 && (identity.confidence.get(row.dialect.id) ?? 0) >= trustedAt;
}

function isUsable(row: Row, open: Case): boolean {
  return isTrusted(row, open.identity) && (row.meaning.when === undefined || holds(row, open));
}

/** Of two matching vendors, the more certain one counts more. */
function weigh(row: Row, identity: Identity): number {
  if (row.generic) return row.strength;
  return row.strength + 0.9 * (identity.confidence.get(row.dialect.id) ?? 0);
}

function holds(row: Row, open: Case): boolean {
  const { account, located, facts } = open;
  const when = row.meaning.when;
  if (when === undefined) return true;
  if (when.method !== undefined && (account.method === undefined || !when.method.includes(account.method)))
    return false;
  if (when.carrier !== undefined && !when.carrier.includes(located.carrier)) return false;
  if (when.listed !== undefined && when.listed !== (account.inputSchema !== undefined)) return false;
  if (when.refused !== undefined && when.refused !== facts.statuses.some(isRefusal)) return false;
  if (when.status !== undefined) {
    const { status: wanted } = when;
    const status = account.http?.status ?? null;
    if (!(status !== null && wanted.includes(status)) && !facts.statuses.some((found) => wanted.includes(found.value)))
      return false;
  }
  const path = when.member;
  if (path !== undefined && !facts.objects.some((object) => hasMember(object.value, path))) return false;
  const phrases = row.says;
  return phrases === null || hasSaid(facts, phrases);
}

function isRefusal({ value }: Found<number>): boolean {
  return value >= 400 && value < 500;
}

function hasMember(value: Json, path: string): boolean {
  let at: Json | undefined = value;
  for (const step of path.split('.')) {
    at = member(at, step);
    if (at === undefined) return false;
  }
  return true;
}
