import { expect, test } from 'vitest';
import { windowPlace } from './window-place.ts';

const screen = { x: 0, y: 0, width: 1920, height: 1080 };

test('a window opens at its last position', () => {
  const bounds = { x: 100, y: 50, width: 1000, height: 700 };
  expect(windowPlace({ bounds }, [screen])).toEqual(bounds);
  expect(windowPlace({}, [screen])).toEqual({ width: 1360, height: 860 });
});

test('a window opens on a visible screen if the last one is gone', () => {
  expect(windowPlace({ bounds: { x: 3000, y: 50, width: 1000, height: 700 } }, [screen])).toEqual({
    width: 1000,
    height: 700,
  });
  expect(windowPlace({ bounds: { x: 10, y: -500, width: 1000, height: 100 } }, [screen])).toEqual({
    width: 1000,
    height: 480,
  });
});
