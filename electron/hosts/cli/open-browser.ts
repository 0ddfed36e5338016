// Opening the person's browser, where there is a desktop to open it on. Never fails: the address is printed anyway.

import { spawn } from 'node:child_process';

/** Whether programs started here can show a window. */
export function hasDesktop(
  platform = process.platform,
  env: Record<string, string | undefined> = process.env,
): boolean {
  if (env.CI) return false;
  if (platform === 'win32') return true;
  if (platform === 'darwin') return !env.SSH_CONNECTION;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

/** The address must be one of ours. It is an argument, which other users can read, so it must be a link that works once. */
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
