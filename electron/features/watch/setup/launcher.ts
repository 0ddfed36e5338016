// What a watched entry runs: the watching program followed by the original command, or that command alone if Misfire is gone. Owns these
// words. They need no environment, no Node in the PATH, and only the two files they check first.

import type { Launcher } from '../../../inspector/client-configs/entry-edit.ts';
import { launcherMark } from '../../../inspector/client-configs/entry-edit.ts';
import { bridgeScript, goneWords, wrapScript } from '../../../inspector/client-configs/launch-scripts.ts';
import { movedNames, movedPrefix } from '../../../transports/handed-environment.ts';

export interface WatchProgram {
  /** What runs the watching program: Node, or the app itself. */
  runtime: string;
  /** The runtime is the app, which needs a flag to act as Node. */
  isApp: boolean;
  /** The watching program. */
  file: string;
  /** The same for servers reached by an address. */
  bridge: string;
  dataDir: string;
  /** Windows: the launcher file. */
  launchFile: string;
}

/** cmd.exe interprets these in arguments, even inside quotes. */
const readByCmd = /[&|<>^%"!\r\n]/;

export function launcherFor(
  platform: NodeJS.Platform,
  program: WatchProgram,
  server: string,
  client: string,
): Launcher {
  const { runtime, file, dataDir, isApp } = program;
  const own = [runtime, file, ...option('name', server), ...option('client', client), '--data', dataDir, '--'];
  if (platform === 'win32') {
    // After `call`, cmd.exe leaves the quotes of the rest unchanged.
    const mode = isApp ? 'app' : 'node';
    return { command: 'cmd.exe', args: ['/d', '/c', 'call', program.launchFile, mode, ...own] };
  }
  return { command: '/bin/sh', args: ['-c', wrapScript(isApp, own.length), launcherMark, ...own] };
}

/** What a watched entry with an address runs; the address comes last. */
export function bridgeLauncherFor(
  platform: NodeJS.Platform,
  program: WatchProgram,
  { server, client, isOld }: { server: string; client: string; isOld: boolean },
): Launcher {
  const { runtime, bridge, dataDir, isApp } = program;
  const kind = isOld ? ['--transport', 'sse'] : [];
  const names = [...option('name', server), ...option('client', client)];
  const own = [runtime, bridge, 'wrap', ...names, '--data', dataDir, ...kind, '--'];
  if (platform === 'win32') {
    const mode = isApp ? 'bridge-app' : 'bridge-node';
    return { command: 'cmd.exe', args: ['/d', '/c', 'call', program.launchFile, mode, ...own] };
  }
  return { command: '/bin/sh', args: ['-c', bridgeScript(isApp, own.length), launcherMark, ...own] };
}

/** The first `--` ends the launcher's options, so a name equal to `--` is joined to its option. */
const option = (name: string, value: string): string[] =>
  value === '--' ? [`--${name}=${value}`] : [`--${name}`, value];

/** Why the words cannot pass through cmd.exe; '' if they can. */
export function problemForCmd(platform: NodeJS.Platform, words: readonly string[]): string {
  if (platform !== 'win32' || !words.some((word) => readByCmd.test(word))) return '';
  return 'Its name, its arguments or the data folder hold characters that Windows reads by itself (& | < > ^ % " !), so they would not arrive as they are.';
}

/**
 * The file that Windows needs: `misfire-launch.cmd MODE RUNTIME FILE … -- COMMAND …`. It passes the words on as one string: cmd.exe would
 * split single words at `=`, `,` or `;`.
 */
export const launchCmd = [
  '@echo off',
  // Only `!` expands variables without interpreting their values; problemForCmd keeps it out of the words.
  'setlocal enabledelayedexpansion',
  'set all=%*',
  'set mode=%~1',
  'set rest=%all:* =%',
  'if exist "%~2" if exist "%~3" goto watched',
  'set words=%all:* -- =%',
  'if "%mode:~0,6%"=="bridge" goto gone',
  'endlocal & %words%',
  'exit /b %errorlevel%',
  ':gone',
  `echo ${goneWords} %words% 1>&2`,
  'exit /b 127',
  ':watched',
  'if "%mode:~0,6%"=="bridge" goto bridge',
  `for %%n in (${movedNames.join(' ')}) do if defined %%n set "${movedPrefix}%%n=!%%n!"&set "%%n="`,
  'goto start',
  ':bridge',
  'set NODE_OPTIONS=',
  'set NODE_DEBUG=',
  ':start',
  'if "%mode:~-3%"=="app" set ELECTRON_RUN_AS_NODE=1',
  '%rest%',
  'exit /b %errorlevel%',
  '',
].join('\r\n');
