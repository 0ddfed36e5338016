// What a watched entry runs: the watching program with the original command behind it, and that command alone when Misfire is
// gone. Owns these words. They need no environment, no Node in the PATH, and no file but the two they ask for first.

import type { Launcher } from './entry-edit.ts';
import { launcherMark } from './entry-edit.ts';

export interface WatchProgram {
  /** What runs the watching program: Node, or the app itself. */
  runtime: string;
  /** The runtime is the app: it must be told to be Node. */
  isApp: boolean;
  /** The watching program. */
  file: string;
  dataDir: string;
  /** Windows: the launcher's own file. */
  launchFile: string;
}

/** Only positional parameters: `$NAME` would be filled in by some clients before a shell sees it. */
const script = (isApp: boolean, words: number): string =>
  `[ -x "$1" ] && [ -f "$2" ] && ${isApp ? '{ export ELECTRON_RUN_AS_NODE=1; exec "$@"; }' : 'exec "$@"'}; shift ${words}; exec "$@"`;

/** cmd.exe reads these in arguments, whatever quotes are around them. */
const readByCmd = /[&|<>^%"!\r\n]/;

export function launcherFor(
  platform: NodeJS.Platform,
  program: WatchProgram,
  server: string,
  client: string,
): Launcher {
  const { runtime, file, dataDir, isApp } = program;
  const own = [runtime, file, '--name', server, '--client', client, '--data', dataDir, '--'];
  if (platform === 'win32') {
    // Begun with `call`, the quotes of what follows are left as they are.
    const mode = isApp ? 'app' : 'node';
    return { command: 'cmd.exe', args: ['/d', '/c', 'call', program.launchFile, mode, ...own] };
  }
  return { command: '/bin/sh', args: ['-c', script(isApp, own.length), launcherMark, ...own] };
}

/** Why the words cannot be passed through Windows' command interpreter; '' when they can. */
export function problemForCmd(platform: NodeJS.Platform, words: readonly string[]): string {
  if (platform !== 'win32' || !words.some((word) => readByCmd.test(word))) return '';
  return 'Its arguments hold characters that Windows reads by itself (& | < > ^ % " !), so they would not arrive as they are.';
}

/** The file that Windows needs: `misfire-launch.cmd MODE RUNTIME FILE --name … -- COMMAND …`. */
export const launchCmd = [
  '@echo off',
  'setlocal',
  'if "%~1"=="app" set ELECTRON_RUN_AS_NODE=1',
  'if exist "%~2" if exist "%~3" goto watched',
  'set ELECTRON_RUN_AS_NODE=',
  ':skip',
  'if "%~1"=="--" goto plain',
  'shift',
  'goto skip',
  ':plain',
  'shift',
  'set words=',
  ':next',
  'if [%1]==[] goto run',
  'set words=%words% %1',
  'shift',
  'goto next',
  ':run',
  'endlocal & %words%',
  'exit /b %errorlevel%',
  ':watched',
  'shift',
  'set words=',
  ':each',
  'if [%1]==[] goto start',
  'set words=%words% %1',
  'shift',
  'goto each',
  ':start',
  '%words%',
  'exit /b %errorlevel%',
  '',
].join('\r\n');
