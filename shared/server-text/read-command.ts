// Command lines: one that starts a server, or one that adds a server to another program (`claude mcp add …`, `code --add-mcp '…'`). The
// latter are parsed for what they would add; nothing is run.

import type { JsonObject } from '../json/json.ts';
import { readServer, suggestName } from './command-line.ts';
import { readJsonc } from './jsonc.ts';
import { type EntryOrProblem, readEntry } from './read-entry.ts';
import { splitWords } from './split-words.ts';

/** Null: not a command that adds a server. */
export function readAddingCommand(line: string): EntryOrProblem | null {
  const words = splitWords(line);
  if (words === null) return null;
  const program = baseName(words[0] ?? '');
  if (/^(?:claude|codex|gemini|qwen)$/.test(program) && words[1] === 'mcp') {
    if (words[2] === 'add') return readMcpAdd(words.slice(3));
    if (words[2] === 'add-json') return readAddJson(words.slice(3));
  }
  const json = words[words.indexOf('--add-mcp') + 1];
  if (words.includes('--add-mcp'))
    return json === undefined ? { problem: 'There is no server after --add-mcp.' } : readNamedJson(json, '');
  return null;
}

export function readCommandLine(line: string): EntryOrProblem {
  const read = readServer(line);
  switch (read.kind) {
    case 'empty':
      return { problem: 'There is nothing to read.' };
    case 'wrong':
      return { problem: read.problem };
    case 'http':
      return readEntry(suggestName(read) || 'server', { url: read.url });
    case 'stdio': {
      const { env, words } = unwrapEnv(read.env, [read.command, ...read.args]);
      const [command, ...args] = words;
      if (command === undefined) return { problem: 'There are variables, but no command after them.' };
      const name = suggestName({ kind: 'stdio', command, args, env }) || command;
      return withRemarks(readEntry(name, { command, args, env }), words);
    }
    default:
      return read satisfies never;
  }
}

/** `env A=1 B=2 command`: env only sets variables, which Misfire does itself. */
function unwrapEnv(env: Record<string, string>, words: string[]): { env: Record<string, string>; words: string[] } {
  if (words[0] !== 'env' || words[1]?.startsWith('-')) return { env, words };
  const pairs = Object.entries(env);
  let at = 1;
  for (; at < words.length; at += 1) {
    const pair = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s.exec(words[at] as string);
    if (!pair) break;
    pairs.push([pair[1] as string, pair[2] as string]);
  }
  return { env: Object.fromEntries(pairs), words: words.slice(at) };
}

/** What a shell would have done, and what prevents such a server from working. */
function withRemarks(read: EntryOrProblem, words: readonly string[]): EntryOrProblem {
  if ('problem' in read) return read;
  const remarks = [read.entry.remark];
  const sign = words.find((word) => /^(?:&&|\|\|?|;|&|[12]?>{1,2}|<)$/.test(word) || /^\$\(|^`/.test(word));
  if (sign !== undefined) remarks.push(`“${sign}” is passed on as a word: there is no shell in between.`);
  const docker = /^(?:docker|podman)$/.test(baseName(words[0] ?? '')) && words[1] === 'run';
  const interactive = words.some((word) => word === '--interactive' || /^-[a-hj-z]*i/.test(word));
  if (docker && !interactive) remarks.push('Without -i the container cannot hear Misfire; add it after “run”.');
  return { entry: { ...read.entry, remark: remarks.filter(Boolean).join(' ') } };
}

interface Flags {
  env: [string, string][];
  headers: [string, string][];
  transport: string;
  words: string[];
}

const valueFlags = new Set(['-s', '--scope', '-c', '--callback-port', '--client-id', '--timeout', '--description']);

/** `claude mcp add [options] name [--] command args…` or `name url`. */
function readMcpAdd(words: readonly string[]): EntryOrProblem {
  const { env, headers, transport, words: plain } = readFlags(words);
  const [name, first, ...rest] = plain;
  if (name === undefined || first === undefined)
    return { problem: 'A name and a command or an address are expected after “mcp add”.' };
  const entry: JsonObject = isAddress(first)
    ? {
        type: transport === 'stdio' ? 'http' : transport || (/\/sse$/.test(first) ? 'sse' : 'http'),
        url: first,
        headers: Object.fromEntries(headers),
      }
    : { command: first, args: rest, env: Object.fromEntries(env) };
  return readEntry(name, entry);
}

function readFlags(words: readonly string[]): Flags {
  const flags: Flags = { env: [], headers: [], transport: '', words: [] };
  const addPair = (to: [string, string][], text: string, sign: '=' | ':') => {
    const at = text.indexOf(sign);
    if (at > 0) to.push([text.slice(0, at).trim(), text.slice(at + 1).trim()]);
  };
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] as string;
    const [, flag = word, glued] = /^(--?[\w-]+)=(.*)$/s.exec(word) ?? [];
    const value = () => glued ?? words[++index] ?? '';
    if (word === '--') {
      flags.words.push(...words.slice(index + 1));
      break;
    }
    if (flag === '-e' || flag === '--env') {
      addPair(flags.env, value(), '=');
      // Several may follow one flag: `--env A=1 B=2 -- command`.
      while (/^[A-Za-z_]\w*=/.test(words[index + 1] ?? '')) addPair(flags.env, words[++index] as string, '=');
    } else if (flag === '-H' || flag === '--header') addPair(flags.headers, value(), ':');
    else if (flag === '-t' || flag === '--transport') flags.transport = value();
    else if (flag === '--url') flags.words.push(value());
    else if (valueFlags.has(flag)) value();
    else if (!word.startsWith('-') || flags.words.length >= 2) flags.words.push(word);
    // After the command starts, everything belongs to it.
    if (flags.words.length >= 2 && !isAddress(flags.words[1] as string)) {
      const after = words.slice(index + 1);
      flags.words.push(...(after[0] === '--' ? after.slice(1) : after));
      break;
    }
  }
  return flags;
}

function readAddJson(words: readonly string[]): EntryOrProblem {
  const { words: plain } = readFlags(words);
  const [name, json] = plain;
  if (name === undefined || json === undefined)
    return { problem: 'A name and JSON are expected after “mcp add-json”.' };
  return readNamedJson(json, name);
}

function readNamedJson(json: string, name: string): EntryOrProblem {
  const parsed = readJsonc(json);
  // PowerShell and cmd escape the inner quotes once more.
  const again = parsed.ok ? parsed : readJsonc(json.replaceAll('\\"', '"'));
  return again.ok
    ? readNamed(again.value as JsonObject, name)
    : { problem: `The JSON of this command: ${parsed.ok ? '' : parsed.problem}` };
}

/** An object with its own name, as in VS Code's links and commands. */
export function readNamed(value: JsonObject, name: string): EntryOrProblem {
  const own = typeof value?.name === 'string' ? value.name : '';
  const inputs = Array.isArray(value?.inputs) ? value.inputs : [];
  const asked = inputs.flatMap((input): [string, string][] => {
    const { id, description } = input as { id?: unknown; description?: unknown };
    return typeof id === 'string' ? [[id, typeof description === 'string' ? description : '']] : [];
  });
  return readEntry(name || own || 'server', value, new Map(asked));
}

const isAddress = (word: string): boolean => /^https?:\/\//i.test(word);

const baseName = (word: string): string =>
  (word.split(/[/\\]/).at(-1) ?? word).replace(/\.(?:exe|cmd|bat)$/i, '').toLowerCase();
