// Opening the person's browser, where there is a desktop to open it on. Never fails: the address is printed anyway.

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Environment } from '../terminal/command-io.ts';

/** Whether programs started here can show a window. */
export function hasDesktop(env: Environment, platform = process.platform): boolean {
  if (env.CI) return false;
  if (platform === 'win32') return true;
  if (platform === 'darwin') return !env.SSH_CONNECTION;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

/** How long a browser that starts may take to read the page. */
const pageMs = 60_000;

/**
 * Opens a link that lets one browser in. Arguments of a process can be read by every user of the machine, so the browser is given a
 * page in the data folder instead, which only its owner can read and which leads to the link. The page goes with this process.
 */
export function openLink(link: string, dataDir: string): void {
  const page = join(dataDir, `open-${randomBytes(6).toString('hex')}.html`);
  const remove = () => rmSync(page, { force: true });
  try {
    writeFileSync(page, leadingPage(link), { mode: 0o600, flag: 'wx' });
  } catch {
    // The address is printed anyway.
    return;
  }
  openBrowser(pathToFileURL(page).href);
  setTimeout(remove, pageMs).unref();
  process.once('exit', remove);
}

/** `link` is ours: letters, digits and the signs of an address. */
const leadingPage = (link: string): string =>
  `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${link}"><title>Misfire</title>\n`;

/** The address is an argument, which other users can read: it must hold nothing that opens something. */
export function openBrowser(address: string): void {
  const [command, args] = opener(address);
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}

function opener(address: string): [string, string[]] {
  if (process.platform === 'darwin') return ['open', [address]];
  if (process.platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', address]];
  return ['xdg-open', [address]];
}
