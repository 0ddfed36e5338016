// Reads a pasted or dropped text for explanation: a recording, messages, a client's transcript, an HTTP response, a log or an error text.
// Everything becomes events, which are paired and decoded like any recording (explain-paste.ts).

import { elementTexts } from '../../exchange/span.ts';
import { isHistory, messageLane } from '../../formats/history.ts';
import { AnyReader } from '../../formats/read-any.ts';
import { isHar } from '../../formats/read-har.ts';
import { isObject, type Json, type JsonObject, member, parseJson } from '../../json/json.ts';
import { clientAnswer } from '../../transcripts/client-answer.ts';
import { pastedCalls } from '../../transcripts/pasted-calls.ts';
import type { PastedCall } from '../../transcripts/transcript-messages.ts';
import type { WireEvent } from '../../wire.ts';
import { readErrorText } from './error-text.ts';
import { readHttpText } from './http-text.ts';
import { readLogLines } from './log-lines.ts';
import { type Pasted, unnamed } from './pasted.ts';

const noteLimit = 5;
/** The page explains a text while it is typed or pasted, so a longer one is truncated. Files are imported whole. */
const longestJson = 1_000_000;
const longestText = 250_000;
const mostEvents = 1000;

/** null: there is only white space. */
export function readPaste(given: string): Pasted | null {
  const text = withoutFence(given.charCodeAt(0) === 0xfeff ? given.slice(1) : given);
  if (text.trim() === '') return null;
  const pasted = readText(text);
  if (pasted.events.length <= mostEvents) return pasted;
  const note = `Only the first ${mostEvents} of ${pasted.events.length} messages are explained. Import the file to see all.`;
  return { ...pasted, events: pasted.events.slice(0, mostEvents), notes: [note, ...pasted.notes] };
}

function readText(text: string): Pasted {
  const whole = parseJson(text);
  if (whole.ok && (text.length <= longestJson || isFile(whole.value))) return readValue(whole.value, text.trim());
  const lines = readJsonLines(beginning(text, longestJson));
  const short = lines === null ? beginning(text, longestText) : text.slice(0, longestJson);
  const http = lines === null ? readHttpText(short) : null;
  const pasted: Pasted =
    http === null ? (lines ?? readLogLines(short) ?? readErrorText(short)) : { kind: 'http', events: http, notes: [] };
  if (short.length === text.length) return pasted;
  const note = 'The text is too long to explain here. Only its beginning was read. Import the file to see all.';
  return { ...pasted, notes: [note, ...pasted.notes] };
}

const isFile = (value: Json): boolean => isHar(value) || isHistory(value);

/** Complete lines, where there are any. */
function beginning(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const end = text.lastIndexOf('\n', longest);
  return text.slice(0, end > 0 ? end : longest);
}

/** Issues and chats have errors in a fenced block; the block is what counts. */
function withoutFence(text: string): string {
  const lines = text.split('\n');
  const isFence = (line: string) => line.trimStart().startsWith('```');
  const first = lines.findIndex(isFence);
  if (first < 0) return text;
  const end = lines.findIndex((line, index) => index > first && isFence(line));
  return lines.slice(first + 1, end < 0 ? lines.length : end).join('\n');
}

function readValue(value: Json, text: string): Pasted {
  if (typeof value === 'string') return readPaste(value) ?? readErrorText(text);
  if (isHar(value)) return readFile(text, 'har');
  const records = Array.isArray(value) ? value : [value];
  const calls = transcriptIn(value);
  if (calls !== null) return calls;
  if (isHistory(value)) return readFile(text, 'history');
  if (records.length > 0 && records.every(isMessage)) {
    const texts = Array.isArray(value) ? elementTexts(text) : [text];
    return { kind: 'messages', events: records.map((one, at) => messageEvent(one, texts[at] ?? '', at)), notes: [] };
  }
  if (!isObject(value)) return readErrorText(text);
  if (Object.hasOwn(value, 'lane') || Object.hasOwn(value, 'misfire')) return readFile(text, 'capture');
  return readBare(value, text);
}

