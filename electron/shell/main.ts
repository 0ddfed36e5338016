// The desktop app: puts the inspector, the page and the window together, and takes them apart again at the end.
// Nothing is awaited at the top: Electron is not ready before this module has run to its end.

import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { app, BrowserWindow, dialog, safeStorage, session } from 'electron';
import { findDataFolder, makeDataFolder } from '../hosts/data-folder.ts';
import { type ServedWindow, serveWindow } from '../hosts/dispatch.ts';
import { appVersion, rendererDir } from '../inspector/app-paths.ts';
import type { InspectorHandle } from '../inspector/contract.ts';
import { openInspector } from '../inspector/inspector.ts';
import { claimAppScheme, serveAppScheme } from './app-protocol.ts';
import { openExternalLink } from './external-links.ts';
import { openIpcDoor } from './ipc-port.ts';
import { setMenu } from './menu.ts';
import { openSystemVault } from './secure-storage.ts';
import { confinePage, confineSession, createWindow, loadPage } from './window.ts';

/** Servers get time to end by themselves; after this the app leaves without waiting. */
const closeLimitMs = 10_000;

let inspector: InspectorHandle | null = null;
/** The page that is there now; a reload is another one. */
let served: ServedWindow | null = null;
let ended = false;

function main(): void {
  const dataFolder = findDataFolder(readDataOption());
  // The lock and Chromium's own files go by this folder, so that two apps with two data folders do not meet.
  if (!app.commandLine.hasSwitch('user-data-dir')) app.setPath('userData', join(dataFolder, 'window'));
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }

  claimAppScheme();
  // With the switch, which containers need, Electron's helper processes would not start under this; windows are sandboxed anyway.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  app.on('web-contents-created', (_event, contents) => confinePage(contents, openOutside));
  app.on('second-instance', () => showWindow());
  app.on('activate', () => showWindow());
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('will-quit', (event) => {
    if (ended) return;
    event.preventDefault();
    end();
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());
  // Started from a command line: when that is gone, so are we.
  process.on('disconnect', () => app.quit());

  app
    .whenReady()
    .then(() => start(dataFolder))
    .catch((problem) => {
      dialog.showErrorBox('Misfire could not start', problem instanceof Error ? problem.message : String(problem));
      app.exit(1);
    });
}

function openOutside(address: string): void {
  if (inspector && !ended) openExternalLink(inspector, address).catch((problem) => console.error(problem));
}

function readDataOption(): string | undefined {
  const { values } = parseArgs({
    args: process.argv.slice(1),
    options: { data: { type: 'string' } },
    // Chromium's own switches are among them.
    strict: false,
    allowPositionals: true,
  });
  return typeof values.data === 'string' ? values.data : undefined;
}

async function start(dataFolder: string): Promise<void> {
  const dataDir = makeDataFolder(dataFolder);
  const vault = await openSystemVault(dataDir, safeStorage);
  const opened = await openInspector({
    dataDir,
    version: appVersion(),
    abilities: { openExternal: true, secureStorage: vault !== null },
    ...(vault === null ? {} : { vault }),
  });
  inspector = opened;
  const pageSession = session.fromPartition('persist:misfire');
  confineSession(pageSession);
  confineSession(session.defaultSession);
  serveAppScheme(pageSession, rendererDir());
  setMenu({
    isMac: process.platform === 'darwin',
    withDevTools: !app.isPackaged,
    run: (command) => {
      showWindow();
      served?.run(command);
    },
  });
  await openWindow(opened);
  process.send?.('ready');
}

async function openWindow(opened: InspectorHandle): Promise<void> {
  const window = createWindow({
    preload: join(import.meta.dirname, 'preload.cjs'),
    session: session.fromPartition('persist:misfire'),
    devTools: !app.isPackaged,
  });
  openIpcDoor(window.webContents, (port) => {
    served = serveWindow(opened, port, (problem) => console.error(problem));
  });
  await loadPage(window);
}

function showWindow(): void {
  const [window] = BrowserWindow.getAllWindows();
  if (window) {
    if (window.isMinimized()) window.restore();
    window.focus();
  } else if (inspector && !ended) {
    openWindow(inspector).catch((problem) => console.error(problem));
  }
}

function end(): void {
  const leave = () => {
    ended = true;
    app.exit(0);
  };
  setTimeout(leave, closeLimitMs).unref();
  Promise.resolve(inspector?.close())
    .catch((problem) => console.error(problem))
    .then(leave);
}

main();
