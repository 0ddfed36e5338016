// `npm run -s mutants -- --random [SEED] [COUNT]`: faults at random positions of the decoder and its rules, reproducible by seed. Each is
// applied alone to a copy of the source, and the tests of both folders must detect it. Prints the survivors and exits 1 if there are any.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface RandomMutant {
  file: string;
  line: number;
  kind: string;
  /** The line before and after. */
  from: string;
  to: string;
  source: string;
}

interface Operator {
  kind: string;
  pattern: RegExp;
  change: (found: string, draw: () => number) => string;
}

/** Typical mistakes: a comparison, a negation, a number, a word of a list, an alternative of an expression. */
const operators: readonly Operator[] = [
  { kind: 'comparison', pattern: / (?:===|!==|<=|>=|<|>) /g, change: (found) => flips[found.trim()] ?? found },
  { kind: 'and/or', pattern: / (?:&&|\|\|) /g, change: (found) => (found === ' && ' ? ' || ' : ' && ') },
  { kind: 'boolean', pattern: /\b(?:true|false)\b/g, change: (found) => (found === 'true' ? 'false' : 'true') },
  { kind: 'negation', pattern: /(?<=[(\s])!(?=[a-z(])/g, change: () => '' },
  { kind: 'number', pattern: /(?<=[\s(])\d{2,5}(?=[,;)\s])/g, change: (found) => String(Number(found) * 3) },
  { kind: 'phrase', pattern: /(?<=[`,] ?)[a-z*.]+(?: [a-z*.]+){1,4}(?=,|$)/gm, change: () => 'zzz qqq' },
  { kind: 'choice', pattern: /(?<=\|)[a-z ]{4,20}(?=\|)/g, change: () => 'zzqq' },
  {
    kind: 'string',
    pattern: /(?<=class: ')[a-z_]+(?=')/g,
    change: (found) => (found === 'internal' ? 'conflict' : 'internal'),
  },
];

const flips: Readonly<Record<string, string>> = {
  '===': ' !== ',
  '!==': ' === ',
  '<': ' >= ',
  '>': ' <= ',
  '<=': ' > ',
  '>=': ' < ',
};

/** Small and deterministic (mulberry32). */
function drawer(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const isCode = (line: string): boolean => !/^\s*(?:\/\/|\*|\/\*|import |export \*|interface |type )/.test(line);

export function randomMutants(root: string, seed: number, count: number): RandomMutant[] {
  const draw = drawer(seed);
  const files = globSync('shared/{decode,dialects}/**/*.ts', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
    .sort();
  const mutants: RandomMutant[] = [];
  for (let tries = 0; mutants.length < count && tries < 10_000; tries++) {
    const file = files[Math.floor(draw() * files.length)] as string;
    const lines = readFileSync(join(root, file), 'utf8').split('\n');
    const at = Math.floor(draw() * lines.length);
    const from = lines[at] as string;
    const operator = operators[Math.floor(draw() * operators.length)] as Operator;
    const found = isCode(from) ? [...from.matchAll(operator.pattern)] : [];
    const place = found[Math.floor(draw() * found.length)];
    if (place === undefined) continue;
    const to = from.slice(0, place.index) + operator.change(place[0], draw) + from.slice(place.index + place[0].length);
    if (to === from) continue;
    const source = lines.with(at, to).join('\n');
    mutants.push({ file, line: at + 1, kind: operator.kind, from: from.trim(), to: to.trim(), source });
  }
  return mutants;
}
