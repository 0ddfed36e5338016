import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SavedPreferences } from './saved-preferences.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'misfire-preferences-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('restores the preferences of a window at the next start', async () => {
  const first = new SavedPreferences(folder);
  expect(first.text).toBe('');
  expect(await first.keepPreferences({ text: '{"theme":"dark"}' })).toMatchObject({ ok: true });
  expect(new SavedPreferences(folder).text).toBe('{"theme":"dark"}');
});

test('keeps them until exit if there is no folder', async () => {
  const kept = new SavedPreferences(null);
  await kept.keepPreferences({ text: '{"theme":"dark"}' });
  expect(kept.text).toBe('{"theme":"dark"}');
});

test('opens the window even if the file cannot be used', async () => {
  mkdirSync(join(folder, 'preferences.json'));
  const kept = new SavedPreferences(folder);
  expect(kept.text).toBe('');
  expect(await kept.keepPreferences({ text: '{}' })).toMatchObject({ ok: false });
});
