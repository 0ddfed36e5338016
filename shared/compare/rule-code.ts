// A rule written out as code to copy, in TypeScript and in Python. Every text of a server goes in as a quoted literal.

import { clip } from '../exchange/clip.ts';
import type { FailureClass } from '../failure.ts';
import type { RuleLanguage } from './compared.ts';
import type { Term } from './rule.ts';
import type { Feature } from './rule-features.ts';
import { classWords, listWords } from './words.ts';

export interface RuleText {
  code: string;
  /** TypeScript only: the same without its types, for where nothing can take them off. */
  bare: string;
  /** The function to call with `{ server, message, status, body }`. */
  name: string;
}

export interface RuleSubject {
  class: FailureClass;
  servers: readonly string[];
  /** How many recorded failures it was made from. */
  cases: number;
}

export function writeRule(language: RuleLanguage, terms: readonly Term[], subject: RuleSubject): RuleText {
  if (language === 'python') return writePython(terms, subject);
  const { code, name } = writeTypeScript(terms, subject, true);
  return { code, name, bare: writeTypeScript(terms, subject, false).code };
}

/** Tests of one place for several values are one line: `[-32200, 404].includes(…)`. */
interface Line {
  server: string | null;
  tests: { path: Feature['path']; test: Feature['test']; values: Feature['value'][] }[];
}

function gather(terms: readonly Term[]): Line[] {
  const lines: Line[] = [];
  for (const { server, features } of terms) {
    const [only] = features;
    const same =
      features.length === 1 && only
        ? lines.find(
            (line) =>
              line.server === server &&
              line.tests.length === 1 &&
              line.tests[0]?.test === only.test &&
              JSON.stringify(line.tests[0].path) === JSON.stringify(only.path),
          )
        : undefined;
    if (same && only) same.tests[0]?.values.push(only.value);
    else
      lines.push({
        server,
        tests: features.map(({ path, test, value }) => ({ path, test, values: [value] })),
      });
  }
  return lines;
}

function about({ class: meaning, servers, cases }: RuleSubject): string {
  const names = listWords(servers.map((name) => clip(name, 40).replaceAll('*/', '')));
  return `Whether an answer means “${classWords(meaning)}”. Checked against ${cases} failures of ${names}.`;
}

function writeTypeScript(terms: readonly Term[], subject: RuleSubject, typed: boolean): Omit<RuleText, 'bare'> {
  const t = (annotation: string) => (typed ? annotation : '');
  const name = `is${pascal(subject.class)}`;
  const lines = gather(terms).map(({ server, tests }) => {
    const parts = tests.map(({ path, test, values }) => {
      const place = `at(answer, ${path.map((step) => JSON.stringify(step)).join(', ')})`;
      if (test === 'contains') return or(values.map((value) => `says(${place}, ${JSON.stringify(value)})`));
      return values.length === 1
        ? `${place} === ${JSON.stringify(values[0])}`
        : `[${values.map((value) => JSON.stringify(value)).join(', ')}].includes(${place}${t(' as never')})`;
    });
    if (server !== null) parts.unshift(`answer.server === ${JSON.stringify(server)}`);
    return parts.length === 1 ? (parts[0] as string) : `(${parts.join(' && ')})`;
  });
  const code = `/** ${about(subject)} */
export function ${name}(answer${t(': Answer')})${t(': boolean')} {
  return (
    ${lines.join(' ||\n    ')}
  );
}

${typed ? answerType : ''}/** The value at a path; '{}' steps into JSON that is written as text. */
function at(value${t(': unknown')}, ...path${t(': (string | number)[]')})${t(': unknown')} {
  let found${t(': any')} = value;
  for (const step of path) {
    try {
      found = step === '{}' ? JSON.parse(found) : found?.[step];
    } catch {
      return undefined;
    }
  }
  return found;
}
${needsSays(terms) ? writeSays(t) : ''}`;
  return { code, name };
}

const answerType = `export interface Answer {
  server: string;
  /** The JSON-RPC answer. */
  message: unknown;
  /** Over HTTP. */
  status: number | null;
  body: string | null;
}

`;

const writeSays = (t: (annotation: string) => string): string => `
function says(value${t(': unknown')}, words${t(': string')})${t(': boolean')} {
  return typeof value === 'string' && value.toLowerCase().includes(words);
}
`;
const pythonSays = `

def says(value, words: str) -> bool:
    return isinstance(value, str) and words in value.lower()
`;
const needsSays = (terms: readonly Term[]): boolean =>
  terms.some(({ features }) => features.some(({ test }) => test === 'contains'));

const or = (parts: string[]): string => (parts.length === 1 ? (parts[0] as string) : `(${parts.join(' || ')})`);

function writePython(terms: readonly Term[], subject: RuleSubject): RuleText {
  const name = `is_${subject.class}`;
  const lines = gather(terms).map(({ server, tests }) => {
    const parts = tests.map(({ path, test, values }) => {
      const place = `at(answer, ${path.map((step) => JSON.stringify(step)).join(', ')})`;
      if (test === 'contains') {
        const said = values.map((value) => `says(${place}, ${JSON.stringify(value)})`);
        return said.length === 1 ? (said[0] as string) : `(${said.join(' or ')})`;
      }
      return values.length === 1
        ? `${place} == ${JSON.stringify(values[0])}`
        : `${place} in [${values.map((value) => JSON.stringify(value)).join(', ')}]`;
    });
    if (server !== null) parts.unshift(`answer["server"] == ${JSON.stringify(server)}`);
    return parts.length === 1 ? (parts[0] as string) : `(${parts.join(' and ')})`;
  });
  const code = `import json


def ${name}(answer: dict) -> bool:
    """${about(subject).replaceAll('\\', '').replaceAll('"', '”')}

    answer has "server", "message" (the JSON-RPC answer), "status" and "body" (over HTTP).
    """
    return (
        ${lines.join('\n        or ')}
    )


def at(value, *path):
    """The value at a path; "{}" steps into JSON that is written as text."""
    for step in path:
        try:
            value = json.loads(value) if step == "{}" else value[step]
        except (KeyError, IndexError, TypeError, ValueError):
            return None
    return value
${needsSays(terms) ? pythonSays : ''}`;
  return { code, name, bare: '' };
}

function pascal(meaning: string): string {
  return meaning.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
