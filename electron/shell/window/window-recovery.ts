// Reloads the page after its process crashed, at the same place and with a message. After repeated crashes it asks the user
// first.

import { app, type BrowserWindow, dialog } from 'electron';
import { appAddress, isAppAddress } from '../link/app-address.ts';

const losses = { most: 3, within: 60_000 };

interface RecoveryOptions {
  window: BrowserWindow;
  tell(words: string): void;
  showLogs(): void;
  log(text: string): void;
}

export function keepPageAlive({ window, tell, showLogs, log }: RecoveryOptions): void {
  const { webContents } = window;
  let place = appAddress;
  let lost: number[] = [];
  let asking = false;
  webContents.on('did-navigate-in-page', (_event, address, isMainFrame) => {
    if (isMainFrame && isAppAddress(address)) place = address;
  });
  const load = () => {
    tell('The page of this window ended unexpectedly and was opened again. What was recorded is safe.');
    window.loadURL(place).catch((problem) => log(`The page could not be opened again: ${problem}`));
  };
  webContents.on('render-process-gone', async (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    log(`The page’s process is gone: ${reason}, code ${exitCode}.`);
    const now = Date.now();
    lost = [...lost.filter((at) => now - at < losses.within), now];
    if (lost.length <= losses.most) return load();
    const again = await ask(window, 'The page of this window keeps ending.', 'Open it again', showLogs);
    lost = [];
    if (again) load();
    else app.quit();
  });
  window.on('unresponsive', async () => {
    if (asking) return;
    asking = true;
    log('The page does not respond.');
    const { response } = await dialog.showMessageBox(window, {
      type: 'question',
      message: 'The page does not respond.',
      detail: 'It may be busy with something large. What is recorded is safe either way.',
      buttons: ['Wait', 'Open it again'],
      cancelId: 0,
      noLink: true,
    });
    asking = false;
    // Ends the process; the rest is as after any crash.
    if (response === 1 && !window.isDestroyed()) webContents.forcefullyCrashRenderer();
  });
}

async function ask(window: BrowserWindow, message: string, yes: string, showLogs: () => void): Promise<boolean> {
  for (;;) {
    const { response } = await dialog.showMessageBox(window, {
      type: 'error',
      message,
      detail: 'What was recorded is safe.',
      buttons: [yes, 'Show logs', 'Quit'],
      cancelId: 2,
      noLink: true,
    });
    if (response !== 1) return response === 0;
    showLogs();
  }
}
