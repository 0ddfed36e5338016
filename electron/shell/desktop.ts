// The desktop app: connects the inspector's process, the window and the system's parts, and ends them.

import { dirname, join } from 'node:path';
import { app, dialog, safeStorage, session, shell } from 'electron';
import { makeFolders } from '../foreign-files/make-folders.ts';
import { findDataFolderOrNone } from '../hosts/data-folder.ts';
import { appRoot, appVersion, rendererDir } from '../inspector/paths/app-paths.ts';
import { InspectorHost } from './link/inspector-host.ts';
import { type LogFile, openLogFile } from './system/log-file.ts';
import { readLoginPath } from './system/login-path.ts';
import { findKeeper, sealWith } from './system/secure-storage.ts';
import { openShellState, type ShellState } from './system/shell-state.ts';
import { readStartArguments, type StartArguments } from './system/start-arguments.ts';
import { readSystemProxy } from './system/system-proxy.ts';
import { askInDialog, hasFeed, loadUpdater } from './system/update-feed.ts';
import { Updates } from './system/updates.ts';
import { aboutPanel } from './window/about-panel.ts';
import { claimAppScheme, serveAppScheme } from './window/app-protocol.ts';
import { AppWindow } from './window/app-window.ts';
import { type Attention, createAttention } from './window/attention.ts';
import { openExternalLink } from './window/external-links.ts';
import { setMenu } from './window/menu.ts';
import type { MenuLooks } from './window/menu-template.ts';
import { askAboutTrouble, moveToOtherFolder } from './window/start-trouble.ts';
import { confinePage, confineSession } from './window/window.ts';

/** The inspector's process has its own, shorter limit. After this one the app exits without waiting. */
const closeLimitMs = 10_000;

let started: { host: InspectorHost; window: AppWindow; log: LogFile } | null = null;
/** Captures to open once there is a window. */
const wanted: string[] = [];
let updates: Updates | null = null;
/** As the window shows it. */
let looks: MenuLooks = { theme: 'system', times: 'clock' };
let exitCode = 0;
let ended = false;

