// Short messages that answer an action: said once to the polite live region and shown for a moment.

import { create } from 'zustand';
import { maskText } from './masks.ts';

interface Notices {
  text: string;
  tone: 'plain' | 'bad';
  at: number;
}

const shownFor = 6_000;
let timer: ReturnType<typeof setTimeout> | null = null;

export const useNotices = create<Notices>(() => ({ text: '', tone: 'plain', at: 0 }));

export function say(text: string, tone: Notices['tone'] = 'plain'): void {
  useNotices.setState((state) => ({ text, tone, at: state.at + 1 }));
  if (timer !== null) clearTimeout(timer);
  timer = setTimeout(() => useNotices.setState({ text: '' }), shownFor);
}

/** Secrets that are hidden on the screen are hidden in the copy too. */
export async function copyText(text: string, what: string): Promise<void> {
  const masked = maskText(text);
  await copyExactly(masked, what, masked === text ? '' : ', with its secrets masked');
}

/** For what must still work where it is pasted: an address to visit, settings without secrets. */
export async function copyExactly(text: string, what: string, remark = ''): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied${remark}.`);
  } catch {
    say('The clipboard refused. Select the text and copy it by hand.', 'bad');
  }
}
