// A file that was not found and that nobody named in the arguments: the server's own, which whoever runs it has to put there.

import { isObject, type Json, member } from '../json.ts';
import type { Subject } from './subject.ts';

const missing =
  /\bENOENT\b|no such file|not found|does not exist|doesn't exist|cannot find|could not find|couldn't find|unable to find/i;
const ofFiles = /\bENOENT\b|\bfiles?\b|director(?:y|ies)|\bfolder\b|config|credential|certificate|database/i;
const named =
  /(?:^|[\s'"`(:=])((?:\/|~\/|\.{1,2}\/|[A-Za-z]:[\\/])[^\s'"`,;)]{2,300}|[\w.-]{1,80}\.(?:json|ya?ml|toml|env|ini|conf|pem|key|db|sqlite3?|cfg|crt))(?=$|[\s'"`,;).:])/;

/** The path of such a file; null where the message names none, or one that the call asked for. */
export function ownFile({ method, params }: Subject, message: string): string | null {
  const head = message.slice(0, 1000);
  if (method !== 'tools/call' || params === undefined || !missing.test(head)) return null;
  // The path of the very line that says so: others name programs and folders that are there.
  const line = head.split('\n').find((part) => missing.test(part) && ofFiles.test(part)) ?? '';
  const path = named.exec(line)?.[1];
  if (path === undefined || path.startsWith('//')) return null;
  const base = path.split(/[\\/]/).at(-1) ?? path;
  const values = textsIn(member(params, 'arguments') ?? null, 0);
  const asked = values.some((value) => value.length > 1 && (path.includes(value) || value.includes(base)));
  return asked ? null : path;
}

const most = 100;

function textsIn(value: Json, depth: number): string[] {
  if (typeof value === 'string') return [value.slice(0, 2000)];
  if (depth > 4 || typeof value !== 'object' || value === null) return [];
  const inner: Json[] = Array.isArray(value)
    ? value.slice(0, most)
    : isObject(value)
      ? Object.values(value).slice(0, most)
      : [];
  return inner.flatMap((item) => textsIn(item, depth + 1)).slice(0, most);
}
