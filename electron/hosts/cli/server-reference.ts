// What a person may write for a server on the command line: an address, a name from the saved servers, `file.json#name` out
// of an `mcpServers` file, or a quoted command line. Owns the way from that text to a configuration; nothing is started here.

import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../../shared/json.ts';
import { type ServerConfig, serverConfigSchema } from '../../../shared/server-config.ts';
import { SavedServers } from '../../inspector/saved-servers.ts';
import { UsageError } from './exit-codes.ts';

/** Members that other clients have besides are of no use here. */
const entrySchema = z.object({
  command: z.string().optional(),
  args: z.array(z.string()).optional(),
  env: z.record(z.string(), z.string()).optional(),
  cwd: z.string().optional(),
  url: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
});
const fileSchema = z.object({ mcpServers: z.record(z.string(), entrySchema) });

export function readServerReference(text: string, dataFolder: string): ServerConfig {
  const saved = new SavedServers(dataFolder).load();
  const known = saved.find(({ id, config }) => id === text || config.name.toLowerCase() === text.toLowerCase());
  if (known) return known.config;
  if (/^https?:\/\//.test(text)) return checked({ name: hostOf(text), transport: { kind: 'http', url: text } }, text);
  const inFile = /^(.+\.json)#(.+)$/.exec(text);
  if (inFile) return fromFile(inFile[1] as string, inFile[2] as string);
  const [command, ...args] = splitCommandLine(text);
  if (command === undefined) throw new UsageError('A server is an address, a saved name, file.json#name or a command.');
  if (args.length === 0 && !existsSync(command) && saved.length > 0 && !/[/\\.]/.test(command)) {
    const names = saved.map(({ config }) => config.name).join(', ');
    throw new UsageError(`There is no saved server "${text}". There are: ${names}. To run a command, quote it whole.`);
  }
  return checked({ name: nameOf([command, ...args]), transport: { kind: 'stdio', command, args } }, text);
}

function fromFile(file: string, name: string): ServerConfig {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (problem) {
    throw new UsageError(`${file} cannot be read: ${(problem as Error).message}.`);
  }
  const parsed = parseJson(text);
  const read = fileSchema.safeParse(parsed.ok ? parsed.value : null);
  if (!read.success) throw new UsageError(`${file} is no file with "mcpServers" in it.`);
  const { mcpServers } = read.data;
  const entry = Object.hasOwn(mcpServers, name) ? mcpServers[name] : undefined;
  if (!entry)
    throw new UsageError(`${file} has no server "${name}". There are: ${Object.keys(mcpServers).join(', ')}.`);
  const { command, args = [], env = {}, cwd, url, headers = {} } = entry;
  const transport =
    url === undefined
      ? { kind: 'stdio', command, args, env, ...(cwd === undefined ? {} : { cwd }) }
      : { kind: 'http', url, headers };
  return checked({ name, transport }, `${file}#${name}`);
}

function checked(config: unknown, text: string): ServerConfig {
  const read = serverConfigSchema.safeParse(config);
  if (read.success) return read.data;
  throw new UsageError(`${text} cannot be used as a server: ${read.error.issues[0]?.message ?? 'it does not fit'}`);
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

/** `npx -y @scope/server-files /data` is called server-files, `node dist/index.js` index. */
function nameOf(parts: string[]): string {
  const runners = /^(npx|npm|node|bun|deno|uvx|uv|python3?|docker|exec|run|tsx)(\.exe|\.cmd)?$/i;
  const telling = parts.find((part) => !part.startsWith('-') && !runners.test(basename(part))) ?? parts[0] ?? 'server';
  return (
    basename(telling)
      .replace(/\.(m|c)?[jt]s$/, '')
      .replace(/@[\d.]+$/, '') || 'server'
  );
}

/** As a shell would read quotes and backslashes; nothing is expanded. */
export function splitCommandLine(text: string): string[] {
  const parts: string[] = [];
  let part: string | null = null;
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] as string;
    if (quote !== '') {
      if (character === quote) quote = '';
      else if (character === '\\' && quote === '"' && /["\\]/.test(text[at + 1] ?? '')) part += text[++at] ?? '';
      else part += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      part ??= '';
    } else if (/\s/.test(character)) {
      if (part !== null) parts.push(part);
      part = null;
    } else if (character === '\\' && process.platform !== 'win32') part = (part ?? '') + (text[++at] ?? '');
    else part = (part ?? '') + character;
  }
  if (quote !== '') throw new UsageError(`A ${quote} is not closed in: ${text}`);
  if (part !== null) parts.push(part);
  return parts;
}
