// Finds every phrase of every dialect in the messages. Later stages decide which phrases count. The names of things are taken out of a
// message first: a name says nothing about what failed.

import type { CompiledMark, DialectRow, Lexicon } from '../../dialects/compile.ts';
import { soundsFailed } from '../../dialects/failure-sentences.ts';
import { anyOf, inRow } from '../../dialects/patterns.ts';
import { findPhrases, type Phrases } from '../../dialects/phrase.ts';
import { isStronger } from '../../dialects/places.ts';
import { readWords } from '../../dialects/split-words.ts';
import type { Reading, ReadText } from '../reading/reading.ts';
import { withoutQuotes } from './caller-words.ts';

export interface PhraseMatches {
  /** Matched rows of dialects, each with its message, in text order. */
  said: readonly { row: DialectRow; by: ReadText }[];
  /** Marks of dialects that are phrases. */
  marks: readonly CompiledMark[];
}

const mostMessages = 6;
const nothing: PhraseMatches = { said: [], marks: [] };

function firstOf(messages: readonly ReadText[]): readonly ReadText[] {
  return messages.length > mostMessages ? messages.slice(0, mostMessages) : messages;
}

export function matchPhrases(lexicon: Lexicon, reading: Reading): PhraseMatches {
  if (saysItAll(lexicon, reading)) return nothing;
  const said: { row: DialectRow; by: ReadText }[] = [];
  const marks: CompiledMark[] = [];
  for (const by of firstOf(reading.messages)) {
    for (const tag of findPhrases(lexicon.phrases, wordsOf(by, reading))) {
      if ('mark' in tag) marks.push(tag);
      else if (said.at(-1)?.row !== tag) said.push({ row: tag, by });
    }
  }
  return { said, marks };
}

