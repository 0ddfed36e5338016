// Parses a user's dialect: JSON in, a dialect out, or messages that name file, line and field. Uses the same schema as the built-in ones.
// The caller skips a broken file; it is never fatal.

import { parseJson } from '../json/json.ts';
import { JsonReader } from '../json/json-reader.ts';
import { type Dialect, dialectSchema } from './dialect-schema.ts';

interface DialectProblem {
  file: string;
  /** From 1; 0 if unknown. */
  line: number;
  /** As `codes.-32001.class`; '' for the whole file. */
  field: string;
  message: string;
}

type ParsedDialect = { ok: true; dialect: Dialect } | { ok: false; problems: DialectProblem[] };

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
    // A row may be one meaning or a list: the branch that matches its shape reports the problem.
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

/** The branch that got furthest: its first problem has the deepest path. */
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

/** The line of a field, or of its nearest existing parent. */
export function lineOf(text: string, path: readonly string[]): number {
  const reader = new JsonReader(text);
  reader.next();
  let index = reader.start;
  for (const step of path) {
    if (!enter(reader, step)) break;
    index = reader.start;
  }
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < index; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** Advances to the value of a field or element; false if it does not exist. */
function enter(reader: JsonReader, step: string): boolean {
  const { kind } = reader;
  if (kind !== '{' && kind !== '[') return false;
  const outside = reader.depth - 1;
  for (let count = 0; reader.next() && reader.depth > outside; count++) {
    let name = String(count);
    if (kind === '{') {
      const key = parseJson(reader.written);
      name = key.ok && typeof key.value === 'string' ? key.value : '';
      if (!reader.nextIs(':') || !reader.next()) return false;
    }
    if (name === step) return true;
    if (!reader.finishValue() || !reader.nextIs(',')) return false;
  }
  return false;
}
