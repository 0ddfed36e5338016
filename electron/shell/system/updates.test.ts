// With a stand-in for electron-updater, which runs only in a packaged app.

import { expect, test } from 'vitest';
import type { Remembered } from './shell-state.ts';
import { type AskQuestion, type Updater, Updates } from './updates.ts';

function trying(answers: { button: number; daily?: boolean }[], newest = '9.9.9') {
  const did: string[] = [];
  let now: Remembered = {};
  const updater: Updater = {
    autoDownload: true,
    autoInstallOnAppQuit: true,
    checkForUpdates: async () => {
      did.push('looked');
      return { isUpdateAvailable: newest !== '0.1.0', updateInfo: { version: newest } };
    },
    downloadUpdate: async () => void did.push('downloaded'),
    quitAndInstall: () => void did.push('installed'),
  };
  const ask: AskQuestion = async ({ message }) => {
    did.push(message);
    const answer = answers.shift() ?? { button: 0 };
    return { button: answer.button, daily: answer.daily ?? false };
  };
  const state = {
    get now() {
      return now;
    },
    change: (part: Remembered) => {
      now = { ...now, ...part };
    },
  };
  const updates = new Updates({
    state,
    version: '0.1.0',
    load: async () => updater,
    ask,
    log: (text) => void did.push(text),
  });
  return { updates, did, updater, state };
}

test('downloads and installs nothing before the user agrees', async () => {
  const { updates, did, updater } = trying([{ button: 1 }]);
  await updates.check(true);
  expect(did).toEqual(['looked', 'Misfire 9.9.9 is there. You have 0.1.0.']);
  expect(updater).toMatchObject({ autoDownload: false, autoInstallOnAppQuit: false });
});

test('downloads and installs after two confirmations', async () => {
  const { updates, did } = trying([{ button: 0 }, { button: 0 }]);
  await updates.check(true);
  expect(did).toEqual(['looked', expect.any(String), 'downloaded', 'Misfire 9.9.9 is ready.', 'installed']);
});

test('does not check automatically before the user agreed', async () => {
  const { updates, did, state } = trying([{ button: 0, daily: true }], '0.1.0');
  updates.start();
  await Promise.resolve();
  expect(did).toEqual([]);
  await updates.check(true);
  expect(did).toEqual(['looked', 'Misfire 0.1.0 is the newest.']);
  expect(state.now.updates).toBe('yes');
});

test('an unreachable feed is reported to a user who asked, and logged', async () => {
  const { updates, did, updater } = trying([]);
  updater.checkForUpdates = () => Promise.reject(new Error('no way out'));
  await updates.check(false);
  expect(did).toEqual(['Looking for a newer version failed: no way out']);
  await updates.check(true);
  expect(did.at(-1)).toBe('Misfire could not look for a newer version.');
});
