// The window's initial position: the last one, as far as it is still on a screen.

import type { Rectangle } from 'electron';
import type { Remembered } from '../system/shell-state.ts';

const usual = { width: 1360, height: 860 };
/** This much of the title bar must be on a screen to be draggable. */
const grip = { width: 100, height: 40 };

export function windowPlace({ bounds }: Remembered, screens: readonly Rectangle[]): Partial<Rectangle> & typeof usual {
  if (!bounds) return usual;
  const { x, y } = bounds;
  const size = { width: Math.max(bounds.width, 720), height: Math.max(bounds.height, 480) };
  const isSeen = screens.some(
    (screen) =>
      x + size.width >= screen.x + grip.width &&
      x <= screen.x + screen.width - grip.width &&
      y >= screen.y &&
      y <= screen.y + screen.height - grip.height,
  );
  return isSeen ? { x, y, ...size } : size;
}
