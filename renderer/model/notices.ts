// Short messages that answer an action: said once to the polite live region and shown for a moment.

import { create } from 'zustand';
import type { Platform } from '../platform/platform.ts';
import { maskText } from './masks.ts';

/** What can be done about a message at once. */
export interface NoticeAction {
  label: string;
  run: () => void;
}

interface Notices {
  text: string;
  tone: 'plain' | 'bad';
  action: NoticeAction | null;
  at: number;
}

const shownFor = 6_000;
/** Time to reach for the button. */
const actedOnFor = 15_000;
let timer: ReturnType<typeof setTimeout> | null = null;

export const useNotices = create<Notices>(() => ({ text: '', tone: 'plain', action: null, at: 0 }));

export function say(text: string, tone: Notices['tone'] = 'plain', action: NoticeAction | null = null): void {
  useNotices.setState((state) => ({ text, tone, action, at: state.at + 1 }));
  if (timer !== null) clearTimeout(timer);
  timer = setTimeout(() => useNotices.setState({ text: '', action: null }), action ? actedOnFor : shownFor);
}

/** How a text gets to the clipboard: the host's way, once the window has one. */
let copy: Platform['copyText'] = async () => false;
export function copyThrough(platform: Platform): void {
  copy = (text) => platform.copyText(text);
}

/** Secrets that are hidden on the screen are hidden in the copy too. */
export async function copyText(text: string, what: string): Promise<void> {
  const masked = maskText(text);
  await copyExactly(masked, what, masked === text ? '' : ', with its secrets masked');
}

/** For what must still work where it is pasted: an address to visit, settings without secrets. */
export async function copyExactly(text: string, what: string, remark = ''): Promise<void> {
  if (await copy(text)) say(`${what} copied${remark}.`);
  else say('The clipboard refused. Select the text and copy it by hand.', 'bad');
}
