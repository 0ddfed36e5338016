// The real desktop app for a story: Electron, its main process, preload and IPC, with a separate data folder. A story cannot click the
// system's dialogs, so it sets the user's choice beforehand; everything else is real. If Electron cannot run, each story is skipped with
// the reason.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type ElectronApplication, _electron as electron, expect, type Page } from '@playwright/test';
import { findDesktop, projectRoot } from './desktop.ts';

const desktop = findDesktop();

interface DesktopStart {
  data: string;
  args?: string[];
  env?: Record<string, string>;
}

/** Starts the app with a data folder. The caller ends it. */
export function startDesktop({ data, args = [], env = {} }: DesktopStart): Promise<ElectronApplication> {
  if (!desktop.run) throw new Error(desktop.because);
  return electron.launch({
    executablePath: desktop.electron,
    args: [...sandboxArguments, projectRoot, '--data', data, ...args],
    env: { ...(process.env as Record<string, string>), MISFIRE_NODE: process.execPath, ...env },
  });
}

/** Starts the app to see how it exits by itself. `answer`: the button that the user chooses in a startup dialog. */
export async function runToEnd(
  start: DesktopStart & { answer?: string },
): Promise<{ code: number | null; said: string }> {
  if (!desktop.run) throw new Error(desktop.because);
  const { data, args = [], env = {}, answer } = start;
  const standIn = answer === undefined ? [] : ['-r', join(import.meta.dirname, 'choose-button.cjs')];
  const child = spawn(desktop.electron, [...sandboxArguments, ...standIn, projectRoot, '--data', data, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, MISFIRE_NODE: process.execPath, MISFIRE_CHOOSE: answer ?? '', ...env },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const [code] = await once(child, 'exit');
  return { code, said };
}

/** Chromium's sandbox does not work as root. */
export const sandboxArguments = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

export const test = base.extend<{ canRun: null; folder: string; app: ElectronApplication; window: Page }>({
  // A fixture of every story instead of module code, which would run only for the first importing file.
  canRun: [
    async ({ browserName: _ }, use, info) => {
      info.skip(!desktop.run, desktop.run ? '' : desktop.because);
      await use(null);
    },
    { auto: true },
  ],
  folder: async ({ browserName: _ }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'misfire-desktop-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  app: async ({ folder }, use) => {
    const app = await startDesktop({ data: join(folder, 'data') });
    await use(app);
    await app.close();
  },
  window: async ({ app }, use) => {
    const page = await app.firstWindow();
    // Files dropped or chosen before the page listens would be lost.
    await expect(page.locator('main:not([aria-busy])')).toBeVisible();
    await use(page);
  },
});

/** The user's choice in a save dialog; null: cancel. */
export async function willSaveAs(app: ElectronApplication, path: string | null): Promise<void> {
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: filePath === null, filePath: filePath ?? '' });
  }, path);
}

/** The files that the user chooses in an open dialog. */
export async function willOpen(app: ElectronApplication, ...paths: string[]): Promise<void> {
  await app.evaluate(({ dialog }, filePaths) => {
    dialog.showOpenDialog = async () => ({ canceled: filePaths.length === 0, filePaths });
  }, paths);
}

export async function chooseInMenu(app: ElectronApplication, id: string): Promise<void> {
  await app.evaluate(({ Menu }, wanted) => {
    const item = Menu.getApplicationMenu()?.getMenuItemById(wanted);
    if (!item) throw new Error(`The menu has no ${wanted}.`);
    item.click();
  }, id);
}

export const readClipboard = (app: ElectronApplication): Promise<string> =>
  app.evaluate(({ clipboard }) => clipboard.readText());

export { expect };
