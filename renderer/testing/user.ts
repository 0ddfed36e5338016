// What a user does in a component test. Events are made in the page, which costs a tenth of driving the browser from outside, as
// stories do. Each waits for its target.

import { userEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';

const user = userEvent.setup({ delay: null });

const found = async (target: Locator): Promise<HTMLElement> => (await target.findElement()) as HTMLElement;

/** A dialog that is opening accepts no pointer for a moment. Found again at the end: what loads meanwhile may replace it. */
async function reachable(target: Locator): Promise<HTMLElement> {
  await found(target);
  await expect
    .poll(() => {
      const element = target.query();
      return element ? getComputedStyle(element).pointerEvents : 'none';
    })
    .not.toBe('none');
  return found(target);
}

/** `held`: a key that is down meanwhile. */
export async function click(target: Locator, held?: 'Shift' | 'Control'): Promise<void> {
  const element = await reachable(target);
  if (held) await user.keyboard(`{${held}>}`);
  await user.click(element);
  if (held) await user.keyboard(`{/${held}}`);
}

/** Keys for the focused element: `j`, `{Escape}`, `{Control>}k{/Control}`. */
export const press = (keys: string): Promise<void> => user.keyboard(keys);

export async function focus(target: Locator): Promise<void> {
  (await found(target)).focus();
}

/** Replaces the text of a field or an editor, in one piece. */
export async function fill(target: Locator, text: string): Promise<void> {
  const element = await found(target);
  element.focus();
  if (element.isContentEditable) await user.keyboard('{Control>}a{/Control}');
  else await user.clear(element);
  if (text !== '') await user.paste(text);
}

/** Chooses an option of a native list by its label or value. */
export async function choose(target: Locator, option: string): Promise<void> {
  await user.selectOptions(await reachable(target), option);
}

export async function hover(target: Locator): Promise<void> {
  await user.hover(await reachable(target));
}
