// The app's only window: its connection to the page, its position, its menus, and its recovery after a crash of the page. The
// page owns the content.

import { basename, dirname, join } from 'node:path';
import { app, type BrowserWindow, clipboard, dialog, nativeTheme, type Session, screen, shell } from 'electron';
import type { DesktopEvent } from '../../../shared/api/desktop.ts';
import { done, refused } from '../../../shared/contract/api.ts';
import { portChannel } from '../link/channel.ts';
import type { InspectorHost } from '../link/inspector-host.ts';
import { openPageDoor, type PageDoor } from '../link/page-door.ts';
import { ChosenFiles } from '../system/chosen-files.ts';
import type { ShellState } from '../system/shell-state.ts';
import { offerContextMenu } from './context-menu.ts';
import type { MenuLooks } from './menu-template.ts';
import { fileKind, isCapture, withRecent } from './recent-files.ts';
import { createWindow, loadPage } from './window.ts';
import { windowPlace } from './window-place.ts';
import { keepPageAlive } from './window-recovery.ts';

interface AppWindowOptions {
  host: InspectorHost;
  state: ShellState;
  session: Session;
  log(text: string): void;
  showLogs(): void;
  onFocus(): void;
  onRecentChanged(): void;
  onLooks(looks: MenuLooks): void;
}

/** Moving a window would otherwise write the file many times. */
const keepDelayMs = 500;

export class AppWindow {
  readonly #options: AppWindowOptions;
  readonly #files: ChosenFiles;
  #window: BrowserWindow | null = null;
  #door: PageDoor | null = null;
  /** Messages that arrived while there was no window. */
  #waiting: DesktopEvent[] = [];

