// The one long body that is open: fetched in parts, masked and cut into lines in slices, and let go when it is closed.

import { create } from 'zustand';
import type { RowEvent } from '../../../shared/timeline.ts';
import { openDialog } from '../../model/dialogs.ts';
import { maskLong } from '../../model/masks.ts';
import type { Platform } from '../../platform/platform.ts';
import { indexText, type LineIndex } from './line-index.ts';
import { inSlices } from './slices.ts';

/** One request for a part of a body. */
const part = 500_000;

interface Body {
  event: RowEvent | null;
  /** Whose it is: the call and the server. */
  of: string;
  as: 'tree' | 'text';
  state: 'nothing' | 'fetching' | 'reading' | 'ready' | 'failed';
  received: number;
  problem: string;
  /** Masked, as it is shown. */
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

export const useBody = create<Body>(() => nothing);

let working = new AbortController();

/** Asked for: nothing beyond the preview is fetched before. `event` as it came, unmasked. */
export function openBody(platform: Platform, event: RowEvent, of: string): void {
  working.abort();
  working = new AbortController();
  useBody.setState({ ...nothing, event, of, state: 'fetching' });
  openDialog('body');
  void load(platform, event, working.signal);
}

export function letGo(): void {
  working.abort();
  useBody.setState(nothing);
}

export function showAs(as: Body['as']): void {
  working.abort();
  working = new AbortController();
  useBody.setState({ as });
  void read(useBody.getState().text, as, working.signal);
}

async function load(platform: Platform, event: RowEvent, signal: AbortSignal): Promise<void> {
  const parts = [event.text];
  let received = event.text.length;
  while (received < event.length) {
    const answer = await platform.call('body', { seq: event.seq, offset: received, length: part });
    if (signal.aborted) return;
    if (!answer.ok) return useBody.setState({ state: 'failed', problem: answer.error.message });
    if (answer.value.text === '') break;
    parts.push(answer.value.text);
    received += answer.value.text.length;
    useBody.setState({ received });
  }
  useBody.setState({ state: 'reading', received });
  const text = await inSlices(maskLong(parts.join('')), signal);
  if (text === null) return;
  useBody.setState({ text });
  await read(text, useBody.getState().as, signal);
}

async function read(text: string, as: Body['as'], signal: AbortSignal): Promise<void> {
  const index = await inSlices(indexText(text, as), signal);
  if (index !== null) useBody.setState({ state: 'ready', index });
}
