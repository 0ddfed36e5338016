import { expect, it } from 'vitest';
import { aboutPanel } from './about-panel.ts';

it('names the app, its version and its license', () => {
  const panel = aboutPanel('0.1.0', { electron: '45.3.2', chrome: '146.0', node: '24.1.0' });
  expect(panel).toMatchObject({ applicationName: 'Misfire', applicationVersion: '0.1.0' });
  expect(panel.copyright).toContain('MIT');
  expect(panel.credits).toContain('Electron 45.3.2, Chromium 146.0, Node.js 24.1.0');
});
