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

const runNode = 'exec "$@"';
const runApp = '{ export ELECTRON_RUN_AS_NODE=1; exec "$@"; }';
const wrapScript = (run: string) => `[ -x "$1" ] && [ -f "$2" ] && ${run}; shift 9; exec "$@"`;
const bridgeScript = (run: string, length: number) =>
  `if [ -f "$2" ]; then [ -x "$1" ] && ${run}; command -v node >/dev/null 2>&1 && { shift; exec node "$@"; }; fi; shift ${length}; printf '%s %s\\n' 'This entry reaches its server through Misfire, which is gone. Give the client the address itself:' "$1" >&2; exit 127`;

const shell = (script: string) => ['/bin/sh', '-c', script, 'misfire'];
const cmd = (mode: string) => ['cmd.exe', '/d', '/c', 'call', '{data}/watch/misfire-launch.cmd', mode];

/** A name that is `--` itself is joined to its option. */
const optionForms = (name: string, value: string): string[][] => [[`--${name}`, value], [`--${name}=--`]];
const namedForms = optionForms('name', '{server}').flatMap((name) =>
  optionForms('client', '{client}').map((client) => [...name, ...client, '--data', '{data}']),
);

/** What launcher.ts writes now: the client's environment is passed on before Misfire's runtime starts. */
const currentForms = [false, true].flatMap((isApp) =>
  namedForms.flatMap((names): WatchedForm[] => {
    const own = ['{runtime}', '{data}/watch/wrap.cjs', ...names, '--'];
    const reaching = ['{runtime}', '{data}/watch/bridge.cjs', 'wrap', ...names, '--'];
    const older = [...reaching.slice(0, -1), '--transport', 'sse', '--'];
    const mode = isApp ? 'app' : 'node';
    return [
      { reaches: 'command', words: [...cmd(mode), ...own] },
      { reaches: 'address', words: [...cmd(`bridge-${mode}`), ...reaching] },
      { reaches: 'address', isOld: true, words: [...cmd(`bridge-${mode}`), ...older] },
      { reaches: 'command', words: [...shell(writtenWrap(isApp, own.length)), ...own] },
      { reaches: 'address', words: [...shell(writtenBridge(isApp, reaching.length)), ...reaching] },
      { reaches: 'address', isOld: true, words: [...shell(writtenBridge(isApp, older.length)), ...older] },
    ];
  }),
);

/** Newest first. */
const knownForms: readonly WatchedForm[] = [
  ...currentForms,
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
  words.some((word) => /\/watch\/(?:wrap\.cjs|bridge\.cjs|misfire-launch\.cmd)$/.test(plainPath(word)));
