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
  try {
    const masked = maskText(text);
    await navigator.clipboard.writeText(masked);
    say(masked === text ? `${what} copied.` : `${what} copied, with its secrets masked.`);
  } catch {
    say('The clipboard refused. Select the text and copy it by hand.', 'bad');
  }
}
