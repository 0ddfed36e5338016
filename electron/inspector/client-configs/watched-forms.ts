// Every form of entry that Misfire writes or ever wrote, word for word. Only an entry in one of them counts as watched. A new form goes on
// top of the list. Old ones stay, because users' settings files have them. launcher.ts writes the newest.

import { bridgeScript as writtenBridge, wrapScript as writtenWrap } from './launch-scripts.ts';

/** `{runtime}`, `{server}` and `{client}` may be any word, `{data}` any folder, but the same one throughout. */
interface WatchedForm {
  reaches: 'command' | 'address';
  /** The server is reached over the older HTTP+SSE. */
  isOld?: true;
  words: readonly string[];
}

export interface WatchedWords {
  reaches: WatchedForm['reaches'];
  isOld: boolean;
  /** Number of words in the launcher. */
  launcherLength: number;
  /** The original command or address. */
  runs: string[];
}

const named = ['--name', '{server}', '--client', '{client}', '--data', '{data}'];
const wrap = ['{runtime}', '{data}/watch/wrap.cjs', ...named, '--'];
const bridge = ['{runtime}', '{data}/watch/bridge.cjs', 'wrap', ...named, '--'];
const oldBridge = [...bridge.slice(0, -1), '--transport', 'sse', '--'];

const addressItself =
  'This entry reaches its server through Misfire, which is gone. Give the client the address itself:';
const runNode = 'exec "$@"';
const runApp = '{ export ELECTRON_RUN_AS_NODE=1; exec "$@"; }';
const wrapScript = (run: string) => `[ -x "$1" ] && [ -f "$2" ] && ${run}; shift 9; exec "$@"`;
const bridgeScript = (run: string, length: number) =>
  `if [ -f "$2" ]; then [ -x "$1" ] && ${run}; command -v node >/dev/null 2>&1 && { shift; exec node "$@"; }; fi; shift ${length}; printf '%s %s\\n' '${addressItself}' "$1" >&2; exit 127`;

const become = (isApp: boolean): string => `${isApp ? 'export ELECTRON_RUN_AS_NODE=1; ' : ''}exec "$@"`;
const parameters = [1, 2, 3, 4, 5, 6, 7, 8].map((part) => `MISFIRE_ENVIRON_${part}="$${part}"`).join(' ');
const longWrap = (isApp: boolean, words: number): string =>
  [
    'if [ -x "$1" ] && [ -s "$2" ]; then hand() { case "$*" in *.) [ $# -le 8 ] && export MISFIRE_ENVIRON_0="$$ $#" ',
    `${parameters} && unset $(export -p | `,
    'command -p sed -nE "s/^export ((NODE|ELECTRON|OPENSSL|SSL|UV)_[A-Za-z0-9_]*)=.*/\\1/p");; esac; }; ',
    'if [ /proc/$$ -ef /proc/self ]; then hand $(command -p base64 -w 120000 </proc/$$/environ && echo .); ',
    'else hand $(command -p env | { command -p base64 && echo .; } | command -p tr -d "\\n" | command -p fold -w 120000); fi 2>/dev/null; ',
    `${become(isApp)}; fi; shift ${words}; `,
    '[ ! -r /proc/$$/environ ] || command -p grep -qz ^PWD= /proc/$$/environ || unset PWD; exec "$@"',
  ].join('');
const longBridge = (isApp: boolean, words: number): string =>
  [
    'if [ -s "$2" ]; then unset NODE_OPTIONS NODE_DEBUG NODE_DEBUG_NATIVE NODE_V8_COVERAGE NODE_PENDING_DEPRECATION NODE_PATH ',
    'NODE_ICU_DATA NODE_CHANNEL_FD NODE_UNIQUE_ID NODE_COMPILE_CACHE NODE_REDIRECT_WARNINGS NODE_PRESERVE_SYMLINKS ',
    `NODE_PRESERVE_SYMLINKS_MAIN NODE_REPL_EXTERNAL_MODULE; [ -x "$1" ] && { ${become(isApp)}; }; `,
    'command -v node >/dev/null 2>&1 && { shift; exec node "$@"; }; fi; ',
    `shift ${words}; printf '%s %s\\n' '${addressItself}' "$1" >&2; exit 127`,
  ].join('');

