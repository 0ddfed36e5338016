// The keys of the page, outside of the text box: the failures, the sections of the card, and the way back to the box.

import type { Dispatch, SetStateAction } from 'react';
import { moveToSection, toggleSections } from '../card/parts/fold.tsx';
import type { Model } from '../model/model.ts';

export const textBoxId = 'pasted-text';

export function listenInPastePage(model: Model, count: number, select: Dispatch<SetStateAction<number>>): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyping = event.target instanceof HTMLElement && event.target.id === textBoxId;
    if (isTyping ? leaveBox(event.key) : act(model, event.key, count, select)) event.preventDefault();
  };
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}

/** Esc leaves the box, so that the other keys work. */
function leaveBox(key: string): boolean {
  if (key !== 'Escape') return false;
  moveToSection(1);
  return true;
}

/** False: the key has no meaning here. */
function act(model: Model, key: string, count: number, select: Dispatch<SetStateAction<number>>): boolean {
  switch (key) {
    case '/':
      document.getElementById(textBoxId)?.focus();
      return true;
    case 'n':
      select((at) => Math.min(count - 1, at + 1));
      return true;
    case 'N':
      select((at) => Math.max(0, at - 1));
      return true;
    case '[':
      moveToSection(-1);
      return true;
    case ']':
      moveToSection(1);
      return true;
    case 'o':
      toggleSections(model);
      return true;
    default:
      return false;
  }
}
