// Reads a failure written as text: strips SDK prefixes, finds embedded JSON, statuses and waits. Reads only the start of a text closely,
// so that a long one costs no more than a page.

import { inRow } from '../../dialects/patterns.ts';
import { parseJson } from '../../json/json.ts';
import { addLink, addMessage, addNumber, addWord, isBlank, looksLikeWord, type Reading } from '../reading/reading.ts';
import { innermostCause } from './causes.ts';
import { deepest, type Reader } from './reader.ts';
import { readStatuses } from './status-text.ts';
import { readValidationText } from './validation-text.ts';
import { readWaits } from './wait-words.ts';

/** Longest text that is parsed as JSON; a longer one is read as prose. */
const longestNestedJson = 256 * 1024;
const head = 3000;
const tail = 600;

export function readText(reader: Reader, source: string, path: string, depth: number): void {
  const { reading } = reader;
  const known = reading.words.length;
  const text = stripPrefixes(reading, source, path);
  if (text === '') return;
  if (depth <= deepest && readNestedJson(reader, text, path, depth)) return;
  const message = isHtml(text) ? htmlText(text) : withoutStatusLine(text);
  if (message === '') return;
  const inner = depth <= deepest ? innermostCause(message) : null;
  if (inner !== null) {
    for (const word of reading.words.slice(known)) word.isOuter = true;
    // The cause becomes the message; the wrapper's text is kept with it.
    readText(reader, inner.cause, path, depth + 1);
  }
  if (inner?.isAllThereIs) return;
  addMessage(reading, path, message, message === text ? undefined : text);
  const start = message.length > head ? `${message.slice(0, head)}\n${message.slice(-tail)}` : message;
  // An omitted line is still read for its status.
  readHints(reading, message === text || message.length > head ? start : text.slice(0, head), path);
  readValidationText(reading, start);
}

/** `MCP error -32602: MCP error -32602: Error: …`: the codes are facts, the rest is noise. */
function stripPrefixes(reading: Reading, source: string, path: string): string {
  let text = source.trimStart();
  for (let round = 0; round < 8; round++) {
    const first = text.charCodeAt(0);
    // Most texts start with nothing to strip: M(CP error), E(rror), T(ool …), * and # of Markdown, or a name that ends in Error.
    const sdk = first === 77 ? sdkPrefix.exec(text) : null;
    if (sdk !== null) {
      addNumber(reading.numbers, Number(sdk[1]), path);
      text = text.slice(sdk[0].length);
      continue;
    }
    if (first === 42 || first === 35 || first === 0x274c || first === 0x26a0 || first === 0x2716) {
      // A Markdown heading: "**Input Error**", "### Error". The message follows.
      const heading = markdownHeading.exec(text);
      const name = heading?.[1] ?? heading?.[2];
      if (heading !== null && name !== undefined && text.length > heading[0].length) {
        addWord(reading, path, name.trim());
        text = text.slice(heading[0].length);
        continue;
      }
      const match = ornaments.exec(text);
      if (match === null || match[0] === '') break;
      text = text.slice(match[0].length);
      continue;
    }
    const plain = 'EeUTt'.includes(text.charAt(0)) ? plainPrefixes.find((prefix) => prefix.test(text)) : undefined;
    if (plain !== undefined) {
      text = text.replace(plain, '');
      continue;
    }
    const named = startsWithErrorName(text) ? errorName.exec(text) : null;
    if (named !== null) {
      addWord(reading, path, named[1] as string);
      // `TypeError [ERR_INVALID_URL]: …`
      if (named[2] !== undefined) addWord(reading, path, named[2]);
      text = text.slice(named[0].length);
      continue;
    }
    const ruby = first >= 65 && first <= 90 && text.includes(':') ? rubyName.exec(text) : null;
    if (ruby === null) break;
    addWord(reading, path, ruby[1] as string);
    text = ruby[2] ?? text.slice(ruby[0].length);
  }
  return isBlank(text) ? '' : text;
}

