// One field for a server: an address or a command line. Splits words as a shell would, and does nothing else a shell does:
// no variables, no pipes, no globs. What it reads is shown before anything is started.

import type { ServerConfig } from '../../shared/server-config.ts';

export type ReadServer =
  | { kind: 'empty' }
  | { kind: 'http'; url: string }
  | { kind: 'stdio'; command: string; args: string[]; env: Record<string, string> }
  | { kind: 'wrong'; problem: string };

export function readServer(text: string): ReadServer {
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'empty' };
  if (/^https?:\/\//i.test(trimmed)) {
    return URL.canParse(trimmed)
      ? { kind: 'http', url: trimmed }
      : { kind: 'wrong', problem: 'This address cannot be read.' };
  }
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

/** null: a quotation mark is not closed. */
export function splitWords(text: string): string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let quote: '"' | "'" | null = null;
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!;
    if (quote !== null) {
      if (character === quote) quote = null;
      else if (character === '\\' && quote === '"' && /["\\]/.test(text[index + 1] ?? '')) word += text[++index]!;
      else word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (/\s/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else if (character === '\\' && /[\s"'\\]/.test(text[index + 1] ?? '')) {
      word = (word ?? '') + text[++index]!;
    } else word = (word ?? '') + character;
  }
  if (quote !== null) return null;
  if (word !== null) words.push(word);
  return words;
}

/** A name to offer: the host, or the word of the command that says most. */
export function suggestName(read: ReadServer): string {
  if (read.kind === 'http') return new URL(read.url).host;
  if (read.kind !== 'stdio') return '';
  const runners = new Set([
    'npx',
    'node',
    'uvx',
    'uv',
    'python',
    'python3',
    'bunx',
    'deno',
    'docker',
    'npm',
    'pnpm',
    'cmd',
    'run',
  ]);
  const words = [read.command, ...read.args].filter((word) => !word.startsWith('-'));
  const telling = words.find((word) => !runners.has(baseName(word))) ?? read.command;
  return baseName(telling);
}

function baseName(word: string): string {
  const name = word.split(/[/\\]/).filter(Boolean).at(-1) ?? word;
  return name.replace(/\.(?:[cm]?[jt]s|py|exe|sh)$/i, '').replace(/@[\d.]+$|@latest$/, '') || word;
}

export interface ReadPairs {
  pairs: Record<string, string>;
  problem: string;
}

/** Lines of `NAME=value` or `Name: value`. */
export function readPairs(text: string, separator: '=' | ':'): ReadPairs {
  const pairs: Record<string, string> = {};
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const at = line.indexOf(separator);
    if (at <= 0)
      return { pairs, problem: `“${line.trim().slice(0, 40)}” has no ${separator === '=' ? 'equals sign' : 'colon'}.` };
    pairs[line.slice(0, at).trim()] = line.slice(at + 1).trim();
  }
  return { pairs, problem: '' };
}

export interface ServerForm {
  line: string;
  name: string;
  env: string;
  headers: string;
  cwd: string;
  timeoutSeconds: string;
}

/** The configuration, or the first thing that keeps it from being one. */
export function readForm(form: ServerForm): { config: ServerConfig } | { problem: string } {
  const read = readServer(form.line);
  if (read.kind === 'empty') return { problem: '' };
  if (read.kind === 'wrong') return { problem: read.problem };
  const env = readPairs(form.env, '=');
  const headers = readPairs(form.headers, ':');
  const seconds = Number(form.timeoutSeconds);
  if (read.kind === 'stdio' && env.problem) return { problem: env.problem };
  if (read.kind === 'http' && headers.problem) return { problem: headers.problem };
  if (!(seconds >= 0.1 && seconds <= 2_000_000)) return { problem: 'The time limit must be at least 0.1 seconds.' };
  const name = (form.name.trim() || suggestName(read)).slice(0, 200);
  const callTimeoutMs = Math.round(seconds * 1_000);
  if (read.kind === 'http')
    return { config: { name, callTimeoutMs, transport: { kind: 'http', url: read.url, headers: headers.pairs } } };
  const cwd = form.cwd.trim();
  const transport = {
    kind: 'stdio' as const,
    command: read.command,
    args: read.args,
    env: { ...read.env, ...env.pairs },
  };
  return { config: { name, callTimeoutMs, transport: cwd ? { ...transport, cwd } : transport } };
}
