// How a row looks and reads: tone, height, mark, sentence. Pure; row.tsx draws.

import type { FailureClass } from '../../shared/failure.ts';
import { capital } from '../../shared/text/capital.ts';
import { duration } from '../../shared/text/duration.ts';
import { isDropped, type Row, shownWords } from '../../shared/timeline.ts';
import { shownName, visibleLine } from './visible-text.ts';

export const tones = ['ok', 'warn', 'bad', 'wait', 'info', 'mute'] as const;
export type Tone = (typeof tones)[number];

const classTones: Record<FailureClass, Tone> = {
  parse_error: 'bad',
  invalid_request: 'warn',
  method_not_found: 'warn',
  validation: 'warn',
  unauthorized: 'warn',
  forbidden: 'warn',
  approval_required: 'warn',
  not_found: 'bad',
  conflict: 'bad',
  rate_limited: 'wait',
  timeout: 'wait',
  cancelled: 'mute',
  too_large: 'warn',
  unsupported: 'warn',
  not_ready: 'wait',
  dependency: 'info',
  unavailable: 'wait',
  internal: 'bad',
  invalid_response: 'bad',
  connection_lost: 'bad',
  terminal: 'bad',
  unknown: 'bad',
};

export function toneOfClass(name: FailureClass): Tone {
  return classTones[name];
}

/** null: nothing to point out. */
export function toneOf(row: Row): Tone | null {
  if (row.failure) return toneOfClass(row.failure.class);
  if (isRecovery(row)) return 'ok';
  if (row.kind === 'noise' || row.kind === 'orphan') return 'warn';
  if (row.outcome !== null && row.outcome !== 'answered') return row.outcome === 'cancelled' ? 'mute' : 'bad';
  return null;
}

/** The color of a row's bar: green only for a success. */
export function barTone(row: Row): Tone {
  return toneOf(row) ?? (row.outcome === 'answered' && !isDropped(row) ? 'ok' : 'mute');
}

/** Failures have a second line; later attempts, and rows that failed with another one, do not repeat it. */
export function isTall(row: Row): boolean {
  return row.failure !== null && row.attempt <= 1 && !isCountedElsewhere(row);
}

/** Another row stands for the failed call. */
export function isCountedElsewhere(row: Pick<Row, 'id' | 'incident' | 'chain'>): boolean {
  // The attempts of a chain say so themselves.
  return row.incident !== null && row.incident !== row.id && row.incident !== row.chain;
}

/** The same as text; '' if it counts itself. */
export function incidentWords(row: Row): string {
  return isCountedElsewhere(row) ? `counted with #${row.incident}` : '';
}

/** The short arguments, one by one: `id: "A"`. Cut ones are dropped. */
export function argumentPairs(args: string): string[] {
  const inner = args.replace(/^\{/, '').replace(/\}$/, '');
  const pairs: string[] = [];
  let depth = 0;
  let isText = false;
  let from = 0;
  for (let at = 0; at < inner.length; at += 1) {
    const sign = inner[at];
    if (sign === '"' && inner[at - 1] !== '\\') isText = !isText;
    if (isText) continue;
    if (sign === '{' || sign === '[') depth += 1;
    if (sign === '}' || sign === ']') depth -= 1;
    if (sign !== ',' || depth > 0) continue;
    pairs.push(inner.slice(from, at).trim());
    from = at + 1;
  }
  pairs.push(inner.slice(from).trim());
  return pairs.filter((pair) => pair !== '' && !pair.includes('…'));
}

