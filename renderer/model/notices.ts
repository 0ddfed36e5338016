// Short messages that answer an action: announced once in the polite live region and shown for a moment.

import { maskText } from './masks.ts';
import { definePart, defineStore, type Model } from './model.ts';

/** An action that the message offers. */
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
/** Time to reach the button. */
const actedOnFor = 15_000;
const shownOf = definePart(() => ({ timer: null as ReturnType<typeof setTimeout> | null }));

export const [noticesOf, useNotices] = defineStore<Notices>(() => ({
  text: '',
  tone: 'plain',
  action: null,
  at: 0,
}));

export function say(
  model: Model,
  text: string,
  tone: Notices['tone'] = 'plain',
  action: NoticeAction | null = null,
): void {
  noticesOf(model).setState((state) => ({ text, tone, action, at: state.at + 1 }));
  const shown = shownOf(model);
  if (shown.timer !== null) clearTimeout(shown.timer);
  shown.timer = setTimeout(() => noticesOf(model).setState({ text: '', action: null }), action ? actedOnFor : shownFor);
}

/** Secrets that are masked on the screen are masked in the copy too. */
export async function copyText(model: Model, text: string, what: string): Promise<void> {
  const masked = maskText(model, text);
  await copyExactly(model, masked, what, masked === text ? '' : ', with its secrets masked');
}

/** For text that must work where it is pasted: a URL to open, settings without secrets. */
export async function copyExactly(model: Model, text: string, what: string, remark = ''): Promise<void> {
  if (await model.platform.copyText(text)) say(model, `${what} copied${remark}.`);
  else say(model, 'The clipboard refused. Select the text and copy it by hand.', 'bad');
}
