// Recognizes a pasted text: JSON in any known format, a URL, an install link, a command line. Pure; starts nothing.

import { suggestName } from './command-line.ts';
import { readJsonc } from './jsonc.ts';
import { readAddingCommand, readCommandLine } from './read-command.ts';
import { type EntryOrProblem, endsInSse, readEntry } from './read-entry.ts';
import { type ReadServers, serversIn } from './read-json.ts';
import { readInstallLink } from './read-link.ts';

const mostLines = 200;

export function readServersText(text: string): ReadServers {
  const trimmed = unfenced(text.replace(/^\ufeff/, '').trim());
  if (trimmed === '') return { servers: [], problems: [] };
  if (/^[{[]/.test(trimmed)) return readJsonSettings(trimmed);
  // `"name": { … }`, copied from the middle of a file.
  if (/^(?:\/\/|\/\*)/.test(trimmed) && trimmed.includes('{')) return readJsonSettings(trimmed);
  if (/^"[^"\n]*"\s*:/.test(trimmed)) return readJsonSettings(`{${trimmed}}`);
  const lines = logicalLines(trimmed);
  const found: ReadServers = { servers: [], problems: [] };
  for (const line of lines.slice(0, mostLines)) {
    const read = readLine(line);
    if ('entry' in read) found.servers.push(read.entry);
    else found.problems.push(lines.length === 1 ? read.problem : `“${line.slice(0, 40)}”: ${read.problem}`);
  }
  return found;
}

export function readJsonSettings(text: string, options: { quiet?: boolean } = {}): ReadServers {
  const parsed = readJsonc(text);
  return parsed.ok
    ? serversIn(parsed.value, options)
    : { servers: [], problems: [`This is not valid JSON. ${parsed.problem}`] };
}

function readLine(line: string): EntryOrProblem {
  const link = readInstallLink(line);
  if (link) return link;
  if (/^https?:\/\//i.test(line)) return readAddress(line);
  const scheme = /^([a-z][a-z0-9+.-]{2,}):\/\//i.exec(line);
  if (scheme) return { problem: `Misfire opens http:// and https:// addresses, not ${scheme[1]}://.` };
  return readAddingCommand(line) ?? readCommandLine(line);
}

function readAddress(line: string): EntryOrProblem {
  if (/\s/.test(line)) return { problem: 'There is a space in this address.' };
  const name = suggestName({ kind: 'http', url: line }) || 'server';
  const read = readEntry(name, { url: line });
  if ('entry' in read) return read;
  return {
    problem: endsInSse(line) || line.length > 8 ? 'This address cannot be read.' : 'The address ends too early.',
  };
}

/** A Markdown code block, as in chats and READMEs. */
function unfenced(text: string): string {
  const fence = /^```[\w-]*\n([\s\S]*?)\n?```$/.exec(text);
  return (fence?.[1] ?? text).trim();
}

/** Continued lines become one, as in a shell; prompts and comments are removed. */
function logicalLines(text: string): string[] {
  return text
    .replace(/[\\`^]\r?\n\s*/g, ' ')
    .split(/\r?\n/)
    .map((line) => line.trim().replace(/^(?:\$|>|PS [^>]*>)\s+/, ''))
    .filter((line) => line !== '' && !line.startsWith('#'));
}
