// Finds Electron's program, and fetches it where that is possible: since version 42 it comes on first use, not with `npm ci`.
// Owns saying, in a few words, why there is none.

import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Environment } from '../terminal/command-io.ts';

type ElectronSearch = { ok: true; path: string } | { ok: false; because: string };

/** Enough to unpack a download that is already in the cache. */
const offlineLimitMs = 20_000;
const downloadLimitMs = 10 * 60_000;
const probeLimitMs = 5_000;

/** Where Electron is, if it has been fetched. */
export function findElectron(root: string, env: Environment): string | null {
  const folder = electronFolder(root);
  if (folder === null) return null;
  const override = env.ELECTRON_OVERRIDE_DIST_PATH;
  const named = join(folder, 'path.txt');
  if (!override && !existsSync(named)) return null;
  const program = existsSync(named) ? readFileSync(named, 'utf8') : 'electron';
  const path = join(override ?? join(folder, 'dist'), program);
  return existsSync(path) ? path : null;
}

/** Finds or downloads it. `tell` is called before a download, which takes a while. */
export async function obtainElectron(
  root: string,
  env: Environment,
  tell: (text: string) => void,
): Promise<ElectronSearch> {
  const folder = electronFolder(root);
  if (folder === null) return { ok: false, because: 'Electron is not installed' };
  const present = findElectron(root, env);
  if (present) return { ok: true, path: present };

  const reachable = await canDownload(env);
  if (reachable) tell('Downloading Electron for the desktop window (about 120 MB, only once).');
  const problem = await install(folder, env, reachable ? downloadLimitMs : offlineLimitMs);
  const path = findElectron(root, env);
  if (path) return { ok: true, path };
  if (!reachable) return { ok: false, because: 'Electron could not be downloaded because its site is unreachable' };
  return { ok: false, because: `Electron could not be downloaded (${problem || 'its program is missing'})` };
}

function electronFolder(root: string): string | null {
  try {
    return dirname(createRequire(join(root, 'package.json')).resolve('electron/package.json'));
  } catch {
    return null;
  }
}

/** A quick look, so that a machine without a way out does not wait for a download that cannot come. */
async function canDownload(env: Environment): Promise<boolean> {
  // Only the installer knows the proxy settings.
  if (env.HTTPS_PROXY || env.https_proxy || env.ELECTRON_GET_USE_PROXY) return true;
  const mirror = env.npm_config_electron_mirror || env.ELECTRON_MIRROR || 'https://github.com/electron/electron/';
  try {
    const answer = await fetch(mirror, { method: 'HEAD', signal: AbortSignal.timeout(probeLimitMs) });
    return answer.status < 500;
  } catch {
    return false;
  }
}

/** Runs Electron's own installer; '' when it ended well, otherwise the reason in a few words. */
function install(folder: string, env: Environment, limitMs: number): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(folder, 'install.js')], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      child.kill('SIGKILL');
    }, limitMs);
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-20_000);
    });
    child.on('error', (problem) => finish(problem.message));
    child.on('close', (code) => finish(late ? 'it took too long' : code === 0 ? '' : reasonIn(said)));
    function finish(problem: string): void {
      clearTimeout(timer);
      resolve(problem);
    }
  });
}

/** The system's code says most in least space: ENOTFOUND, ECONNREFUSED. Otherwise the first line of the error. */
function reasonIn(said: string): string {
  const code = /\b(E[A-Z]{4,}|CERT_[A-Z_]+|UNABLE_TO_[A-Z_]+)\b/.exec(said)?.[1];
  const line = said.split('\n').find((text) => /error/i.test(text)) ?? '';
  return code ?? line.trim().slice(0, 120);
}
