// The server's message, byte for byte, and its path: the most specific text, not the longest.

import type { Quote } from '../../failure.ts';
import { type Json, member } from '../../json/json.ts';
import { isMasked, wireMessage } from '../extract/masked-cause.ts';
import type { Reading } from '../reading/reading.ts';
import { longestQuote, quotedText, receivedTextAt } from '../words/quoted.ts';
import { tellingLine } from '../words/reason-words.ts';
import type { Decision } from './decision.ts';

export function quoteOf(decision: Decision): Quote | null {
  const { reading, call, message, stderrLine } = decision;
  if (isMasked(wireMessage(reading, message), stderrLine)) return quotedText(stderrLine, 'stderr');
  const quote = chosenQuote(decision);
  // Most answers have no line break: their quotes need no line number.
  const hasLines = quote !== null && (quote.path === 'http.body' || call.answer?.text.includes('\\n') !== false);
  return hasLines ? withLine(quote, receivedTextAt(call, quote.path)) : quote;
}

function chosenQuote({ call, reading, message, decidingLine: line }: Decision): Quote | null {
  const said = reading.messages;
  const issue = reading.issues.find((one) => one.by === undefined && one.message !== '');
  const texts = said.map(({ value, path, sent }) => ({ text: typeof sent === 'string' ? sent : value, path }));
  const naming = () => issue && textNaming(texts, issue.path.slice(issue.path.lastIndexOf('/') + 1));
  // The text with the first objection, then one that names the argument, else the one that became the message.
  for (const choice of [issue?.message, naming, line, reading.problem?.detail, message]) {
    const wanted = typeof choice === 'function' ? choice() : choice;
    if (wanted === undefined || wanted === null || wanted === '') continue;
    const source = texts.find(({ text }) => text.includes(wanted));
    if (source !== undefined) return quotedText(lineWith(source.text, tellingLine(wanted)), source.path, source.text);
    // A long text is kept without its middle.
    const place = wanted === line ? said.find(({ path }) => receivedTextAt(call, path)?.includes(wanted)) : undefined;
    if (place !== undefined) return quotedText(wanted, place.path, receivedTextAt(call, place.path) ?? wanted);
    if (call.answer?.text.includes(wanted))
      return quotedText(wanted, blockWith(call.answer.value, wanted) ?? pathOf(reading), wanted);
  }
  const [first] = texts;
  return first === undefined ? null : quotedText(lineWith(first.text, first.text.trim()), first.path, first.text);
}

/** The number of its line, from 1, if it is a line of a text or ends one, and not the first. */
function withLine(quote: Quote, whole: string | null): Quote {
  const first = whole?.indexOf('\n') ?? -1;
  if (whole === null || first < 0 || whole.slice(0, first + 1).includes(quote.text)) return quote;
  const at = whole.lastIndexOf(quote.text);
  if (at < 0) return quote;
  const line = lineWith(whole.slice(whole.lastIndexOf('\n', at) + 1), quote.text);
  if (!line.startsWith(quote.text) && !line.endsWith(quote.text)) return quote;
  const number = whole.slice(0, at).split('\n').length;
  if (number === 1) return quote;
  const { text, path } = quote;
  // The source names the line, so only a cut of the line itself is one.
  return line.trimEnd().endsWith(text) ? { text, path, line: number } : { text, path, line: number, isCut: true };
}

/** The first text that contains an argument name as a word. */
function textNaming(texts: readonly { text: string }[], name: string): string | undefined {
  if (name === '') return undefined;
  return texts.find(
    ({ text }) =>
      text.includes(name) &&
      text
        .slice(0, longestQuote)
        .split(/[^\w$.-]+/)
        .includes(name),
  )?.text;
}

/** The text block of a result with this text. It may be escaped there, as in JSON within JSON. */
function blockWith(answer: Json, wanted: string): string | null {
  const content = member(member(answer, 'result'), 'content');
  if (!Array.isArray(content)) return null;
  const index = content.findIndex((block) => String(member(block, 'text') ?? '').includes(wanted));
  return index < 0 ? null : `result.content[${index}].text`;
}

/** The line of a text that contains a position. */
function lineWith(text: string, wanted: string): string {
  if (!text.includes('\n')) return text.trim();
  const at = Math.max(0, text.indexOf(wanted));
  const start = text.lastIndexOf('\n', at) + 1;
  const end = text.indexOf('\n', at);
  return text.slice(start, end < 0 ? undefined : end).trim();
}

function pathOf({ carrier }: Reading): string {
  return carrier === 'jsonrpc.error' ? 'error.message' : carrier;
}
