// Derives from the deciding claim what sentences and advice are made of: code, name, dialect, message, retry, fault and owner.

import type { DialectRow, Lexicon } from '../../dialects/compile.ts';
import { isStronger, type Place } from '../../dialects/places.ts';
import type { DialectGuess, Retry } from '../../failure.ts';
import type { Claim } from '../claims/claim.ts';
import { type Decided, firstOf } from '../decide/decide.ts';
import { isMasked, readCause, stderrLineOf, wireMessage } from '../extract/masked-cause.ts';
import { firstLine, type Reading } from '../reading/reading.ts';
import { type Trust, trustedAt } from '../trust/trusted-dialect.ts';
import { envelopeFault, isOfMeta } from '../words/envelope.ts';
import { hasReceived } from '../words/quoted.ts';
import { reasonOf, stripDot, withoutLabel } from '../words/reason-words.ts';
import { faultOf, ownerOf, shownOf } from './advise.ts';
import { decidingLine } from './deciding-line.ts';
import type { Decision } from './decision.ts';
import { isFromUpstream } from './from-upstream.ts';
import { addBrokenLimit, addOwnIssues, placeIssues } from './named-arguments.ts';
import { adviseRetry } from './retry.ts';

export function conclude(
  lexicon: Lexicon,
  reading: Reading,
  trust: Trust,
  claims: readonly Claim[],
  decided: Decided,
): Decision {
  const { call } = reading;
  const { deciding } = decided;
  const told = deciding?.told;
  const meaning = deciding?.row.meaning ?? null;
  const failureClass = meaning?.class ?? 'unknown';
  const codeRow = codeRowIn(reading, claims, decided);
  const dialect = dialectOf(lexicon, reading, trust, deciding, codeRow);
  const table = lexicon.byId.get(dialect.id) ?? null;
  const vendor = table !== null && (table.kind === 'vendor' || trust.pinned === table.id) ? table : null;
  const message =
    told === undefined ? (readCause(reading) ?? messageOf(reading, deciding, claims)) : (told.message ?? '');
  const ofMeta = isOfMeta(call);
  if (failureClass === 'validation' && !ofMeta) {
    if (reading.issues.length === 0) addOwnIssues(reading, reading.problem?.detail || message);
    else placeIssues(reading);
  } else if (failureClass === 'too_large' && reading.issues.length === 0) addBrokenLimit(reading, message);
  const { problem } = reading;
  const line = told === undefined ? lineOf(lexicon, reading, deciding, reasonOf({ message, problem })) : null;
  const stderrLine = told === undefined ? stderrLineOf(call, wireMessage(reading, message)) : '';
  const reason = reasonIn(reading, decided, message, stderrLine);
  const decision: Decision = {
    deciding,
    wrapper: decided.wrapper,
    candidates: decided.candidates,
    reading,
    call,
    trust,
    claims,
    class: failureClass,
    meaning,
    codeRow,
    vendor,
    dialect,
    code: told === undefined ? codeOf(reading) : (told.code ?? null),
    codeName: told === undefined ? nameOf(reading, deciding, codeRow, claims) : (meaning?.name ?? null),
    message,
    reason,
    line: line === null ? firstLine(reason) : withoutLabel(line),
    decidingLine: line,
    stderrLine,
    isUpstream: told === undefined && isFromUpstream(reading, failureClass, message, vendor),
    envelope: told === undefined ? envelopeFault(call, failureClass, reading.issues, ofMeta) : null,
    retry: noRetry,
    fault: 'server',
    owner: 'server',
  };
  const shown = shownOf(decision);
  decision.retry = adviseRetry(decision, shown?.verdict);
  decision.fault = faultOf(decision);
  decision.owner = ownerOf(decision, shown?.owner, ofMeta);
  return decision;
}

const noRetry: Retry = {
  ...{ verdict: 'unknown', afterMs: null, maxAttempts: null, backoff: null, jitter: null, source: 'default' },
};

