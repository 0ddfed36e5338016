// What a watched entry runs: the watching program followed by the original command, or that command alone if Misfire is gone. Owns these
// words and the launcher file that they name. They need no environment, no Node in the PATH, and only files that they check first.

import type { Launcher } from '../../../inspector/client-configs/entry-edit.ts';
import { launcherMark } from '../../../inspector/client-configs/entry-edit.ts';
import { bridgeScript, goneWords, wrapScript } from '../../../inspector/client-configs/launch-scripts.ts';
import { bridgeWithout, handOver, movedNames, movedPrefix } from '../../../transports/handed-environment.ts';

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
  /** What the entry runs first. */
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
  return start(platform, wrapScript, [program.launchFile, isApp ? 'app' : 'node', ...own]);
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
  return start(platform, bridgeScript, [program.launchFile, isApp ? 'bridge-app' : 'bridge-node', ...own]);
}

function start(platform: NodeJS.Platform, script: (words: number) => string, words: readonly string[]): Launcher {
  return platform === 'win32'
    ? // After `call`, cmd.exe leaves the quotes of the rest unchanged.
      { command: 'cmd.exe', args: ['/d', '/c', 'call', ...words] }
    : { command: '/bin/sh', args: ['-c', script(words.length), launcherMark, ...words] };
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
 * The launcher file outside Windows, read by the entry's shell with the words `misfire-launch.sh MODE RUNTIME FILE … -- COMMAND …`. What is
 * missing makes it return, and the entry goes on alone. Without the app's runtime any Node runs the copy of the bridge.
 */
export const launchShell = `# Written by Misfire: what its watched entries run.
become() {
  case "$1" in *app) export ELECTRON_RUN_AS_NODE=1 ;; esac
  shift
  exec "$@"
}
case "$2" in
  bridge-*)
    if [ -s "$4" ]; then
      ${bridgeWithout}
      [ -x "$3" ] && { shift; become "$@"; }
      command -v node >/dev/null 2>&1 && { shift 3; exec node "$@"; }
    fi
    ;;
  *)
    if [ -x "$3" ] && [ -s "$4" ]; then
      ${handOver}
      shift
      become "$@"
    fi
    ;;
esac
`;

/**
 * The launcher file of Windows: `misfire-launch.cmd MODE RUNTIME FILE … -- COMMAND …`. It passes the words on as one string: cmd.exe would
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
