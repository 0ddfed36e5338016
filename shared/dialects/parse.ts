// Reads a dialect that a person wrote: JSON in, a dialect or messages that name file, line and field out.
// The same schema as for the built-in ones decides; a broken file is set aside by whoever asked, never fatal.

import { parseJson } from '../json.ts';
import { type Dialect, dialectSchema } from './schema.ts';

export interface DialectProblem {
  file: string;
  /** From 1; 0 when the place is not known. */
  line: number;
  /** As `codes.-32001.class`; '' for the whole file. */
  field: string;
  message: string;
}

export type ParsedDialect = { ok: true; dialect: Dialect } | { ok: false; problems: DialectProblem[] };

const longest = 2_000_000;

export function parseDialect(file: string, text: string): ParsedDialect {
  if (text.length > longest)
    return { ok: false, problems: [{ file, line: 0, field: '', message: 'The file is longer than 2 MB.' }] };
  const parsed = parseJson(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  if (!parsed.ok)
    return {
      ok: false,
      problems: [
        { file, line: syntaxLine(text, parsed.problem), field: '', message: `It is not JSON: ${parsed.problem}.` },
      ],
    };
  const checked = dialectSchema.safeParse(parsed.value);
  if (checked.success) return { ok: true, dialect: checked.data };
  const problems = checked.error.issues.slice(0, 20).flatMap((issue) => {
    // A row may be one meaning or a list of them: the branch that fits its shape says what is wrong.
    const inner = issue.code === 'invalid_union' ? closestBranch(issue.errors) : [];
    const found =
      inner.length > 0
        ? inner.map((one) => ({ path: [...issue.path, ...one.path], message: one.message, keys: keysOf(one) }))
        : [{ path: issue.path, message: issue.message, keys: keysOf(issue) }];
    return found.slice(0, 5).map(({ path, message, keys }) => {
      const steps = [...path, ...keys].map(String);
      return { file, line: lineOf(text, steps), field: steps.join('.'), message };
    });
  });
  return { ok: false, problems };
}

/** One problem as a line for people. */
export function describeProblem({ file, line, field, message }: DialectProblem): string {
  return `${file}${line > 0 ? `:${line}` : ''}: ${field === '' ? '' : `${field}: `}${message}`;
}

interface Issue {
  path: PropertyKey[];
  message: string;
  keys?: unknown;
}

function keysOf(issue: object): string[] {
  const keys = 'keys' in issue ? issue.keys : undefined;
  return Array.isArray(keys) && typeof keys[0] === 'string' ? [keys[0]] : [];
}

/** The branch that got furthest: its first problem lies deepest. */
function closestBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] {
  let best: readonly Issue[] = [];
  for (const branch of branches) {
    if (best.length === 0 || (branch[0]?.path.length ?? 0) > (best[0]?.path.length ?? 0)) best = branch;
  }
  return best;
}

/** Engines name the position in some messages and the line in others. */
function syntaxLine(text: string, problem: string): number {
  const line = /line (\d{1,7})/.exec(problem)?.[1];
  if (line !== undefined) return Number(line);
  const position = /position (\d{1,9})/.exec(problem)?.[1];
  if (position === undefined) return problem.includes('end of JSON') ? text.split('\n').length : 0;
  return text.slice(0, Number(position)).split('\n').length;
}

/** The line of a member: walks the text from key to key, over strings and nested values. */
export function lineOf(text: string, path: readonly string[]): number {
  let index = skipSpace(text, 0);
  for (const step of path) {
    const next = enter(text, index, step);
    if (next < 0) break;
    index = next;
  }
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < index; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** Where the value of a member or element begins; -1 when it is not there. */
function enter(text: string, from: number, step: string): number {
  const open = text[from];
  if (open !== '{' && open !== '[') return -1;
  let index = skipSpace(text, from + 1);
  for (let count = 0; index < text.length && text[index] !== '}' && text[index] !== ']'; count++) {
    let name = String(count);
    if (open === '{') {
      const end = skipValue(text, index);
      const key = parseJson(text.slice(index, end));
      name = key.ok && typeof key.value === 'string' ? key.value : '';
      index = skipSpace(text, skipSpace(text, end) + 1);
    }
    if (name === step) return index;
    index = skipSpace(text, skipValue(text, index));
    if (text[index] === ',') index = skipSpace(text, index + 1);
  }
  return -1;
}

function skipSpace(text: string, from: number): number {
  let index = from;
  while (index < text.length && ' \n\r\t\ufeff'.includes(text[index] as string)) index++;
  return index;
}

/** The end of a string, number, word, object or list. */
function skipValue(text: string, from: number): number {
  let depth = 0;
  for (let index = from; index < text.length; index++) {
    const letter = text[index];
    if (letter === '"') {
      index++;
      while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1;
      if (depth === 0) return index + 1;
    } else if (letter === '{' || letter === '[') depth++;
    else if (letter === '}' || letter === ']') {
      if (depth === 0) return index;
      if (--depth === 0) return index + 1;
    } else if (depth === 0 && (letter === ',' || letter === ':' || letter === '\n' || letter === ' ')) return index;
  }
  return text.length;
}