/** Only as received: a text that was put together from several is not quoted. */
function lineOf(lexicon: Lexicon, reading: Reading, deciding: Claim | null, reason: string): string | null {
  const line = decidingLine(lexicon, reason, deciding, reading.sent);
  return line !== null && hasReceived(reading.call, reading.messages, line) ? line : null;
}

function reasonIn(reading: Reading, { wrapper, deciding }: Decided, message: string, stderrLine: string): string {
  const said = wireMessage(reading, message);
  if (isMasked(said, stderrLine)) return `${stripDot(said)} (${stderrLine})`;
  const reason = reasonOf({ message, problem: reading.problem });
  // The wrapper's message, with the name of the wrapped error, which is what happened.
  const inner = wrapper === null && deciding?.isQuoted === undefined ? '' : String(deciding?.value ?? '');
  if (inner === '' || firstLine(reason).includes(inner)) return reason;
  return reason === '' ? inner : `${stripDot(firstLine(reason))} (${inner})`;
}

/** Of the first code that has one: its own row, else its range, the server's before a general one. */
function codeRowIn(reading: Reading, claims: readonly Claim[], { deciding, candidates }: Decided): DialectRow | null {
  // What a code means is open.
  if (deciding === null && candidates.length > 0) return null;
  let range: DialectRow | null = null;
  for (const { value, path, sent } of reading.numbers) {
    const own = claims.filter((claim) => claim.path === path && claim.value === (sent ?? value));
    const row = firstOf(own, ({ row: { table } }) => table === 'code' || table === 'status')?.row;
    if (row !== undefined) return row;
    range ??= firstOf(own, ({ row: { table } }) => table === 'range')?.row ?? null;
  }
  return deciding === null ? null : range;
}

function codeOf({ numbers, words, statuses, call, carrier }: Reading): number | string | null {
  const number = numbers[0];
  if (number !== undefined) return number.value;
  const word = words[0]?.value ?? null;
  const status = statuses[0]?.value ?? null;
  return carrier === 'http' ? (call.http?.status ?? status ?? word) : (status ?? word);
}

/** The server's name for it: from its tables, else the word it sent, else the name of the status or phrase. */
function nameOf(
  reading: Reading,
  deciding: Claim | null,
  codeRow: DialectRow | null,
  claims: readonly Claim[],
): string | null {
  const row = deciding?.row ?? null;
  const isOfTable = row !== null && row.table !== 'phrase' && row.table !== 'status' && row.table !== 'issues';
  if (isOfTable && row.meaning.name !== undefined) return row.meaning.name;
  if (codeRow !== null && !codeRow.generic && codeRow.meaning.name !== undefined) return codeRow.meaning.name;
  if (row !== null && !row.generic && row.meaning.name !== undefined) return row.meaning.name;
  const ofStatus = claims.find(({ by }) => by === 'status')?.row.meaning.name;
  // A code for any failure keeps its own name: -32603 is no "Host name not found".
  const ofPhrase = (codeRow?.place === 'catch-all' ? codeRow : row)?.meaning.name;
  return wordOf(reading) ?? ofPhrase ?? ofStatus ?? codeRow?.meaning.name ?? null;
}

/** The word the server sent: `error_code` if present, never a URL. */
function wordOf({ words }: Reading): string | undefined {
  const named =
    words.find(({ path }) => path.endsWith('.error_code')) ?? words.find(({ value }) => !scheme.test(value));
  return (named ?? words[0])?.value;
}

const scheme = /^[a-z]{2,8}:/;