/** Part of a response, put back into a complete one. */
function readBare(value: JsonObject, text: string): Pasted {
  const base = { at: 0, server: unnamed, epoch: 1 } as const;
  if (['content', 'structuredContent', 'isError'].some((name) => Object.hasOwn(value, name)))
    return {
      kind: 'result',
      events: [{ ...base, lane: 'in', text: `{"jsonrpc":"2.0","id":1,"result":${text}}` }],
      notes: [],
    };
  if (typeof value.code === 'number' && typeof value.message === 'string')
    return {
      kind: 'error',
      events: [{ ...base, lane: 'in', text: `{"jsonrpc":"2.0","id":1,"error":${text}}` }],
      notes: [],
    };
  const status = typeof value.status === 'number' && value.status >= 400 && value.status < 600 ? value.status : null;
  if (status !== null) {
    const http = {
      exchange: 1,
      method: 'POST',
      url: '',
      status,
      requestHeaders: {},
      headers: {},
      body: text,
      startedAt: 0,
    };
    return {
      kind: 'body',
      events: [{ ...base, lane: 'http', http }],
      notes: [`Read as the body of an HTTP ${status} response.`],
    };
  }
  const told = { content: [{ type: 'text', text }] };
  return {
    kind: 'body',
    events: [{ ...base, lane: 'in', text: JSON.stringify({ jsonrpc: '2.0', id: 1, result: told }) }],
    notes: ['Read as the text of a tool result without isError. Paste the whole response for a better answer.'],
  };
}

function readFile(text: string, kind: 'capture' | 'har' | 'history'): Pasted {
  const reader = new AnyReader();
  const read = [...reader.read(text), ...reader.finish()];
  const events = read.filter(({ lane }) => lane !== 'seen' && lane !== 'log');
  const left = read.length - events.length;
  const notes =
    left === 0 ? [] : [`Left out ${left} entries of transcripts and client logs. Open the capture in Misfire.`];
  return { kind, events, notes: [...notes, ...notesOf(reader.problems)] };
}

function notesOf(problems: AnyReader['problems']): string[] {
  const shown = problems
    .slice(0, noteLimit)
    .map(({ line, message }) => (line > 0 ? `Line ${line} was skipped. ${message}` : message));
  const more = problems.length - shown.length;
  return more > 0 ? [...shown, `${more} more lines were skipped.`] : shown;
}

/** null: the first line is not JSON, so these are not JSON Lines. */
function readJsonLines(text: string): Pasted | null {
  const [first = ''] = text.trimStart().split('\n', 1);
  const parsed = parseJson(first);
  if (!parsed.ok || !isObject(parsed.value)) return null;
  if (Object.hasOwn(parsed.value, 'lane') || Object.hasOwn(parsed.value, 'misfire')) return readFile(text, 'capture');
  const records: { value: Json; text: string }[] = [];
  const notes: string[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const read = parseJson(line);
    if (read.ok) records.push({ value: read.value, text: line.trim() });
    else if (notes.length < noteLimit) notes.push(`Line ${index + 1} was skipped. It is not JSON.`);
  }
  const calls = transcriptIn(records.map(({ value }) => value));
  if (calls !== null) return { ...calls, notes: [...calls.notes, ...notes] };
  const messages = records.filter(({ value }) => isMessage(value));
  if (messages.length === 0) return null;
  return {
    kind: 'messages',
    events: messages.map(({ value, text: line }, index) => messageEvent(value, line, index)),
    notes,
  };
}

function transcriptIn(value: Json): Pasted | null {
  const list = member(value, 'messages');
  const records = Array.isArray(value) ? value : Array.isArray(list) ? list : [value];
  const events = pastedCalls(records).flatMap(messagesOf);
  if (events.length === 0) return null;
  return {
    kind: 'transcript',
    events,
    notes: ['A transcript holds what the model got. The server may have said more.'],
  };
}

/** A call without a result explains nothing. */
function messagesOf({ callId: id, tool, args, ...call }: PastedCall, index: number): WireEvent[] {
  const answer = clientAnswer(call);
  if (answer === null) return [];
  const base = { server: call.server || unnamed, epoch: 1, at: call.started ?? index };
  const asked = { jsonrpc: '2.0', id, method: 'tools/call', params: { name: tool, arguments: args } };
  return [
    { ...base, lane: 'out', text: JSON.stringify(asked) },
    { ...base, lane: 'in', text: JSON.stringify({ id, ...answer }) },
  ];
}

function isMessage(value: Json): boolean {
  if (!isObject(value)) return false;
  if (Object.hasOwn(value, 'jsonrpc')) return true;
  return Object.hasOwn(value, 'id') && ['method', 'result', 'error'].some((name) => Object.hasOwn(value, name));
}

function messageEvent(value: Json, text: string, at = 0): WireEvent {
  const method = member(value, 'method');
  const lane = messageLane(typeof method === 'string' ? method : null);
  return { at, server: unnamed, epoch: 1, lane, text };
}
