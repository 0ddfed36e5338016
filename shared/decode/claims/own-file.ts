// A missing file or program that no argument names: the server's own, which its operator must install.

import { anyOf, inRow } from '../../dialects/patterns.ts';
import { member } from '../../json/json.ts';
import { textsIn } from '../extract/caller-words.ts';
import type { CallFacts } from '../reading/reading.ts';

const missing = anyOf(
  /\bENOENT\b|no such file|not found|does not exist|doesn't exist|cannot find|could not find|couldn't find|unable to find/i,
  /\bis a directory|\bnot a directory/i,
);
const ofFiles = /\bENOENT\b|\bfiles?\b|director(?:y|ies)|\bfolder\b|config|credential|certificate|database/i;
const named = inRow(
  /(?:^|[\s'"`(:=])/,
  /((?:\/|~\/|\.{1,2}\/|[A-Za-z]:[\\/])[^\s'"`,;)]{2,300}|[\w.-]{1,80}\.(?:json|ya?ml|toml|env|ini|conf|pem|key|db|sqlite3?|cfg|crt))/,
  /(?=$|[\s'"`,;).:])/,
);
/** Python's message for a missing program: a bare name. */
const program = /(?:no such file or directory|cannot find the file specified): ['"]([A-Za-z][\w+-]{0,40})['"]/i;

/** The path of such a file, or the name of a program; null if the message names none, or one from the arguments. */
export function ownFile({ method, params }: CallFacts, message: string): string | null {
  const head = message.slice(0, 1000);
  if (method !== 'tools/call' || params === undefined || !missing.test(head)) return null;
  // The path in the same line: other lines name programs and folders that exist.
  const line = head.split('\n').find((part) => missing.test(part) && ofFiles.test(part)) ?? '';
  const run = program.exec(line)?.[1];
  const values = textsIn(member(params, 'arguments') ?? null);
  // A program is named by a separate word: a URL may end in its name.
  if (run !== undefined) return values.some((value) => value.split(/\s/).includes(run)) ? null : run;
  const path = named.exec(line)?.[1];
  if (path === undefined || path.startsWith('//')) return null;
  const base = path.split(/[\\/]/).at(-1) ?? path;
  // Also if the line names the requested file next to the searched folder.
  const asked = values.some(
    (value) =>
      value.length > 1 &&
      (path.includes(value) || value.includes(base) || (/[./\\]/.test(value) && line.includes(value))),
  );
  return asked ? null : path;
}
