// Faults at random lines of the product, a third on each floor, reproducible by seed.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface RandomMutant {
  file: string;
  line: number;
  kind: string;
  /** The line before and after. */
  from: string;
  to: string;
  /** The whole file with the fault. */
  source: string;
}

interface Operator {
  kind: string;
  pattern: RegExp;
  change: (found: string) => string;
}

const flips: Readonly<Record<string, string>> = {
  '===': ' !== ',
  '!==': ' === ',
  '<': ' >= ',
  '>': ' <= ',
  '<=': ' > ',
  '>=': ' < ',
};

/** Typical mistakes: a comparison, a negation, a number, a word of a list, a forgotten step. */
const operators: readonly Operator[] = [
  { kind: 'comparison', pattern: / (?:===|!==|<=|>=|<|>) /g, change: (found) => flips[found.trim()] ?? found },
  { kind: 'and/or', pattern: / (?:&&|\|\|) /g, change: (found) => (found === ' && ' ? ' || ' : ' && ') },
  { kind: 'boolean', pattern: /\b(?:true|false)\b/g, change: (found) => (found === 'true' ? 'false' : 'true') },
  { kind: 'negation', pattern: /(?<=[(\s])!(?=[a-z(])/g, change: () => '' },
  { kind: 'number', pattern: /(?<=[\s(])\d{1,5}(?=[,;)\s])/g, change: (found) => String(Number(found) * 3 + 2) },
  { kind: 'phrase', pattern: /(?<=[`,] ?)[a-z*.]+(?: [a-z*.]+){1,4}(?=,|$)/gm, change: () => 'zzz qqq' },
  { kind: 'left out', pattern: /^\s+(?:await |void )?[a-z][\w.#?!]*\([^;]*\);$/g, change: () => '' },
  {
    kind: 'class',
    pattern: /(?<=class: ')[a-z_]+(?=')/g,
    change: (found) => (found === 'internal' ? 'conflict' : 'internal'),
  },
];

const floors = ['shared', 'electron', 'renderer'] as const;

/** Small and deterministic (mulberry32). */
function drawer(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

const isCode = (line: string): boolean => !/^\s*(?:\/\/|\*|\/\*|\{\/\*|import |export \*|interface |type )/.test(line);

/** What users run: no tests, no parts for tests, and not the programs that build a checkout. */
const isProduct = (file: string): boolean => !/\.test\.tsx?$|\/testing\/|^electron\/launch\/|\.d\.ts$/.test(file);

interface Line {
  file: string;
  at: number;
}

export function randomMutants(root: string, seed: number, count: number): RandomMutant[] {
  const draw = drawer(seed);
  const texts = new Map<string, string[]>();
  const lines = floors.map((floor) => {
    const files = globSync(`${floor}/**/*.{ts,tsx}`, { cwd: root }).map((file) => file.replaceAll('\\', '/'));
    return files
      .filter(isProduct)
      .sort()
      .flatMap((file): Line[] => {
        const text = readFileSync(join(root, file), 'utf8').split('\n');
        texts.set(file, text);
        return text.map((_, at) => ({ file, at }));
      });
  });
  const mutants: RandomMutant[] = [];
  for (let tries = 0; mutants.length < count && tries < 100_000; tries += 1) {
    const ofFloor = lines[mutants.length % floors.length] as Line[];
    const { file, at } = ofFloor[draw(ofFloor.length)] as Line;
    const text = texts.get(file) as string[];
    const from = text[at] as string;
    const operator = operators[draw(operators.length)] as Operator;
    const found = isCode(from) ? [...from.matchAll(operator.pattern)] : [];
    const place = found[draw(found.length)];
    if (place === undefined) continue;
    const to = from.slice(0, place.index) + operator.change(place[0]) + from.slice(place.index + place[0].length);
    if (to === from) continue;
    const source = text.with(at, to).join('\n');
    mutants.push({ file, line: at + 1, kind: operator.kind, from: from.trim(), to: to.trim(), source });
  }
  return mutants;
}
