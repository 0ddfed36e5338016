// What the window does with what its host hands over or says by itself. A browser's host says nothing.

import { say } from '../../model/notices.ts';
import { noteRestart } from '../../model/restarted.ts';
import { importFile } from '../../places/sessions/import-file.ts';
import type { HostEvent, Platform } from '../../platform/platform.ts';

export function listenToHost(platform: Platform): () => void {
  return platform.onHostEvent((event) => void take(platform, event));
}

function take(platform: Platform, event: HostEvent): unknown {
  switch (event.kind) {
    case 'file':
      return importFile(platform, event.file);
    case 'told':
      return say(event.words);
    case 'restarted':
      return noteRestart(event.servers);
    case 'inspect':
      return inspectAt(event.x, event.y);
  }
}

/** How far around the point a value's own menu is looked for. */
const steps = 5;

/** Opens the menu that every value has; on a row that shows none, its card. */
function inspectAt(x: number, y: number): void {
  const at = document.elementFromPoint(x, y);
  let around: Element | null = at;
  for (let step = 0; around && step < steps; step += 1) {
    const menus = around.querySelectorAll<HTMLElement>('[data-value-menu]');
    // With several values in reach it is not clear which one is meant.
    if (menus.length === 1) {
      press(menus[0]);
      return;
    }
    if (menus.length > 1) break;
    around = around.parentElement;
  }
  const row = at?.closest<HTMLElement>('[data-row]');
  if (row) row.click();
  else say('There is no value at this place. Values in a failure’s card and in raw messages can be inspected.');
}

/** As a person would by keys: the menu opens on a key press, and its first item gets the focus. */
function press(menu: HTMLElement | undefined): void {
  menu?.focus();
  menu?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
}
