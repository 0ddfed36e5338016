// Writes a rule as TypeScript and Python code to copy, which Misfire never runs. Every text of a server or a user goes through
// shared/text/literal.ts, also in comments. The code does what class-rule.ts does, and reads own members only.

import type { FailureClass } from '../../failure.ts';
import { literal, quotingComment } from '../../text/literal.ts';
import type { RuleTerm } from './class-rule.ts';
import { classTitle } from './compare-words.ts';
import type { RuleLanguage } from './compared.ts';
import type { Feature } from './rule-features.ts';

interface RuleSubject {
  class: FailureClass;
  servers: readonly string[];
  /** The number of answers that it was tested on. */
  cases: number;
  /** The wrong ones: server and failure. */
  wrong: readonly string[];
}

export function writeRule(language: RuleLanguage, terms: readonly RuleTerm[], subject: RuleSubject): string {
  return language === 'python' ? writePython(terms, subject) : writeTypeScript(terms, subject);
}

/** Tests of one place for several values are one line: `[-32200, 404].includes(…)`. */
interface Line {
  server: string | null;
  tests: { path: Feature['path']; test: Feature['test']; values: Feature['value'][] }[];
}

function gather(terms: readonly RuleTerm[]): Line[] {
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

function about({ class: meaning, servers, cases, wrong }: RuleSubject, language: RuleLanguage): string {
  const means = `Whether an answer means ${classTitle(meaning)} on `;
  const right = `Tested on ${cases} answers, correct for ${wrong.length === 0 ? 'all' : cases - wrong.length}.`;
  const lines = [quotingComment(means, servers, language, `. ${right}`)];
  if (wrong.length > 0)
    lines.push(
      quotingComment('It gets these wrong: ', wrong.slice(0, 12), language, wrong.length > 12 ? ' and more.' : '.'),
    );
  return lines.join('\n');
}

/** Paths, values and names all come from servers. */
const write = (value: string | number, language: RuleLanguage): string =>
  typeof value === 'number' ? String(value) : literal(value, language);

const placeOf = (path: Feature['path'], language: RuleLanguage): string =>
  `at(answer, ${path.map((step) => write(step, language)).join(', ')})`;

const joined = (parts: string[], word: string): string =>
  parts.length === 1 ? (parts[0] as string) : `(${parts.join(` ${word} `)})`;

function writeTypeScript(terms: readonly RuleTerm[], subject: RuleSubject): string {
  const ts = 'typescript';
  const lines = gather(terms).map(({ server, tests }) => {
    const parts = tests.map(({ path, test, values }) => {
      const place = placeOf(path, ts);
      const written = values.map((value) => write(value, ts));
      if (test === 'contains')
        return joined(
          written.map((value) => `says(${place}, ${value})`),
          '||',
        );
      return written.length === 1
        ? `${place} === ${written[0]}`
        : `[${written.join(', ')}].includes(${place} as never)`;
    });
    if (server !== null) parts.unshift(`answer.server === ${write(server, ts)}`);
    return joined(parts, '&&');
  });
  return `${about(subject, ts)}
export function is${pascal(subject.class)}(answer: Answer): boolean {
  return (
    ${lines.join(' ||\n    ')}
  );
}

${answerType}/** The value at a path; '{}' steps into JSON that is written as text. */
function at(value: unknown, ...path: (string | number)[]): unknown {
  let found: any = value;
  for (const step of path) {
    try {
      if (step === '{}') found = JSON.parse(found);
      else if (typeof found === 'object' && found !== null && Object.hasOwn(found, step)) found = found[step];
      else return undefined;
    } catch {
      return undefined;
    }
  }
  return found;
}
${needsSays(terms) ? typescriptSays : ''}`;
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

const typescriptSays = `
function says(value: unknown, words: string): boolean {
  return typeof value === 'string' && value.toLowerCase().includes(words);
}
`;
const pythonSays = `

def says(value, words: str) -> bool:
    return isinstance(value, str) and words in value.lower()
`;
const needsSays = (terms: readonly RuleTerm[]): boolean =>
  terms.some(({ features }) => features.some(({ test }) => test === 'contains'));

function writePython(terms: readonly RuleTerm[], subject: RuleSubject): string {
  const py = 'python';
  const lines = gather(terms).map(({ server, tests }) => {
    const parts = tests.map(({ path, test, values }) => {
      const place = placeOf(path, py);
      const written = values.map((value) => write(value, py));
      if (test === 'contains')
        return joined(
          written.map((value) => `says(${place}, ${value})`),
          'or',
        );
      return written.length === 1 ? `${place} == ${written[0]}` : `${place} in [${written.join(', ')}]`;
    });
    if (server !== null) parts.unshift(`answer["server"] == ${write(server, py)}`);
    return joined(parts, 'and');
  });
  return `import json


${about(subject, py)}
# answer has "server", "message" (the JSON-RPC answer), "status" and "body" (over HTTP).
def is_${subject.class}(answer: dict) -> bool:
    return (
        ${lines.join('\n        or ')}
    )


def at(value, *path):
    """The value at a path; "{}" steps into JSON that is written as text."""
    for step in path:
        try:
            if step == "{}":
                value = json.loads(value)
            elif isinstance(value, (dict, list)):
                value = value[step]
            else:
                return None
        except (KeyError, IndexError, TypeError, ValueError):
            return None
    return value
${needsSays(terms) ? pythonSays : ''}`;
}

function pascal(meaning: string): string {
  return meaning.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
