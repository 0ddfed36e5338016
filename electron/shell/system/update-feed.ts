// The update feed of a packaged app, with the system's dialogs; updates.ts decides when to ask.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app, dialog } from 'electron';
import type { AskQuestion, Updater } from './updates.ts';

export const hasFeed = (): boolean => app.isPackaged && existsSync(join(process.resourcesPath, 'app-update.yml'));

export const askInDialog: AskQuestion = async ({ message, detail, buttons, offerDaily }) => {
  const { response, checkboxChecked } = await dialog.showMessageBox({
    type: 'info',
    message,
    detail,
    buttons,
    cancelId: buttons.length - 1,
    noLink: true,
    ...(offerDaily ? { checkboxLabel: 'Look once a day from now on' } : {}),
  });
  return { button: response, daily: offerDaily && checkboxChecked };
};

export async function loadUpdater(): Promise<Updater> {
  const { default: updater } = await import('electron-updater');
  return updater.autoUpdater;
}
