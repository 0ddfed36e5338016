// A server as one text: a URL or a command line. Splits words like a shell, and does nothing else that a shell does: no variables, no
// pipes, no globs. Windows and the command line parse servers with this.

import { shortServerName } from './server-name.ts';
import { splitWords } from './split-words.ts';

/** A local address as people type it, without its scheme. No program has such a name. */
const ownAddress = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|0\.0\.0\.0|\[::1\])(?::\d{1,5}(?:\/\S*)?|\/\S*)$/i;

export type ReadServer =
  | { kind: 'empty' }
  | { kind: 'http'; url: string }
  | { kind: 'stdio'; command: string; args: string[]; env: Record<string, string> }
  | { kind: 'wrong'; problem: string };

export function readServer(text: string): ReadServer {
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'empty' };
  if (/^https?:\/\//i.test(trimmed)) return { kind: 'http', url: trimmed };
  if (ownAddress.test(trimmed)) return readServer(`http://${trimmed}`);
  const words = splitWords(trimmed);
  if (!words) return { kind: 'wrong', problem: 'A quotation mark is not closed.' };
  const env: Record<string, string> = {};
  let first = 0;
  for (; first < words.length; first++) {
    const match = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s.exec(words[first]!);
    if (!match) break;
    env[match[1]!] = match[2]!;
  }
  const command = words[first];
  if (command === undefined) return { kind: 'wrong', problem: 'There are variables, but no command after them.' };
  return { kind: 'stdio', command, args: words.slice(first + 1), env };
}

const runners = new Set(
  'npx node uvx uv python python3 bun bunx deno docker podman npm pnpm yarn dlx cmd run exec tool start env sh bash'.split(
    ' ',
  ),
);
/** Options whose next word is a value, which may be a secret, a folder or a number: never a name. */
const valued =
  /^(?:-[evpwucm]|--(?:env|env-file|volume|publish|workdir|user|name|network|net|mount|entrypoint|platform|label|config|from|with|directory|project|port|host|package))$/;
/** Names of files and folders that every project has. */
const dull =
  /^(?:index|main|server|app|cli|start|run|mod|__main__|__init__|dist|build|out|src|lib|bin|node|target|release|debug|\.?venv|scripts)$/i;

/** A suggested name: the host, or the most specific word of the command. Never a value. */
export function suggestName(read: ReadServer): string {
  if (read.kind === 'http') return /^https?:\/\/(?:[^/?#@]*@)?([^/?#]*)/i.exec(read.url)?.[1]?.toLowerCase() ?? '';
  if (read.kind !== 'stdio') return '';
  const { command, args } = read;
  const words = [command, ...args].filter(
    (word, index) => !word.startsWith('-') && !isValue(word, index === 0 ? '' : (args[index - 2] ?? command)),
  );
  const telling = words.find((word) => !runners.has(baseName(word).toLowerCase())) ?? command;
  const name = nameOf(telling);
  // The package of an official server is only `server-git`, in a scope.
  return name ? shortServerName(name).replace(/^server-(?=[a-z])/, '') : command && `${baseName(command)} server`;
}

/** `KEY=value`, and option values. `python -m package` names a package. */
function isValue(word: string, before: string): boolean {
  return /^[A-Za-z_]\w*=/.test(word) || (valued.test(before) && before !== '-m');
}

/** The last specific part, if there is one: `acme` from `/home/me/acme/dist/index.js`. */
function nameOf(word: string): string | undefined {
  const parts = word.split(/[/\\]/).filter((part) => part !== '' && part !== '.' && part !== '..' && part !== '~');
  return parts.map(baseName).findLast((part) => !dull.test(part));
}

/** Without its extension, package version or image tag. */
function baseName(word: string): string {
  const name = word.split(/[/\\]/).filter(Boolean).at(-1) ?? word;
  return (
    name
      .replace(/\.(?:[cm]?[jt]s|py|exe|sh)$/i, '')
      .replace(/(?<=.)@[^@]*$/, '')
      .replace(/(?<=.):[\w.-]+$/, '') || word
  );
}
