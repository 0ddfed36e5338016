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
  /** The same for servers that are reached by an address. */
  bridge: string;
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

/**
 * An address has no command of its own to fall back to. Without the app's runtime any Node runs the copy of the bridge; without
 * that the entry says what to do.
 */
const bridgeScript = (isApp: boolean, words: number): string =>
  `if [ -f "$2" ]; then [ -x "$1" ] && ${isApp ? '{ export ELECTRON_RUN_AS_NODE=1; exec "$@"; }' : 'exec "$@"'}; command -v node >/dev/null 2>&1 && { shift; exec node "$@"; }; fi; shift ${words}; printf '%s %s\\n' '${goneWords}' "$1" >&2; exit 127`;

const goneWords = 'This entry reaches its server through Misfire, which is gone. Give the client the address itself:';

/** What a watched entry with an address runs; the address itself comes last. */
export function bridgeLauncherFor(
  platform: NodeJS.Platform,
  program: WatchProgram,
  { server, client, isOld }: { server: string; client: string; isOld: boolean },
): Launcher {
  const { runtime, bridge, dataDir, isApp } = program;
  const kind = isOld ? ['--transport', 'sse'] : [];
  const own = [runtime, bridge, 'wrap', '--name', server, '--client', client, '--data', dataDir, ...kind, '--'];
  if (platform === 'win32') {
    const mode = isApp ? 'bridge-app' : 'bridge-node';
    return { command: 'cmd.exe', args: ['/d', '/c', 'call', program.launchFile, mode, ...own] };
  }
  return { command: '/bin/sh', args: ['-c', bridgeScript(isApp, own.length), launcherMark, ...own] };
}

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
  'setlocal',
  'set all=%*',
  'set mode=%~1',
  'set rest=%all:* =%',
  'if "%mode:~-3%"=="app" set ELECTRON_RUN_AS_NODE=1',
  'if exist "%~2" if exist "%~3" goto watched',
  'set ELECTRON_RUN_AS_NODE=',
  'set words=%all:* -- =%',
  'if "%mode:~0,6%"=="bridge" goto gone',
  'endlocal & %words%',
  'exit /b %errorlevel%',
  ':gone',
  `echo ${goneWords} %words% 1>&2`,
  'exit /b 127',
  ':watched',
  '%rest%',
  'exit /b %errorlevel%',
  '',
].join('\r\n');