/** "Unknown error" says that the cause is unknown, not that something was not found. */
const idle = anyOf(
  inRow(
    /\b(?:unknown|unspecified|unidentified|undefined)[ _]?(?:internal |server |api |network )?/giu,
    [/error|exception|failure|reason|issue|cause|origin|problem|status(?: code)?/giu],
    /s?(?![a-z])/giu,
  ),
  /\b(?:error|reason|cause)[:=]? ?unknown\b(?! \w)|\bstatus[:=]? ?unknown\b|<unknown>/giu,
  /keep-alive['"]?: ?['"]?timeout=\d{1,4}|未知的?(?:错误|錯誤|异常)|不明なエラー/giu,
  /알 수 없는 (?:오류|에러)|неизвестная ошибка|error desconocido|erro desconhecido/giu,
  /unbekannter fehler|erreur inconnue|errore sconosciuto/giu,
);

/** A quick check for such words: most messages have none and skip the long pattern. */
const maybeIdle =
  /unknown|unspecified|unidentified|undefined|keep-alive|desconoc|desconhec|unbekannt|inconnu|sconosc|[^\0-\x7f]/i;

/** The relevant words: the start and end of a long text, and the start of a long name. */
function withoutIdle(text: string): string {
  if (text.length > guideLength) {
    const opening = beforeGuide.exec(text)?.[0];
    if (opening !== undefined && (isHeading.test(text.slice(opening.length)) || isLongGuide(text, opening)))
      return withoutIdle(opening);
  }
  const part = text.length > heardLength ? `${text.slice(0, heardHead)} ${text.slice(heardHead - heardLength)}` : text;
  const bare = part.length > 80 && longName.test(part) ? part.replaceAll(longNames, '$1') : part;
  const unnamed = withoutNames(bare);
  return maybeIdle.test(unnamed) ? unnamed.replace(idle, ' nothing told ') : unnamed;
}

/** One line with the failure, then usage or alternatives: those words are about other things. */
const guideLength = 200;
const isHeading = /^(?:examples?|usage|suggestions?|options|alternatives|how to [a-z ]{1,30}):/i;
const isLongGuide = (text: string, opening: string): boolean => text.length > 600 && soundsFailed(opening);
const beforeGuide = /^[^\n]{10,300}\n\n/;
const heardLength = 1000;
const heardHead = 700;
/** Starts only at the start of a name: starting at every letter would take quadratic time. */
const longName = /(?:^|[^\w./\\-])[\w./\\-]{80}/;
const longNames = /(?<![\w./\\-])([\w./\\-]{10})[\w./\\-]{70,}/g;

/** Whether a message contains one of these phrases. */
export function hasSaid(reading: Reading, phrases: Phrases<true>): boolean {
  return firstOf(reading.messages).some((message) => findPhrases(phrases, wordsOf(message, reading)).length > 0);
}

/** The phrases in a single word: `RateLimitExceeded`. */
export function matchWord({ phrases }: Lexicon, word: string): DialectRow[] {
  return findPhrases(phrases, readWords(withoutIdle(word))).filter((tag): tag is DialectRow => !('mark' in tag));
}

/** The rows whose phrases are in one line of a message. */
export function phrasesIn({ phrases }: Lexicon, line: string, sent: readonly string[]): DialectRow[] {
  const words = readWords(withoutIdle(withoutQuotes(line, sent)));
  return findPhrases(phrases, words).filter((tag): tag is DialectRow => !('mark' in tag));
}

/** A message's words, split once: several rules need them. */
function wordsOf(message: ReadText, { repeatable }: Reading): readonly string[] {
  message.words ??= readWords(withoutIdle(withoutQuotes(message.value, repeatable)));
  return message.words;
}

/** A standard code with its standard message, or an issue list, is already clear. */
function saysItAll(lexicon: Lexicon, reading: Reading): boolean {
  if (reading.statuses.length > 0) return false;
  const code = reading.numbers[0]?.value;
  if (reading.issues.length > 0) return code === undefined || code === -32602 || code === -32603;
  const message = reading.messages[0];
  if (code === undefined || message === undefined || reading.messages.length > 1 || message.value.length > 40)
    return false;
  const rows = lexicon.codes.get(code);
  if (rows === undefined) return false;
  for (const row of rows) {
    if (
      row.generic &&
      isStronger(row.place, 'bare rejection') &&
      row.message !== null &&
      row.message === message.value.toLowerCase()
    )
      return true;
  }
  return false;
}

/** "Internal error in rate_limit", "max_retries must be below 5", `Role "forbidden" not found`. */
function withoutNames(text: string): string {
  const unnamed = aName.test(text) ? text.replaceAll(afterNoun, '$1 xx').replaceAll(subject, 'xx') : text;
  return aQuote.test(unnamed) ? unnamed.replaceAll(quotedSubject, 'xx').replaceAll(quotedName, '$1xx') : unnamed;
}

/** Most messages have no name of several words. */
const aName = /[a-z][_A-Z][a-z]/;
const name = /[a-z][a-z0-9]{0,30}(?:(?:_[a-z0-9]{1,30}){1,6}|(?:[A-Z][a-z0-9]{1,30}){1,6})/g;

const afterNoun = inRow(
  /\b(in|inside|within|function|method|handler|module|argument|parameter|field|property|column|option|flag|tool|called|named|calls? of)/g,
  / ['"`]?/g,
  name,
  /\b(?:\(\))?['"`]?/g,
);

/** Before its predicate or its arguments. The name of an exception starts with a capital; `structured_content` is the protocol's. */
const subject = inRow(
  /(?<![\w/'"`-])(?!structured)/g,
  name,
  /(?=\(| (?:must|should|cannot|can't|is (?:required|not|missing|too)|was not|has to|needs to)\b)/g,
);

const aQuote = /["'`]/;
const quotedSubject = inRow(
  /(?<![\w"'`])(["'`])(?!NoneType|undefined)[^"'`\n:]{1,60}\1/g,
  /(?= (?:(?:is|was|has|does|must|should|cannot|could|not|already|exists|object)\b|(?:isn|wasn|doesn|can)'t\b))/g,
);
const quotedName = inRow(
  /\b((?:named|called|unknown|no such|unsupported|duplicate|attribute|property|column|field|KeyError:)(?: [a-z]{2,20})? ?)/gi,
  /["'`][^"'`\n:]{1,60}["'`]/gi,
);