// Compiled once: a regular expression inside a function is created on each call.
const sdkPrefix = /^MCP error (-?\d{1,9}):?\s*/;
const markdownHeading = /^(?:\*\*([^*\n]{1,60})\*\*|#{1,4} ([^\n]{1,60}))\s*\n\s*/;
const ornaments = /^(?:[#*❌⚠✖\s]|\u{fe0f}){1,12}(?:Error[*:\s]{1,6}\s*)?/u;
/** Phrases that only say that something failed. */
const plainPrefixes = [
  /^(?:Error|ERROR|error|Err|Uncaught)(?::\s*|\s+-\s+)/,
  /^Error (?:executing|calling|running|invoking|in) (?:tool|function) ['"`]?[^\s'"`:]{1,4000}['"`]?: /,
  /^Error (?:executing|processing|handling) (?:command|request): /,
  /^Tool ['"`]?[^\s'"`:]{1,4000}['"`]? (?:execution )?failed: /,
  /^(?:Tool execution failed|Tool call failed|Tool error|Execution error): /i,
];
const errorName =
  /^(?:[A-Za-z_][\w$]{0,60}\.){0,8}([A-Za-z_]{2,60}(?:Error|Exception))(?: ?\[(?:\d{1,9}|([A-Za-z][\w.-]{1,60}))\])?:\s+/;

/** `ActiveRecord::RecordNotFound (Couldn't find …)`, and with a colon instead of brackets. */
const rubyName = /^(?:[A-Z]\w{0,60}::){1,6}([A-Z]\w{1,60})(?:: | \(([^\n]{1,2000})\)(?=$|\n))/;

function startsWithErrorName(text: string): boolean {
  const colon = text.indexOf(':');
  if (colon < 5 || colon > 160) return false;
  const end = text.charAt(colon - 1) === ']' ? text.slice(0, text.indexOf('[')).trimEnd().length : colon;
  return text.startsWith('Error', end - 5) || text.startsWith('Exception', end - 9);
}

/** The whole text as JSON, or JSON after a sentence: "API error: 401 {…}". */
function readNestedJson(reader: Reader, text: string, path: string, depth: number): boolean {
  const { reading } = reader;
  if (text.length > longestNestedJson) return false;
  const first = text.charCodeAt(0);
  if ((first === 123 || first === 91) && opensJson(text, first)) {
    const parsed = parseJson(text);
    if (parsed.ok && typeof parsed.value === 'object') {
      reader.read(parsed.value, path, depth + 1);
      return true;
    }
  }
  const start = jsonStart(text);
  if (start < 0) return false;
  const end = text.lastIndexOf(text.charCodeAt(start) === 123 ? '}' : ']');
  if (end <= start) return false;
  const parsed = parseJson(text.slice(start, end + 1));
  if (!parsed.ok || typeof parsed.value !== 'object') return false;
  const before = withoutJoint(text.slice(0, start));
  const known = reading.messages.length;
  if (before !== '') {
    addMessage(reading, path, before);
    readHints(reading, before.length > head ? before.slice(0, head) : before, path);
  }
  reader.read(parsed.value, path, depth + 1);
  // "Failed to create generations: {…}" says what, the JSON says why: the message has both.
  const outer = reading.messages[known];
  const inner = reading.messages[known + 1];
  if (before !== '' && outer !== undefined && inner !== undefined && outer.value.length < 200) {
    outer.value = `${outer.value}: ${inner.value}`;
    outer.sent = text;
    reading.messages = reading.messages.filter((found) => found !== inner);
  }
  const after = text.slice(end + 1, end + 1 + head).trim();
  if (after.length > 3) readHints(reading, after, path);
  return true;
}

/** "API error: 401 - {…}": the separator is not part of the sentence. */
function withoutJoint(text: string): string {
  return text.slice(0, -10) + text.slice(-10).replace(/[\s:–—-]{1,10}$/, '');
}

function jsonStart(text: string): number {
  const object = jsonOpening(text, '{', 34);
  const list = jsonOpening(text, '[', 123);
  return object < 0 ? list : list < 0 ? object : Math.min(object, list);
}

/** Whether the text after the first bracket looks like JSON: a failed parse costs more than the rest of the reading. */
function opensJson(text: string, bracket: number): boolean {
  const inside = text.slice(1, 40).trimStart().charAt(0);
  return inside !== '' && (bracket === 123 ? '"}' : '"{[]-0123456789tfn').includes(inside);
}

/** The first opening bracket near the start of a text that looks like the start of JSON. */
function jsonOpening(text: string, bracket: string, inside: number): number {
  for (
    let at = text.indexOf(bracket, 1), tries = 0;
    at >= 0 && at < head && tries < 50;
    at = text.indexOf(bracket, at + 1), tries++
  ) {
    if (
      text
        .slice(at + 1, at + 40)
        .trimStart()
        .charCodeAt(0) === inside
    )
      return at;
  }
  return -1;
}

const statusLine = inRow(
  /^(?:([^\n:]{1,120})\n)?\s{0,4}/i,
  /(?:HTTP[ -]?)?(?:response[ -]?|status[ -]?|error[ -]?)?(?:code|status)\s?[:=]\s?[45]\d\d\b[^\n]{0,40}\n\s{0,8}/i,
  /(?:(?:error[ -]?|status[ -]?)?(?:message|reason|details?|text)\s?[:=]\s{0,4})?(?=\S)/i,
);

/** `HTTP-Code: 403` on a separate line, with the message below it. */
function withoutStatusLine(text: string): string {
  const found = text.includes('\n') ? statusLine.exec(text.slice(0, 400)) : null;
  if (found === null) return text;
  const [whole, before] = found;
  return `${before === undefined ? '' : `${before.trim()}: `}${text.slice(whole.length)}`;
}

const htmlOpening = /^<(?:!doctype|html|head|body|\?xml|center|h1|pre)/i;

function isHtml(text: string): boolean {
  return text.charCodeAt(0) === 60 && htmlOpening.test(text);
}

/** Title and first words of a page; the user needs no more. */
function htmlText(text: string): string {
  const part = text.slice(0, 4000);
  const title = /<title[^<>]{0,200}>([^<]{1,300})/i.exec(part)?.[1]?.trim() ?? '';
  const pre = /<(?:pre|h1|h2|message|code)[^<>]{0,200}>([^<]{1,500})/i.exec(part)?.[1]?.trim() ?? '';
  const words = [title, pre].filter((piece, index, all) => piece !== '' && all.indexOf(piece) === index).join(': ');
  return words === '' ? '' : words.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

/** What a sentence contains besides its words: statuses, waits, gRPC and AWS codes, links. */
function readHints(reading: Reading, text: string, path: string): void {
  const hasFigures = digit.test(text);
  if (hasFigures) readStatuses(reading, text, path);
  if (reading.afterMs === null && (hasFigures || spelledTime.test(text))) readWaits(reading, text, path);
  readTag(reading, text, path);
  const link = text.indexOf('https://');
  if (link >= 0 && docsWords.test(text.slice(Math.max(0, link - 60), link + 60))) {
    const url = linkText.exec(text.slice(link, link + 320))?.[0];
    if (url !== undefined) addLink(reading, 'Named in the message', url.replace(/[.,;]$/, ''));
  }
}

const docsWords = /docs?|documentation|help|refer|see|visit|information/i;
const linkText = /^https:\/\/[^\s)>"'\]]{3,300}/;

/**
 * A code before the sentence: `5 NOT_FOUND: …` of gRPC, boto's `An error occurred (X) when …`, `[code] …`, `CODE_IN_CAPITALS: …`.
 */
function readTag(reading: Reading, text: string, path: string): void {
  const first = text.charCodeAt(0);
  if (first === 91) {
    const tag = bracketTag.exec(text)?.[1];
    if (tag !== undefined && looksLikeWord(tag)) addWord(reading, path, tag);
  } else if (first >= 48 && first <= 57) {
    const grpc = grpcTag.exec(text);
    if (grpc !== null) addWord(reading, path, grpc[1] as string);
  } else if (first >= 65 && first <= 90) {
    const second = text.charCodeAt(1);
    if (first === 65 && second === 110) {
      const boto = botoTag.exec(text);
      if (boto !== null) addWord(reading, path, boto[1] as string);
    } else if ((second >= 65 && second <= 90) || (second >= 48 && second <= 57)) {
      const tag = capitalTag.exec(text)?.[1];
      if (tag !== undefined && looksLikeWord(tag)) addWord(reading, path, tag);
    }
  }
}

const grpcTag = /^\d{1,2} ([A-Z_]{5,25}): /;
const botoTag = /^An error occurred \(([A-Za-z.]{3,80})\) when calling the [A-Za-z]{1,80} operation/;
const bracketTag = /^\[([A-Za-z][A-Za-z0-9_.-]{2,60})\]/;
const capitalTag = /^([A-Z][A-Z0-9]{1,20}(?:_[A-Z0-9]{1,20}){1,8}): /;

const digit = /\d/;
const spelledTime = /\b(?:an? (?:second|minute|hour|day)|half an|midnight)\b/;
