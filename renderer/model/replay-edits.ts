// The user's edits of a replay, next to its draft, and the resulting request. Pure.

import type { Input } from '../../shared/contract/api.ts';
import type { RetryPolicy } from '../../shared/retry/planned.ts';
import type { ReplayDraft } from '../../shared/retry/replay.ts';
import { layOut } from '../text/json-text.ts';
import type { FixedCall } from './fixed-call.ts';

export type RequestMode = 'form' | 'json' | 'raw';

export interface HeaderEdit {
  name: string;
  value: string;
  action: 'keep' | 'change' | 'omit';
  /** The server is configured to send it. */
  configured: boolean;
}

export interface Edits {
  /** null: not chosen yet, so a form if possible. */
  mode: RequestMode | null;
  params: string;
  raw: string;
  when: 'now' | 'hinted' | 'policy';
  policy: RetryPolicy;
  to: 'same' | 'fresh' | 'server';
  server: string;
  repeat: 'once' | 'times' | 'until';
  times: number;
  headers: HeaderEdit[];
  /** The changes of its finding's fix, if the corrected call was requested. */
  corrected: FixedCall | null;
}

const usualPolicy: RetryPolicy = {
  kind: 'exponential',
  baseMs: 1_000,
  capMs: 30_000,
  attempts: 4,
  jitter: 0.2,
  deadlineMs: null,
};

export function startEdits(draft: ReplayDraft): Edits {
  return {
    mode: null,
    params: readable(draft.params),
    raw: draft.raw,
    when: draft.hinted === null ? 'now' : 'hinted',
    policy: usualPolicy,
    // A server with the same name may not be the one of the capture: the user chooses.
    to: draft.evidence ? 'server' : 'same',
    server: '',
    repeat: 'once',
    times: 5,
    headers: draft.headers.map((name) => ({ name, value: '', action: 'keep', configured: true })),
    corrected: null,
  };
}

/** Formatted for reading; every token stays as sent. */
export function readable(text: string): string {
  const lines = layOut(text);
  return lines === null ? text : lines.map((line) => line.map((token) => token.text).join('')).join('\n');
}

export function isEdited(draft: ReplayDraft, edits: Edits): boolean {
  return edits.mode === 'raw' ? edits.raw !== draft.raw : edits.params !== readable(draft.params);
}

export function toRequest(draft: ReplayDraft, edits: Edits): Input<'startReplay'> {
  const counts = edits.when === 'now' && edits.repeat !== 'once';
  return {
    row: draft.row.id,
    message: messageOf(draft, edits),
    to: edits.to === 'server' ? { kind: 'server', server: edits.server } : { kind: edits.to },
    when: edits.when === 'policy' ? { kind: 'policy', policy: edits.policy } : { kind: edits.when },
    times: counts ? edits.times : 1,
    untilChange: counts && edits.repeat === 'until',
    headers: headersOf(edits.headers),
  };
}

function messageOf(draft: ReplayDraft, edits: Edits): Input<'startReplay'>['message'] {
  if (edits.mode === 'raw') return { kind: 'raw', text: edits.raw };
  return isEdited(draft, edits)
    ? { kind: 'params', method: draft.method, params: edits.params.trim() }
    : { kind: 'as_sent' };
}

function headersOf(headers: readonly HeaderEdit[]): Record<string, string | null> {
  const changed = headers.filter(({ name, action }) => action !== 'keep' && name.trim() !== '');
  return Object.fromEntries(changed.map(({ name, value, action }) => [name.trim(), action === 'omit' ? null : value]));
}

/** Why it cannot be sent; '' if it can. Invalid JSON is fine as raw text. */
export function editProblem(edits: Edits): string {
  if (edits.to === 'server' && edits.server === '') return 'Choose the server to send it to.';
  if (edits.when === 'now' && edits.repeat !== 'once' && !(edits.times >= 1 && edits.times <= 1_000))
    return 'How many times? From 1 to 1000.';
  const bad = edits.headers.find(
    ({ name, action }) => action === 'change' && !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name),
  );
  return bad ? `"${bad.name}" cannot be a header's name.` : '';
}

/** From a capture: placeholders of masked values remain. '' if there are none. */
export function maskedProblem({ evidence }: ReplayDraft, { mode, params, raw }: Edits): string {
  const text = mode === 'raw' ? raw : params;
  const left = (evidence?.placeholders ?? []).filter((sign) => text.includes(sign));
  if (left.length === 0) return '';
  return `Masked values are in the way: ${left.slice(0, 3).join(', ')}. Put real ones in their place.`;
}