/** Of a single argument, its value; arguments that are no object have no name. '' if there are several. */
export function onlyValue(args: string): string {
  const [only = '', ...others] = argumentPairs(args);
  return others.length > 0 ? '' : only.replace(/^[^"[{]*?: /, '');
}

/** The argument that the failure is about, else the first; '' if there is none. */
export function tellingArgument(row: Pick<Row, 'args' | 'failure'>): string {
  const pairs = argumentPairs(row.args);
  const said = row.failure?.short ?? '';
  const isNamed = (pair: string) => {
    const [name = '', value = ''] = pair.split(': ');
    return said.includes(name) || (value.length > 2 && said.includes(value.replaceAll('"', '')));
  };
  return pairs.find((pair) => said !== '' && isNamed(pair)) ?? pairs[0] ?? '';
}

/** The row's own text, which already names the source of the failure. */
export function happening(row: Row): string {
  if (isRecovery(row)) return 'Recovered';
  // The row that counts has the cause; this one says what became of it.
  if (isCountedElsewhere(row) && row.kind === 'life') return 'Connection closed';
  if (isCountedElsewhere(row) && row.outcome === 'process_died') return 'Never answered';
  // The call column already has the stream's name.
  if (row.kind !== 'stderr') return visibleLine(shownWords(row).headline);
  return row.detail.trim() === '' ? (row.times > 1 ? 'Blank lines' : 'Blank line') : '';
}

/** The attempt that succeeded after others failed. */
export function isRecovery(row: Row): boolean {
  return row.failure === null && row.remarks.includes('recovered') && !isDropped(row);
}

/** `× 9,000`; '' for a single message. */
export function timesWord(row: Pick<Row, 'times'>): string {
  return row.times > 1 ? `× ${row.times.toLocaleString('en')}` : '';
}

/** The duration of a call or a burst. */
export function rowSpan(row: Row): number | null {
  return row.times > 1 && row.endAt !== null ? row.endAt - row.at : row.latencyMs;
}

/** The sender if it was not the user: null for most rows. */
export function askedBy({ actor, client }: Pick<Row, 'actor' | 'client'>): string | null {
  if (actor === 'you') return null;
  if (actor === 'agent' && client !== null) return visibleLine(`${client} (agent)`);
  return actor === 'client' ? visibleLine(client ?? 'a client') : actor;
}

/** The sender's full name, for a tooltip. */
export function actorName({ actor, client }: Pick<Row, 'actor' | 'client'>): string {
  const asked = askedBy({ actor, client }) ?? 'you';
  return actor === 'client' || client !== null ? asked : capital(asked);
}

/** Two letters that distinguish clients: `Claude Code` is CC, `Codex` Cx, `Cursor` Cu. */
export function clientLetters(client: string): string {
  const words = client.match(/[\p{L}\p{N}]+/gu) ?? ['?'];
  if (words.length > 1) return `${words[0]![0]}${words[1]![0]}`.toUpperCase();
  const [first = '?', ...rest] = words[0]!;
  // The last letter, unless the name is an ordinary word: `Codex` and `Cursor` start alike.
  const second = rest.at(-1) === 'x' ? 'x' : (rest[0] ?? '');
  return first.toUpperCase() + second.toLowerCase();
}

export function rowName(row: Row): string {
  const name = row.target && row.method?.startsWith('tools/call') ? row.target : (row.method ?? row.target ?? '');
  if (name) return shownName(row.target && row.method && name !== row.target ? `${row.method} ${row.target}` : name);
  switch (row.kind) {
    case 'stderr':
      return 'stderr';
    case 'noise':
      return 'stdout';
    case 'life':
      return 'connection';
    case 'orphan':
      return 'unmatched response';
    case 'http':
      return 'HTTP';
    default:
      return 'message';
  }
}

const remarkWords: Partial<Record<Row['remarks'][number], string>> = {
  unknown_id: 'unknown id',
  duplicate: 'duplicate',
  late: 'late',
  reused_id: 'id used again',
  noise: 'noise',
  both: 'result and error',
  no_jsonrpc: 'no jsonrpc',
  duplicate_keys: 'duplicate key',
  big_number: 'number too large',
  transcript: 'from transcript',
  joined_by_time: 'joined by time',
  differs: 'model got less',
  lost: 'model got nothing',
  unexpected: 'unexpected',
  ambiguous: 'not joined',
};

/** Another remark says it better. */
function isSaidBy({ remarks }: Row, remark: Row['remarks'][number]): boolean {
  if (remark === 'differs') return remarks.includes('lost');
  return remark === 'ambiguous' && remarks.includes('joined');
}

export function remarksOf(row: Row): string[] {
  // An unmatched response's headline says what it is; remarks about its text are separate.
  const own = row.kind === 'orphan' ? row.remarks.filter((remark) => remark in textRemarks) : row.remarks;
  const remarks = own.filter((remark) => !isSaidBy(row, remark));
  return remarks.map((remark) => remarkWords[remark]).filter((word) => word !== undefined);
}

/** Remarks about the text of a row's messages, one sentence each, for its card. */
const textRemarks: Partial<Record<Row['remarks'][number], string>> = {
  no_jsonrpc: 'A message has no "jsonrpc": "2.0". Strict clients and servers refuse it.',
  duplicate_keys: 'A name comes twice in one object. Which of the two counts differs from reader to reader.',
  big_number:
    'A number is too large for a double. Many clients read another one than was sent; here it is kept digit for digit.',
};

export function textRemarksOf(row: Row): string[] {
  return row.remarks.map((remark) => textRemarks[remark]).filter((words) => words !== undefined);
}

const seenRemarks = ['transcript', 'differs', 'lost', 'unexpected', 'ambiguous'] as const;

/** One sentence for screen readers. */
export function rowSentence(row: Row, server: string): string {
  const call = rowName(row);
  const asked = row.direction === 'in' && row.kind === 'call' ? `${server} asked for ${call}` : `${call} on ${server}`;
  const parts: string[] = [];
  const by = askedBy(row);
  if (by !== null) parts.push(`asked by ${by}`);
  if (row.pending && !isDropped(row)) parts.push('waiting for an answer');
  else if (row.failure) parts.push(`failed: ${happening(row)}`, visibleLine(row.failure.short));
  else parts.push(happening(row) || visibleLine(row.detail) || (row.outcome === 'answered' ? 'answered' : row.kind));
  if (row.failure && row.code) parts.push(`code ${visibleLine(row.code)}`);
  if (row.failure && !row.failure.flagged) parts.push('probable failure, not flagged by the server');
  const together = incidentWords(row);
  if (together !== '') parts.push(together);
  if (row.chain !== null) parts.push(`attempt ${row.attempt}`);
  if (row.times > 1) parts.push(`${row.times.toLocaleString('en')} messages`);
  const remarks = seenRemarks.filter((remark) => row.remarks.includes(remark) && !isSaidBy(row, remark));
  parts.push(...remarks.map((remark) => remarkWords[remark] ?? ''));
  if (row.latencyMs !== null) parts.push(`after ${duration(row.latencyMs)}`);
  return `${asked}, ${parts.join(', ')}.`;
}
