// The desktop window: a sandboxed page of ours that can go nowhere else. Owns everything that keeps it there.

import { BrowserWindow, type Session, type WebContents } from 'electron';
import { appAddress, isAppAddress } from './app-address.ts';

export interface WindowOptions {
  preload: string;
  session: Session;
  devTools: boolean;
}

export function createWindow({ preload, session, devTools }: WindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    width: 1360,
    height: 860,
    minWidth: 720,
    minHeight: 480,
    show: false,
    title: 'Misfire',
    autoHideMenuBar: true,
    webPreferences: {
      preload,
      session,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools,
    },
  });
  window.once('ready-to-show', () => window.show());
  return window;
}

export const loadPage = (window: BrowserWindow): Promise<void> => window.loadURL(appAddress);

/** For every page that ever comes to be in this app, whoever made it. */
export function confinePage(contents: WebContents, openOutside: (address: string) => void): void {
  const stay = (event: { preventDefault(): void; url: string }) => {
    // A reload of our own page is a navigation too.
    if (!isAppAddress(event.url)) event.preventDefault();
  };
  contents.on('will-navigate', stay);
  contents.on('will-frame-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    openOutside(url);
    return { action: 'deny' };
  });
}

/** The page needs no camera, no notifications, no downloads and no network: it has the inspector. */
export function confineSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event) => event.preventDefault());
  session.webRequest.onBeforeRequest((details, answer) => {
    const inside = isAppAddress(details.url) || /^(devtools|chrome-extension|data|blob):/.test(details.url);
    answer({ cancel: !inside });
  });
}
