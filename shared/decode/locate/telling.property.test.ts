// Lines without a keyword are skipped, so no rule may match such a line. The test generates lines from the rules.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patternRows } from '../../dialects/patterns.ts';
import { telling } from '../../dialects/telling-words.ts';
import { spokenRules } from './spoken-failure.ts';

const tried = 200;
const longestLine = 300;

describe.each(spokenRules)('$id', ({ says }) => {
  it.each(Object.entries(patternRows(says)))('contains a keyword wherever %s matches', (_, { source }) => {
    const pattern = new RegExp(source, says.flags);
    const lines = fc.sample(fc.stringMatching(generatorOf(source)), tried).filter((line) => pattern.test(line));
    expect(lines).not.toEqual([]);
    const firstLines = lines.map((line) => line.trimStart().split('\n', 1).join('').slice(0, longestLine));
    expect(firstLines.filter((line) => !telling.test(line))).toEqual([]);
  });
});

/** The supported part of regular expressions: no lookaround, only ASCII letters. */
function generatorOf(source: string): RegExp {
  let made = '';
  for (let at = 0; at < source.length; at += 1) {
    const rest = source.slice(at);
    if (/^\(\?<?[=!]/.test(rest)) at += lengthOfGroup(rest) - 1;
    else if (rest.startsWith('\\b')) at += 1;
    else {
      const escaped = source.charAt(at) === '\\' ? source.slice(at, at + 2) : source.charAt(at);
      made += escaped;
      at += escaped.length - 1;
    }
  }
  return new RegExp(made.replaceAll('\\p{L}', 'A-Za-z').replaceAll('\\p{N}', '0-9'));
}

/** From an opening bracket to its closing one. */
function lengthOfGroup(text: string): number {
  let depth = 0;
  let isInClass = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (letter === '\\') at += 1;
    else if (isInClass) isInClass = letter !== ']';
    else if (letter === '[') isInClass = true;
    else if (letter === '(') depth += 1;
    else if (letter === ')') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}