  constructor(options: AppWindowOptions) {
    this.#options = options;
    const { state } = options;
    nativeTheme.themeSource = state.now.theme ?? 'system';
    this.#files = new ChosenFiles({
      dialogs: {
        save: async ({ defaultPath, extension }) => {
          const filters = [{ name: fileKind(extension), extensions: [extension] }, anyFile];
          const answer = await this.#over((window) => dialog.showSaveDialog(window, { defaultPath, filters }));
          return answer.canceled || !answer.filePath ? null : answer.filePath;
        },
        open: async ({ defaultPath, extensions }) => {
          const filters = [{ name: 'Files that Misfire reads', extensions }, anyFile];
          const answer = await this.#over((window) =>
            dialog.showOpenDialog(window, { defaultPath, filters, properties: ['openFile'] }),
          );
          return (answer.canceled ? undefined : answer.filePaths[0]) ?? null;
        },
      },
      lastFolder: () => state.now.folder ?? app.getPath('documents'),
      onUsed: (path, how) => {
        state.change({ folder: dirname(path) });
        if (how === 'opened' && isCapture(path)) this.#remember(path);
      },
    });
  }

  get current(): BrowserWindow | null {
    return this.#window;
  }

  /** Opens the window, or brings it to the front. */
  async show(): Promise<void> {
    const window = this.#window;
    if (!window) return this.#open();
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  }

  tell(event: DesktopEvent): void {
    if (this.#door) this.#door.tell(event);
    else this.#waiting.push(event);
  }

  async openFile(path: string): Promise<void> {
    const given = await this.#files.give(path);
    if (given.ok) return this.tell({ kind: 'file', file: given.value });
    this.#forget(path);
    this.tell({ kind: 'told', words: `${basename(path)} was not opened. ${given.error.message}` });
  }

  /** Connects the current page to the current inspector. */
  connectPage(): void {
    const window = this.#window;
    const port = window && this.#door?.isOpen ? this.#options.host.openPort() : null;
    if (port) window?.webContents.mainFrame.postMessage(portChannel, null, [port]);
  }

  forgetRecent(): void {
    this.#options.state.change({ recent: [] });
    app.clearRecentDocuments();
    this.#options.onRecentChanged();
  }

  close(): Promise<void> {
    return this.#files.close();
  }

  async #open(): Promise<void> {
    const { state, session, log, showLogs } = this.#options;
    const { maximized, fullScreen, zoom } = state.now;
    const window = createWindow({
      preload: join(import.meta.dirname, 'preload.cjs'),
      icon: join(import.meta.dirname, 'icon.png'),
      session,
      devTools: !app.isPackaged,
      place: windowPlace(
        state.now,
        screen.getAllDisplays().map(({ workArea }) => workArea),
      ),
      // The page's own colors, so that nothing flashes: renderer/theme/tokens.css.
      background: nativeTheme.shouldUseDarkColors ? '#0e1116' : '#ffffff',
    });
    this.#window = window;
    const { webContents } = window;
    this.#door = openPageDoor({
      contents: webContents,
      onOpen: () => this.connectPage(),
      report: (problem) => log(String(problem instanceof Error ? problem.stack : problem)),
      asks: {
        chooseSave: (input) => this.#files.chooseSave(input),
        savePart: (input) => this.#files.savePart(input),
        endSave: (input) => this.#files.endSave(input),
        chooseOpen: (input) => this.#files.chooseOpen(input),
        readPart: (input) => this.#files.readPart(input),
        showInFolder: async ({ file }) => {
          const path = this.#files.savedPath(file);
          if (path === undefined) return refused('not_found', 'That file was not saved here.');
          shell.showItemInFolder(path);
          return done(null);
        },
        copyText: async ({ text }) => {
          clipboard.writeText(text);
          return done(null);
        },
        setLooks: async ({ theme, times }) => {
          nativeTheme.themeSource = theme;
          if (state.now.theme !== theme) state.change({ theme });
          this.#options.onLooks({ theme, times });
          return done(null);
        },
        zoom: async ({ factor }) => {
          if (factor !== undefined) {
            webContents.setZoomFactor(factor);
            state.change({ zoom: webContents.getZoomLevel() });
          }
          return done({ factor: webContents.getZoomFactor() });
        },
      },
    });
    for (const event of this.#waiting.splice(0)) this.#door.tell(event);
    keepPageAlive({ window, showLogs, log, tell: (words) => this.tell({ kind: 'told', words }) });
    offerContextMenu(webContents, (x, y) => this.tell({ kind: 'inspect', x, y }));
    this.#keepPlace(window);
    window.on('focus', () => this.#options.onFocus());
    window.once('ready-to-show', () => {
      if (maximized) window.maximize();
      if (fullScreen) window.setFullScreen(true);
      window.show();
    });
    window.once('closed', () => {
      this.#window = null;
      this.#door = null;
    });
    webContents.once('did-finish-load', () => {
      if (zoom !== undefined) webContents.setZoomLevel(zoom);
    });
    await loadPage(window);
  }

  #keepPlace(window: BrowserWindow): void {
    let isDue = false;
    const keep = () => {
      isDue = false;
      if (window.isDestroyed()) return;
      const maximized = window.isMaximized();
      const fullScreen = window.isFullScreen();
      // The size before maximizing, not the size of the screen.
      const bounds = window.getNormalBounds();
      const zoom = window.webContents.getZoomLevel();
      this.#options.state.change({ bounds, maximized, fullScreen, zoom });
    };
    const soon = () => {
      if (!isDue) setTimeout(keep, keepDelayMs);
      isDue = true;
    };
    window.on('resize', soon).on('move', soon).on('maximize', soon).on('unmaximize', soon);
    window.on('close', keep);
    window.webContents.on('zoom-changed', soon);
  }

  #over<T>(show: (window: BrowserWindow) => Promise<T>): Promise<T> {
    if (!this.#window) throw new Error('There is no window to ask in.');
    return show(this.#window);
  }

  #remember(path: string): void {
    const { state } = this.#options;
    state.change({ recent: withRecent(state.now.recent ?? [], path) });
    app.addRecentDocument(path);
    this.#options.onRecentChanged();
  }

  #forget(path: string): void {
    const { recent = [] } = this.#options.state.now;
    if (!recent.includes(path)) return;
    this.#options.state.change({ recent: recent.filter((one) => one !== path) });
    this.#options.onRecentChanged();
  }
}

const anyFile = { name: 'All files', extensions: ['*'] };
