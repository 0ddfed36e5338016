// Derives the code, name, dialect, message and retry verdict to show. build-failure.ts adds the rest: advice, evidence, unrecognized
// fields.

import type { Account, DecodeContext } from '../../account/account.ts';
import { placeNamed } from '../../correct/said.ts';
import type { Lexicon } from '../../dialects/compile.ts';
import type { DialectGuess, Judgment } from '../../failure.ts';
import { isObject, type Json, member } from '../../json/json.ts';
import { pointerOf } from '../../json/json-place.ts';
import { readCause } from '../extract/masked-cause.ts';
import { classDefaults } from '../facts/classes.ts';
import { addIssue, type Facts, pointerFromDotted } from '../facts/facts.ts';
import type { Fingerprint } from '../facts/fingerprint.ts';
import type { Located } from '../facts/located.ts';
import type { Vote } from '../facts/vote.ts';
import { type Identity, trustedAt } from '../identify/identify.ts';
import type { PhraseMatches } from '../identify/match-phrases.ts';
import type { Interpretation } from '../interpret/interpret.ts';
import { nameAskedFor, unfitArguments } from '../interpret/whose-issues.ts';
import { lint } from '../lint/lint.ts';
import type { Linted } from '../lint/lint-rule.ts';
import { argumentMeant } from '../words/argument-meant.ts';
import { type EnvelopeFault, envelopeFault, isOfMeta } from '../words/envelope.ts';
import { short } from '../words/fact-words.ts';
import { adviseRetry, severityOf } from './advise.ts';

export interface Reading {
  lexicon: Lexicon;
  account: Account;
  context: DecodeContext & { fingerprint?: Fingerprint };
  located: Located;
  facts: Facts;
  matches: PhraseMatches;
  identity: Identity;
  interpretation: Interpretation;
  /** The code of the JSON-RPC error object, if the failure came in one. */
  rpcCode: Json | undefined;
}

/** What is certain before any sentence is written. */
export interface Conclusion
  extends Omit<
    Judgment,
    'fault' | 'category' | 'explanation' | 'remedy' | 'candidates' | 'evidence' | 'remainder' | 'links'
  > {
  envelope: EnvelopeFault | null;
}

export function conclude(reading: Reading): Conclusion {
  const { account, context, located, facts, identity, interpretation } = reading;
  const { winner, codeRow, class: failureClass } = interpretation;
  const meaning = winner?.row.meaning ?? null;
  const code = codeOf(reading);
  const dialect = dialectOf(reading);
  const table = reading.lexicon.byId.get(dialect.id) ?? null;
  const vendor = table !== null && (table.kind === 'vendor' || identity.pinned === table.id) ? table : null;
  const message = readCause(facts) ?? messageOf(facts, winner);
  if (failureClass === 'validation' && !isOfMeta(account)) {
    if (facts.issues.length === 0) addOwnIssues(account, facts, facts.problem?.detail || message);
    else placeIssues(account, facts);
  }
  const defaults = classDefaults[failureClass];
  const retry = adviseRetry(failureClass, defaults, meaning, winner?.path ?? 'default', vendor, facts);
  const envelope = envelopeFault(account, failureClass, facts.issues);
  const linted: Linted = {
    account,
    envelope,
    located,
    facts,
    class: failureClass,
    retry,
    dialect: vendor,
    codeRow,
    message,
    fingerprint: context.fingerprint,
    rpcCode: reading.rpcCode,
    wrapped: interpretation.wrapped,
  };
  return {
    layer: located.layer,
    carrier: located.carrier,
    origin: located.origin,
    class: failureClass,
    code,
    codeName: nameOf(facts, interpretation),
    severity: severityOf(defaults, meaning, vendor, typeof code === 'number' ? code : null),
    flagged: located.flagged,
    title: meaning?.title ?? defaults.title,
    message,
    retry,
    issues: facts.issues,
    problem: facts.problem,
    dialect,
    notes: lint(linted),
    envelope,
  };
}