/** Nothing is awaited here: Electron is not ready before the main module has finished. */
export function runDesktop(): void {
  const given = readStartArguments(ownArguments(), process.cwd());
  let homeTrouble = '';
  const dataFolder = findDataFolderOrNone(given.data, (why) => {
    homeTrouble = why;
  });
  const folderTrouble = prepareFolder(dataFolder);
  const trouble = homeTrouble || folderTrouble;
  if (!app.requestSingleInstanceLock({ files: given.files })) {
    // The first instance has been notified, with the captures to open.
    app.quit();
    return;
  }
  wanted.push(...given.files);

  claimAppScheme();
  // With this switch, which containers need, Electron's helper processes would not start; windows are sandboxed anyway.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  app.on('web-contents-created', (_event, contents) => confinePage(contents, openOutside));
  app.on('second-instance', (_event, _argv, _folder, data) => {
    const { files } = data as Pick<StartArguments, 'files'>;
    void showWindow().then(() => openFiles(files));
  });
  app.on('activate', () => void showWindow());
  // macOS: double click, the dock, recent documents.
  app.on('open-file', (event, path) => {
    event.preventDefault();
    void showWindow().then(() => openFiles([path]));
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('will-quit', (event) => {
    if (ended) return;
    event.preventDefault();
    end();
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());
  // Started from a command line: exits with it.
  process.on('disconnect', () => app.quit());

  // A shell takes its time; Electron does too.
  const loginPath = process.env.MISFIRE_NODE ? Promise.resolve(null) : readLoginPath(process.env);
  app
    .whenReady()
    .then(() => start(dataFolder, trouble, loginPath))
    .catch((problem) => {
      dialog.showErrorBox('Misfire could not start', problem instanceof Error ? problem.message : String(problem));
      app.exit(1);
    });
}

/** Without the program and, in a checkout, the folder that Electron runs. */
function ownArguments(): string[] {
  const given = process.argv.slice(1);
  if (!process.defaultApp) return given;
  const own = given.findIndex((one) => !one.startsWith('-'));
  return given.filter((_, place) => place !== own);
}

/** '' if the folder is usable, otherwise the reason. */
function prepareFolder(dataFolder: string): string {
  let trouble = '';
  // The lock and Chromium's own files depend on this folder, so that two apps with two data folders do not conflict.
  let ownFolder = join(dataFolder, 'window');
  try {
    makeFolders(dataFolder);
    makeFolders(ownFolder);
  } catch (problem) {
    trouble = (problem as Error).message;
    ownFolder = makeFolders(join(app.getPath('temp'), `misfire-${process.pid}`));
  }
  if (!app.commandLine.hasSwitch('user-data-dir')) app.setPath('userData', ownFolder);
  return trouble;
}

async function start(dataDir: string, folderTrouble: string, loginPath: Promise<string | null>): Promise<void> {
  for (let reason = folderTrouble; reason !== ''; ) {
    const message = `Misfire cannot use its data folder ${dataDir}.`;
    if (!(await settle({ message, detail: `${reason}.`, canGoOn: false }))) return;
    try {
      makeFolders(join(dataDir, 'window'));
      reason = '';
    } catch (problem) {
      reason = (problem as Error).message;
    }
  }
  app.setAboutPanelOptions(aboutPanel(appVersion(), process.versions));
  const log = openLogFile(dataDir);
  log.write(
    `Misfire ${appVersion()} starts, Electron ${process.versions.electron}, ${process.platform} ${process.arch}.`,
  );
  process.on('uncaughtException', (problem) => {
    log.write(problem.stack ?? problem.message);
    console.error(problem);
  });
  const state = openShellState(dataDir);
  const pageSession = session.fromPartition('persist:misfire');
  confineSession(pageSession);
  confineSession(session.defaultSession);
  serveAppScheme(pageSession, rendererDir());

  const path = await loginPath;
  const seal = sealWith(safeStorage);
  let connected: string[] = [];
  let wereConnected: string[] = [];
  let attention: Attention | null = null;
  const host = new InspectorHost({
    wish: { dataDir, version: appVersion(), keeper: await findKeeper(safeStorage) },
    env: {
      ...process.env,
      ...(path === null ? {} : { PATH: path }),
      ...(await readSystemProxy((url) => session.defaultSession.resolveProxy(url), process.env)),
    },
    main: {
      seal: (value) => seal.close(value),
      unseal: (text) => seal.open(text),
      news: (news) => {
        connected = news.connected;
        attention?.take(news);
      },
      report: (text) => log.write(text),
    },
    log: (text) => log.write(text),
    onLost: () => {
      wereConnected = connected;
    },
    onRestarted: () => {
      window.connectPage();
      window.tell({ kind: 'restarted', servers: wereConnected });
    },
    onGivenUp: (reason) => void giveUp(reason, log),
  });
  const window = new AppWindow({
    host,
    state,
    session: pageSession,
    log: (text) => log.write(text),
    showLogs: () => shell.showItemInFolder(log.path),
    onFocus: () => attention?.seen(),
    onRecentChanged: () => buildMenu(window, state, log),
    onLooks: (now) => {
      looks = now;
      buildMenu(window, state, log);
    },
  });
  attention = createAttention(
    () => window.current,
    () => void showWindow(),
  );
  for (;;) {
    const store = await host.start();
    started = { host, window, log };
    if (!store.isRefused) break;
    const goesOn = await settle({ message: 'Misfire cannot keep its log here.', detail: store.notice, canGoOn: true });
    if (goesOn === 'go_on') break;
    if (!goesOn) return;
    await host.stop();
  }
  if (hasFeed()) {
    const parts = { state, version: appVersion(), load: loadUpdater, ask: askInDialog };
    updates = new Updates({ ...parts, log: (text) => log.write(text) });
  }
  buildMenu(window, state, log);
  await window.show();
  updates?.start();
  openFiles(wanted.splice(0));
  process.send?.('ready');
}

/** The user's choice about an unusable folder; false: the app ends. */
async function settle(trouble: Parameters<typeof askAboutTrouble>[0]): Promise<'again' | 'go_on' | false> {
  for (;;) {
    const choice = await askAboutTrouble(trouble);
    if (choice === 'again' || choice === 'go_on') return choice;
    const withoutFolder = process.argv
      .slice(1)
      .filter((one, place, all) => one !== '--data' && all[place - 1] !== '--data');
    const moved = choice === 'other_folder' && (await moveToOtherFolder(withoutFolder));
    if (choice === 'other_folder' && !moved) continue;
    exitCode = moved ? 0 : 1;
    app.quit();
    return false;
  }
}

async function giveUp(reason: string, log: LogFile): Promise<void> {
  log.write(`The inspector did not restart: ${reason}`);
  const { response } = await dialog.showMessageBox({
    type: 'error',
    message: 'Misfire’s inspector keeps ending.',
    detail: `${reason} What was recorded is safe. The log file says more.`,
    buttons: ['Start Misfire again', 'Show logs and quit', 'Quit'],
    cancelId: 2,
    noLink: true,
  });
  if (response === 0) app.relaunch();
  if (response === 1) shell.showItemInFolder(log.path);
  exitCode = response === 0 ? 0 : 1;
  app.quit();
}

function buildMenu(window: AppWindow, state: ShellState, log: LogFile): void {
  setMenu({
    isMac: process.platform === 'darwin',
    withDevTools: !app.isPackaged,
    canUpdate: updates !== null,
    recent: state.now.recent ?? [],
    looks,
    run: (command) => void window.show().then(() => window.tell({ kind: 'command', command })),
    openRecent: (path) => void window.show().then(() => window.openFile(path)),
    clearRecent: () => window.forgetRecent(),
    showDocumentation: () => void shell.openPath(documentation()),
    showLogs: () => shell.showItemInFolder(log.path),
    checkForUpdates: () => void updates?.check(true),
  });
}

/** The documents as files next to the archive, which other programs cannot read. */
const documentation = (): string => join(app.isPackaged ? dirname(appRoot()) : appRoot(), 'docs');

function openOutside(address: string): void {
  const host = started?.host;
  if (!host || ended) return;
  openExternalLink({ offered: (one) => host.offered(one), open: (one) => shell.openExternal(one) }, address).catch(
    (problem) => console.error(problem),
  );
}

async function showWindow(): Promise<void> {
  if (started && !ended) await started.window.show();
}

function openFiles(files: readonly string[]): void {
  if (!started) wanted.push(...files);
  else for (const path of files) void started.window.openFile(path);
}

function end(): void {
  const leave = () => {
    ended = true;
    app.exit(exitCode);
  };
  setTimeout(leave, closeLimitMs).unref();
  void Promise.all([started?.host.close(), started?.window.close()])
    .catch((problem) => console.error(problem))
    .then(leave);
}