const shell = (script: string) => ['/bin/sh', '-c', script, 'misfire'];
const cmd = (mode: string) => ['cmd.exe', '/d', '/c', 'call', '{data}/watch/misfire-launch.cmd', mode];

/** A name that is `--` itself is joined to its option. */
const optionForms = (name: string, value: string): string[][] => [[`--${name}`, value], [`--${name}=--`]];
const namedForms = optionForms('name', '{server}').flatMap((name) =>
  optionForms('client', '{client}').map((client) => [...name, ...client, '--data', '{data}']),
);

const launcherForms = [false, true].flatMap((isApp) =>
  namedForms.flatMap((names): WatchedForm[] => {
    const own = ['{runtime}', '{data}/watch/wrap.cjs', ...names, '--'];
    const reaching = ['{runtime}', '{data}/watch/bridge.cjs', 'wrap', ...names, '--'];
    const older = [...reaching.slice(0, -1), '--transport', 'sse', '--'];
    const forms: WatchedForm[] = [
      { reaches: 'command', words: own },
      { reaches: 'address', words: reaching },
      { reaches: 'address', isOld: true, words: older },
    ];
    return forms.flatMap(({ words, ...form }): WatchedForm[] => {
      const isCommand = form.reaches === 'command';
      const mode = `${isCommand ? '' : 'bridge-'}${isApp ? 'app' : 'node'}`;
      const script = (isCommand ? writtenWrap : writtenBridge)(words.length + 2);
      const longScript = (isCommand ? longWrap : longBridge)(isApp, words.length);
      return [
        { ...form, words: [...cmd(mode), ...words] },
        { ...form, words: [...shell(script), '{data}/watch/misfire-launch.sh', mode, ...words] },
        // Before the launcher file: the whole script in the entry.
        { ...form, words: [...shell(longScript), ...words] },
      ];
    });
  }),
);

/** Newest first. */
const knownForms: readonly WatchedForm[] = [
  ...launcherForms,
  // 0.1.0
  ...[runNode, runApp].flatMap((run): WatchedForm[] => [
    { reaches: 'command', words: [...shell(wrapScript(run)), ...wrap] },
    { reaches: 'address', words: [...shell(bridgeScript(run, 10)), ...bridge] },
    { reaches: 'address', isOld: true, words: [...shell(bridgeScript(run, 12)), ...oldBridge] },
  ]),
];

/** null: Misfire did not write these words. */
export function readWatchedWords(words: readonly string[]): WatchedWords | null {
  for (const { reaches, isOld = false, words: form } of knownForms) {
    const runs = words.slice(form.length);
    const isComplete = reaches === 'command' ? runs.length > 0 : runs.length === 1;
    if (isComplete && fits(form, words)) return { reaches, isOld, launcherLength: form.length, runs };
  }
  return null;
}

function fits(form: readonly string[], words: readonly string[]): boolean {
  const data = words[form.indexOf('{data}')] ?? '';
  return form.every((part, at) => {
    const word = words[at] as string;
    if (part === '{runtime}' || part === '{server}' || part === '{client}' || part === '{data}') return true;
    return part.startsWith('{data}/')
      ? plainPath(word) === plainPath(part.replace('{data}', () => data))
      : word === part;
  });
}

/** With single slashes only: the folder may have been given with a trailing one. */
const plainPath = (path: string): string => path.replaceAll('\\', '/').replace(/\/+/g, '/');

/** Words that run a copy of Misfire's programs in a form that Misfire did not write: edited by hand. */
export const runsWatchProgram = (words: readonly string[]): boolean =>
  readWatchedWords(words) === null &&
  words.some((word) => /\/watch\/(?:wrap\.cjs|bridge\.cjs|misfire-launch\.(?:cmd|sh))$/.test(plainPath(word)));