/** Arguments were rejected without a list: the issue in the sentence is the server's, the schema's issue is Misfire's. */
function addOwnIssues(account: Account, facts: Facts, message: string): void {
  const unfit = unfitArguments(facts);
  const place =
    placeInArguments(account, message) ??
    placeAskedFor(account, message) ??
    // A schema violation is known; the sentence is only a guess.
    (unfit.length === 0 ? placeMeant(account, message) : null);
  if (place === null) addNamedField(facts, message);
  else addIssue(facts, { path: place, message: short(message, 300) });
  const spoken = facts.issues.map(({ path }) => path);
  for (const issue of unfit) if (!spoken.includes(issue.path)) addIssue(facts, { ...issue, by: 'schema' });
}

/** Without arguments and without an issue list, only the sentence names the missing one. */
function placeAskedFor(account: Account, message: string): string | null {
  if (account.method !== 'tools/call') return null;
  const name = requiredName.exec(message.slice(0, 200))?.[1] ?? (hasArguments(account) ? null : nameAskedFor(message));
  const listed = member(account.inputSchema, 'properties');
  if (name === null || (isObject(listed) && member(listed, name) === undefined)) return null;
  return pointerOf([name]);
}

/** The argument whose value the message repeats, or the only one sent. */
function placeMeant(account: Account, message: string): string | null {
  const meant = message === '' ? null : argumentMeant(account, message);
  return meant === null ? null : pointerOf([meant.name]);
}

