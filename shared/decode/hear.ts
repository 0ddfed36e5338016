// What the messages say in words: every phrase of every dialect found in them, before anyone decides whose words count.

import type { CompiledMark, Lexicon, Row } from '../dialects/compile.ts';
import { findPhrases, type Phrases, type Said, says } from '../dialects/phrase.ts';
import { allSigns } from '../dialects/signs.ts';
import { type Facts, type Found, first } from './facts.ts';

/** What was heard of one failure; valid until the next is heard. */
export interface Heard {
  /** How many rows of dialects were said; the rows, and beside each the message that said it. */
  count: number;
  rows: Row[];
  sayers: Found<string>[];
  /** Marks of dialects that are phrases. */
  marks: readonly CompiledMark[];
  /** What the messages have in them (signs.ts). */
  signs: number;
}

const mostMessages = 6;
// Few failures show such marks: the others share this, which no one writes to.
const noMarks: readonly CompiledMark[] = Object.freeze([]);
const heard: Heard = { count: 0, rows: [], sayers: [], marks: noMarks, signs: 0 };
const said: Said<Row | CompiledMark> = { tags: [], count: 0 };

export function hear(lexicon: Lexicon, facts: Facts): Heard {
  heard.count = 0;
  heard.marks = noMarks;
  const { messages } = facts;
  if (saysItAll(lexicon, facts)) {
    heard.signs = allSigns;
    return heard;
  }
  heard.signs = 0;
  for (let index = 0; index < messages.length && index < mostMessages; index++)
    listen(lexicon, messages[index] as Found<string>);
  return heard;
}

function listen({ phrases, vocabulary }: Lexicon, found: Found<string>): void {
  const spoken = vocabulary.read(withoutIdle(found.value));
  heard.signs |= spoken.signs;
  findPhrases(phrases, spoken, said);
  for (let index = 0; index < said.count; index++) {
    const tag = said.tags[index] as Row | CompiledMark;
    if ('mark' in tag) heard.marks = [...heard.marks, tag];
    else if (heard.count === 0 || heard.rows[heard.count - 1] !== tag) {
      heard.rows[heard.count] = tag;
      heard.sayers[heard.count++] = found;
    }
  }
}

/** "Unknown error" says that nothing was found out, not that something was not found. */
const idle =
  /\b(?:unknown|unspecified|unidentified|undefined) (?:internal |server |api |network )?(?:error|exception|failure|reason|issue|cause|problem)s?\b|\b(?:error|reason|cause|status)[:=]? ?unknown\b|keep-alive['"]?: ?['"]?timeout=\d{1,4}|未知的?(?:错误|錯誤|异常)|不明なエラー|알 수 없는 (?:오류|에러)|неизвестная ошибка|error desconocido|erro desconhecido|unbekannter fehler|erreur inconnue|errore sconosciuto/giu;

function withoutIdle(text: string): string {
  return text.length > idleLimit ? text : text.replace(idle, ' nothing told ');
}

const idleLimit = 4100;

/** Whether a message says one of these phrases. */
export function hasSaid({ vocabulary }: Lexicon, { messages }: Facts, phrases: Phrases<true>): boolean {
  for (let index = 0; index < messages.length && index < mostMessages; index++)
    if (says(vocabulary.read((messages[index] as Found<string>).value), phrases)) return true;
  return false;
}

/** The phrases in a single word: `RateLimitExceeded`. */
export function hearWord({ phrases, vocabulary }: Lexicon, word: string): Row[] {
  findPhrases(phrases, vocabulary.read(word), said);
  return said.tags.slice(0, said.count).filter((tag): tag is Row => !('mark' in tag));
}

/** A standard code with its standard message, or a list of issues, needs no reading between the lines. */
function saysItAll(lexicon: Lexicon, facts: Facts): boolean {
  if (facts.statuses.length > 0) return false;
  const code = first(facts.numbers)?.value;
  if (facts.issues.length > 0) return code === undefined || code === -32602 || code === -32603;
  const message = first(facts.messages);
  if (code === undefined || message === undefined || facts.messages.length > 1 || message.value.length > 40)
    return false;
  const rows = lexicon.codes.get(code);
  if (rows === undefined) return false;
  for (const row of rows) {
    if (row.generic && row.strength >= 3 && row.message !== null && row.message === message.value.toLowerCase())
      return true;
  }
  return false;
}
