// The form for a server: one field for an address or a command line, and its options. What it reads is shown before anything is started.

import { readServer, suggestName } from '../../shared/command-line.ts';
import type { ServerConfig } from '../../shared/server-config.ts';

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
