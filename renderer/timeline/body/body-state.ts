// The one open long body: fetched in parts, masked and split into lines in slices, and released when closed.

import type { RowEvent } from '../../../shared/timeline.ts';
import { openDialog } from '../../model/dialogs.ts';
import { maskLong } from '../../model/masks.ts';
import { definePart, defineStore, type Model } from '../../model/model.ts';
import { indexText, type LineIndex } from '../../results/line-index.ts';
import { inSlices } from '../../results/slices.ts';

/** The size of one request for part of a body. */
const part = 500_000;

interface Body {
  event: RowEvent | null;
  /** Its owner: the call and the server. */
  of: string;
  as: 'tree' | 'text';
  state: 'nothing' | 'fetching' | 'reading' | 'ready' | 'failed';
  received: number;
  problem: string;
  /** Masked, as shown. */
  text: string;
  index: LineIndex | null;
}

const nothing: Body = {
  event: null,
  of: '',
  as: 'tree',
  state: 'nothing',
  received: 0,
  problem: '',
  text: '',
  index: null,
};

export const [bodyOf, useBody] = defineStore<Body>(() => nothing);

const workingOf = definePart(() => ({ on: new AbortController() }));

/** Stops running work. */
function startOver(model: Model): AbortSignal {
  const working = workingOf(model);
  working.on.abort();
  working.on = new AbortController();
  return working.on.signal;
}

/** On request: before that only the preview is loaded. `event` is unmasked. */
export function openBody(model: Model, event: RowEvent, of: string): void {
  const signal = startOver(model);
  bodyOf(model).setState({ ...nothing, event, of, state: 'fetching' });
  openDialog(model, 'body');
  void load(model, event, signal);
}

export function forgetBody(model: Model): void {
  startOver(model);
  bodyOf(model).setState(nothing);
}

export function showAs(model: Model, as: Body['as']): void {
  const signal = startOver(model);
  bodyOf(model).setState({ as });
  void read(model, bodyOf(model).getState().text, as, signal);
}

async function load(model: Model, event: RowEvent, signal: AbortSignal): Promise<void> {
  const parts = [event.text];
  let received = event.text.length;
  while (received < event.length) {
    const answer = await model.platform.call('body', { seq: event.seq, offset: received, length: part });
    if (signal.aborted) return;
    if (!answer.ok) return bodyOf(model).setState({ state: 'failed', problem: answer.error.message });
    if (answer.value.text === '') break;
    parts.push(answer.value.text);
    received += answer.value.text.length;
    bodyOf(model).setState({ received });
  }
  bodyOf(model).setState({ state: 'reading', received });
  const text = await inSlices(maskLong(model, parts.join('')), signal);
  if (text === null) return;
  bodyOf(model).setState({ text });
  await read(model, text, bodyOf(model).getState().as, signal);
}

async function read(model: Model, text: string, as: Body['as'], signal: AbortSignal): Promise<void> {
  const index = await inSlices(indexText(text, as), signal);
  if (index !== null) bodyOf(model).setState({ state: 'ready', index });
}