/** The most specific message: a problem's detail, else the one next to the deciding fact, else the first. */
function messageOf({ messages, problem }: Reading, deciding: Claim | null, claims: readonly Claim[]): string {
  const outer = messages[0];
  if (outer === undefined) return '';
  // A problem document without a message around it: its detail is more specific than its title.
  const detail = problem?.detail;
  if (detail !== undefined && detail !== '' && !outer.path.endsWith('message')) return detail;
  // "Internal error", and what broke in a field beside it: the text that decided says more.
  const decided = deciding?.by === 'words' && deciding.message > 0 ? messages[deciding.message] : undefined;
  const isTelling = ({ by, message, place }: Claim) =>
    by === 'words' && message === 0 && isStronger(place, 'vague words');
  if (decided !== undefined && !claims.some(isTelling)) return decided.value;
  if (saysNothing.test(outer.value)) {
    const telling = messages.find(({ path, value }) => path.startsWith('error.data') && !saysNothing.test(value));
    if (telling !== undefined) return telling.value;
  }
  if (deciding === null || deciding.by === 'words' || deciding.by === 'arguments' || messages.length === 1)
    return outer.value;
  const parent = deciding.path.slice(0, deciding.path.lastIndexOf('.') + 1);
  const beside = parent === '' ? undefined : messages.find(({ path }) => path.startsWith(parent));
  return beside?.value ?? outer.value;
}

const saysNothing = /^(?:(?:internal|unknown|unexpected)(?: server)? )?error(?: occurred)?[.!]?$/i;

function dialectOf(
  lexicon: Lexicon,
  reading: Reading,
  trust: Trust,
  deciding: Claim | null,
  codeRow: DialectRow | null,
): DialectGuess {
  const general = generalDialect(reading, deciding, codeRow);
  // Most failures carry no mark of a dialect.
  if (trust.confidence.size === 0) return { ...general, runnerUp: null };
  const isVendor = (id: string) => lexicon.byId.get(id)?.kind === 'vendor';
  const ranked: { id: string; confidence: number }[] = [];
  for (const [id, confidence] of trust.confidence)
    if (isVendor(id) || trust.pinned === id || confidence >= trustedAt)
      ranked.push({ id, confidence: Math.round(confidence * 100) / 100 });
  // A server's own dialect is more specific than a common format.
  if (ranked.length > 1)
    ranked.sort(
      (one, other) =>
        Number(other.id === trust.trusted) - Number(one.id === trust.trusted) || other.confidence - one.confidence,
    );
  const [best = null, next = null] = ranked;
  const isClear = best !== null && best.confidence >= trustedAt;
  const { id, confidence } = isClear ? best : general;
  const rival = isClear ? next : best;
  const isNear = rival !== null && (isClear ? confidence - rival.confidence < 0.3 : rival.confidence >= 0.2);
  const guess: DialectGuess = { id, confidence, runnerUp: isNear ? rival : null };
  // Only marks that distinguish servers go into a fingerprint.
  const marks = [...trust.marks].filter(([vendor]) => isVendor(vendor));
  return marks.length === 0 ? guess : { ...guess, marks: Object.fromEntries(marks) };
}

/** The common format of a failure without marks of a vendor. */
function generalDialect(
  { carrier, problem }: Reading,
  deciding: Claim | null,
  codeRow: DialectRow | null,
): { id: string; confidence: number } {
  const host = carrier === 'http' ? 'http' : 'mcp';
  if (deciding === null) return { id: codeRow?.dialect.id ?? host, confidence: 0.2 };
  if (deciding.told !== undefined) return { id: host, confidence: 0.9 };
  const { id } = deciding.row.dialect;
  if (id === 'wording' || deciding.row.table === 'issues')
    return {
      id: codeRow?.dialect.id ?? (problem === null ? host : 'rfc9457'),
      confidence: wordsConfidence[deciding.place] ?? 0.3,
    };
  if (id === 'http' && problem !== null) return { id: 'rfc9457', confidence: 0.9 };
  return { id, confidence: tableConfidence[deciding.place] ?? 0.6 };
}

/** How sure a common format is, for `dialect.confidence`. Decides nothing. */
const wordsConfidence: Partial<Record<Place, number>> = {
  'unmistakable words': 0.65,
  'specific words': 0.62,
  'plain words': 0.6,
  'argument check': 0.6,
  'general words': 0.5,
  'vague words': 0.4,
};
const tableConfidence: Partial<Record<Place, number>> = {
  'explicit field': 0.95,
  'documented code': 0.95,
  'telling status': 0.85,
  'plain status': 0.75,
};
