// What a watched entry runs: the watching program with the original command behind it, and that command alone when Misfire is
// gone. Owns these words. They need no environment, no Node in the PATH, and no file but the two they ask for first.

import { movedNames, movedPrefix } from '../../transports/handed-environment.ts';
import type { Launcher } from './entry-edit.ts';
import { launcherMark } from './entry-edit.ts';
import { bridgeScript, goneWords, wrapScript } from './launch-scripts.ts';

export interface WatchProgram {
  /** What runs the watching program: Node, or the app itself. */
  runtime: string;
  /** The runtime is the app: it must be told to be Node. */
  isApp: boolean;
  /** The watching program. */
  file: string;
  /** The same for servers that are reached by an address. */
  bridge: string;
  dataDir: string;
  /** Windows: the launcher's own file. */
  launchFile: string;
}

/** cmd.exe reads these in arguments, whatever quotes are around them. */
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
    // Begun with `call`, the quotes of what follows are left as they are.
    const mode = isApp ? 'app' : 'node';
    return { command: 'cmd.exe', args: ['/d', '/c', 'call', program.launchFile, mode, ...own] };
  }
  return { command: '/bin/sh', args: ['-c', wrapScript(isApp, own.length), launcherMark, ...own] };
}

/** What a watched entry with an address runs; the address itself comes last. */
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

/** The first word `--` ends the launcher's own, so a name that is the same word is joined to its option. */
const option = (name: string, value: string): string[] =>
  value === '--' ? [`--${name}=${value}`] : [`--${name}`, value];

/** Why the words cannot be passed through Windows' command interpreter; '' when they can. */
export function problemForCmd(platform: NodeJS.Platform, words: readonly string[]): string {
  if (platform !== 'win32' || !words.some((word) => readByCmd.test(word))) return '';
  return 'Its name, its arguments or the data folder hold characters that Windows reads by itself (& | < > ^ % " !), so they would not arrive as they are.';
}

/**
 * The file that Windows needs: `misfire-launch.cmd MODE RUNTIME FILE … -- COMMAND …`. The words are passed on as one text:
 * taken one by one, those with `=`, `,` or `;` in them would be cut there.
 */
export const launchCmd = [
  '@echo off',
  // Values of variables are read as they are only with `!`, which problemForCmd keeps out of the words.
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