/** `Invalid fileKey: Required` */
const requiredName = /^(?:invalid|missing) ['"`]?([A-Za-z_]\w{0,60})['"`]?: (?:is )?required\b/i;

function hasArguments({ params }: Account): boolean {
  const sent = member(params, 'arguments');
  return isObject(sent) ? Object.keys(sent).length > 0 : sent !== undefined && sent !== null;
}

/** Sentences start with a capital letter, arguments seldom do: `Workspace is required` means `workspace`. */
function placeIssues({ method, params, inputSchema }: Account, facts: Facts): void {
  if (method !== 'tools/call') return;
  const holders = [member(inputSchema, 'properties'), member(params, 'arguments')];
  const isKnown = (name: string) => holders.some((holder) => member(holder, name) !== undefined);
  facts.issues = facts.issues.map((issue) => {
    const name = issue.path.slice(1);
    if (!/^[A-Z][a-z]\w{0,60}$/.test(name) || isKnown(name)) return issue;
    const small = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
    return isKnown(small) ? { ...issue, path: `/${small}` } : issue;
  });
}

function placeInArguments({ method, params, inputSchema }: Account, message: string): string | null {
  if (method !== 'tools/call' || message === '') return null;
  const place = placeNamed(inputSchema ?? null, member(params, 'arguments') ?? {}, message.slice(0, 2000));
  return place === null ? null : pointerOf(place);
}

/** Arguments were rejected and a field is named next to the message: treat it like a listed issue. */
function addNamedField(facts: Facts, message: string): void {
  const field = facts.values.get('field');
  if (field !== undefined && typeof field.value === 'string')
    addIssue(facts, { path: pointerFromDotted(field.value), message: short(message, 300) || 'is not accepted' });
}

/** The code to quote: the error object's own, else the status, else the word. */
function codeOf({ facts, account, located }: Reading): number | string | null {
  const number = facts.numbers[0];
  if (number !== undefined) return number.value;
  const word = facts.words[0];
  const status = facts.statuses[0]?.value ?? null;
  if (located.carrier === 'http') return account.http?.status ?? status ?? word?.value ?? null;
  return status ?? word?.value ?? null;
}

/** The server's name for it: from its tables, else the word it sent, else the name of the status or phrase. */
function nameOf(facts: Facts, { winner, codeRow, votes }: Interpretation): string | null {
  const row = winner?.row ?? null;
  const own =
    row !== null && row.table !== 'phrase' && row.table !== 'status' && row.table !== 'issues'
      ? row.meaning.name
      : undefined;
  if (own !== undefined) return own;
  if (codeRow !== null && !codeRow.generic && codeRow.meaning.name !== undefined) return codeRow.meaning.name;
  if (row !== null && !row.generic && row.meaning.name !== undefined) return row.meaning.name;
  return wordOf(facts) ?? row?.meaning.name ?? statusName(votes) ?? codeRow?.meaning.name ?? null;
}

/** The word the server sent: `error_code` if present, never a URL. */
function wordOf({ words }: Facts): string | undefined {
  if (words.length === 0) return undefined;
  const named =
    words.find(({ path }) => path.endsWith('.error_code')) ?? words.find(({ value }) => !scheme.test(value));
  return (named ?? words[0])?.value;
}

const scheme = /^[a-z]{2,8}:/;

function statusName(votes: readonly Vote[]): string | undefined {
  return votes.find(({ row }) => row.table === 'status')?.row.meaning.name;
}

/** The most specific message: a problem's detail, else the one next to the deciding fact, else the first. */
function messageOf(facts: Facts, winner: Vote | null): string {
  const outer = facts.messages[0];
  if (outer === undefined) return '';
  // A problem document without a message around it: its detail is more specific than its title.
  const detail = facts.problem?.detail;
  if (detail !== undefined && detail !== '' && !outer.path.endsWith('message')) return detail;
  if (winner === null || winner.row.table === 'phrase' || winner.row.table === 'issues' || facts.messages.length === 1)
    return outer.value;
  const parent = winner.path.slice(0, winner.path.lastIndexOf('.') + 1);
  const beside = parent === '' ? undefined : facts.messages.find(({ path }) => path.startsWith(parent));
  return beside?.value ?? outer.value;
}

function dialectOf(reading: Reading): DialectGuess {
  // Most failures carry no mark of a dialect.
  if (reading.identity.confidence.size > 0) return rankDialects(reading);
  const { id, confidence } = genericDialect(reading.interpretation, reading.located, reading.facts);
  return { id, confidence, runnerUp: null };
}

function rankDialects({ identity, interpretation, located, facts, lexicon }: Reading): DialectGuess {
  const isVendor = (id: string) => lexicon.byId.get(id)?.kind === 'vendor';
  const ranked: { id: string; confidence: number }[] = [];
  for (const [id, confidence] of identity.confidence) {
    if (isVendor(id) || identity.pinned === id || confidence >= trustedAt)
      ranked.push({ id, confidence: round(confidence) });
  }
  // A server's own dialect is more specific than a common format, so it wins a tie or a near tie.
  const rank = ({ id, confidence }: { id: string; confidence: number }) =>
    confidence + (isVendor(id) && confidence >= trustedAt ? 1 : 0);
  if (ranked.length > 1) ranked.sort((one, other) => rank(other) - rank(one));
  const [best = null, next = null] = ranked;
  const isClear = best !== null && best.confidence >= trustedAt;
  const { id, confidence } = isClear ? best : genericDialect(interpretation, located, facts);
  const rival = isClear ? next : best;
  const isNear = rival !== null && (isClear ? confidence - rival.confidence < 0.3 : rival.confidence >= 0.2);
  const guess: DialectGuess = { id, confidence, runnerUp: isNear ? rival : null };
  // Only marks that distinguish servers go into a fingerprint.
  for (const [vendor, mark] of identity.marks)
    if (isVendor(vendor)) {
      guess.marks ??= {};
      guess.marks[vendor] = mark;
    }
  return guess;
}

function genericDialect(
  { winner, codeRow }: Interpretation,
  located: Located,
  facts: Facts,
): { id: string; confidence: number } {
  if (winner === null)
    return { id: codeRow?.dialect.id ?? (located.carrier === 'http' ? 'http' : 'mcp'), confidence: 0.2 };
  const id = winner.row.dialect.id;
  if (id === 'wording' || winner.row.table === 'issues') {
    const host =
      codeRow?.dialect.id ?? (facts.problem === null ? (located.carrier === 'http' ? 'http' : 'mcp') : 'rfc9457');
    return { id: host, confidence: round(Math.min(0.7, 0.25 + winner.strength / 14)) };
  }
  if (id === 'http' && facts.problem !== null) return { id: 'rfc9457', confidence: 0.9 };
  return { id, confidence: round(Math.min(0.95, 0.5 + winner.strength / 20)) };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
