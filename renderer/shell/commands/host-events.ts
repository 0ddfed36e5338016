// Handles what the host passes to the window or reports on its own. A browser host reports nothing.

import type { Model } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { noteRestart } from '../../model/restarted.ts';
import { featuresOf } from '../../model/window-feature.ts';
import type { HostEvent } from '../../platform/platform.ts';

export function listenToHost(model: Model): () => void {
  return model.platform.onHostEvent((event) => void take(model, event));
}

function take(model: Model, event: HostEvent): unknown {
  switch (event.kind) {
    case 'file':
      return featuresOf(model)
        .find(({ takeFile }) => takeFile)
        ?.takeFile?.(model, event.file);
    case 'told':
      return say(model, event.words);
    case 'restarted':
      return noteRestart(model, event.servers);
    case 'inspect':
      return inspectAt(model, event.x, event.y);
  }
}

/** How far around the point to search for a value's menu. */
const steps = 5;

/** Opens the menu of a value; on a row without one, its card. */
function inspectAt(model: Model, x: number, y: number): void {
  const at = document.elementFromPoint(x, y);
  let around: Element | null = at;
  for (let step = 0; around && step < steps; step += 1) {
    const menus = around.querySelectorAll<HTMLElement>('[data-value-menu]');
    // With several values nearby it is unclear which one is meant.
    if (menus.length === 1) {
      press(menus[0]);
      return;
    }
    if (menus.length > 1) break;
    around = around.parentElement;
  }
  const row = at?.closest<HTMLElement>('[data-row]');
  if (row) row.click();
  else say(model, 'There is no value at this place. Values in a failure’s card and in raw messages can be inspected.');
}

/** Simulates a key press: the menu opens, and its first item gets the focus. */
function press(menu: HTMLElement | undefined): void {
  menu?.focus();
  menu?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
}
