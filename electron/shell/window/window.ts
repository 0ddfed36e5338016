// The desktop window: a sandboxed page that cannot navigate away. Owns everything that keeps it there.

import { BrowserWindow, type Rectangle, type Session, type WebContents } from 'electron';
import { appAddress, isAppAddress } from '../link/app-address.ts';

interface WindowOptions {
  preload: string;
  icon: string;
  session: Session;
  devTools: boolean;
  place: Partial<Rectangle> & { width: number; height: number };
  /** Visible before the page is drawn. */
  background: string;
}

export function createWindow({ preload, icon, session, devTools, place, background }: WindowOptions): BrowserWindow {
  return new BrowserWindow({
    ...place,
    minWidth: 720,
    minHeight: 480,
    show: false,
    title: 'Misfire',
    // Elsewhere the icon is part of the program.
    ...(process.platform === 'linux' ? { icon } : {}),
    backgroundColor: background,
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
}

export const loadPage = (window: BrowserWindow): Promise<void> => window.loadURL(appAddress);

/** For every page that is ever created in this app. */
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

/** The page needs no camera, clipboard, downloads or network: it has the inspector, and the shell for files and copies. */
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
