// Starts a server with arguments or variables that are not UTF-8. Node only passes text, so a shell starts the server in this case:
// it makes the bytes, becomes `env`, and that becomes the server. Owns the text that the shell runs, which is plain ASCII.

import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import type { ServerEnvironment } from './server-environment.ts';

export interface Start {
  command: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
}

/** What shells set or read by themselves, so that it would not arrive as it is. */
const shellNames = ['PWD', 'OLDPWD', 'SHLVL', '_', 'IFS', 'OPTIND', 'PPID', 'LINENO', 'ENV', 'SHELLOPTS', 'BASHOPTS'];
/** Linux takes variables of 128 kB at most. */
const pieceLength = 100_000;

/** How to start it; directly if that keeps every byte. */
export function startOf(command: string, args: readonly string[], { env, raw }: ServerEnvironment): Start {
  const words = rawWords([command, ...args]);
  if (raw.length === 0 && words.every((word) => isUtf8(word))) return { command, args, env };
  const passed: NodeJS.ProcessEnv = {};
  const lines: string[] = [];
  /** For `env`, as no shell can hold them. Seen by others on this machine for a moment, so nothing else comes here. */
  const assignments: string[] = [];
  for (const [name, value] of Object.entries(env)) {
    if (isShellName(name)) passed[name] = value;
    else assignments.push(quote(`${name}=${value}`));
  }
  for (const variable of raw) {
    const end = variable.indexOf('=');
    const name = variable.toString('latin1', 0, end);
    if (isShellName(name))
      lines.push(`${name}=${make(variable.subarray(end + 1))}; ${name}=\${${name}%.}; export ${name}`);
    else {
      lines.push(`misfire_v${lines.length}=${make(variable)}`);
      assignments.push(`"\${misfire_v${lines.length - 1}%.}"`);
    }
  }
  const said = words.map((word, index) => {
    if (isUtf8(word)) return `"\${${index + 1}}"`;
    lines.push(`misfire_w${index}=${make(word)}`);
    return `"\${misfire_w${index}%.}"`;
  });
  const without = shellNames.map((name) => `-u ${name}`).join(' ');
  lines.push(`exec env ${without} -- ${[...assignments, ...said].join(' ')}`);
  return inShell(lines, [command, ...args], passed);
}

function inShell(lines: readonly string[], words: readonly string[], env: NodeJS.ProcessEnv): Start {
  const text = lines.join('\n');
  const names: string[] = [];
  // Among the variables, not the words: those are for everybody to see.
  for (let start = 0; start < text.length; start += pieceLength) {
    const name = `MISFIRE_START_${names.length}`;
    names.push(name);
    env[name] = text.slice(start, start + pieceLength);
  }
  const script = `misfire_start="${names.map((name) => `$${name}`).join('')}"; unset ${names.join(' ')}; eval "$misfire_start"`;
  return { command: '/bin/sh', args: ['-c', script, 'misfire', ...words], env };
}

/** The words as bytes, the command first. */
function rawWords(words: readonly string[]): Buffer[] {
  const asRead = words.map((word) => Buffer.from(word));
  if (!words.some((word) => word.includes('\ufffd'))) return asRead;
  try {
    const line = readFileSync('/proc/self/cmdline', 'latin1').split('\0').slice(0, -1);
    const found = line.slice(-words.length).map((word) => Buffer.from(word, 'latin1'));
    return found.every((word, index) => word.toString() === words[index]) ? found : asRead;
  } catch {
    return asRead;
  }
}

/** Whether a shell passes a variable of this name on as it is, and our text does not use it itself. */
const isShellName = (name: string): boolean =>
  /^[A-Za-z_]\w*$/.test(name) && !shellNames.includes(name) && !/^misfire_/i.test(name);

/** A substitution drops line breaks at its end; the point keeps them and is taken off again. */
const make = (bytes: Buffer): string => `$(printf %b '${octal(bytes)}.')`;

const octal = (bytes: Buffer): string =>
  bytes.toString('latin1').replace(/[^ -~]|[\\']/g, (byte) => `\\0${byte.charCodeAt(0).toString(8).padStart(3, '0')}`);

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
