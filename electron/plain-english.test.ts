// Keeps words out of user-visible text that technical English no longer uses. Checks the string literals and markup of the product and
// the documentation; comments and tests are not shown to users.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Report cards may say what a client was told to do: there it means instructed. */
const oldWords =
  /\b(?:whoever|whosoever|anew|afresh|mend(?:s|ed|ing)?|nobody|somebody|(?<!when |it was )told|lately|dressed as|set aside|took along|takes along|in vain)\b/i;

/** Sentences and words that people had to read twice, or did not understand. */
const riddles =
  /Right or wrong on purpose|as you write it|as (?:it|they) stands?\b|That is not counted|the server.s own words|\d left for you|Nothing is sent until you|\bis no [A-Z]{3,}|\bthe words say:|\bspeaks for\b|whose it is to fix|What went well is quiet|It refers to none|It may be run\b|then this one is broken|also those that run|spoiled|for good\b|a regular expression a line|right about all|A call and a name|the second how many|goes on working at|Any name will be sent|What it says of itself|Calls itself|Reached by|offers no secure storage|Credentials not enough|the first step that fits|need not change this error|Nothing listens at|What watched clients say|Select the next row too|not one of yours|called off|progress or not|takes no more\b(?! clicks)|with those that got|, a guess\b|Set what its last|keep the answer\b|\bmostly\b|\b[Cc]ancelled\b|negative answer|\d of \d+ clear\b|\bvolatile\b|\bwire\b|\(local\)/;

/** Spells a member or a value of the protocol, or words of a server. */
const citesProtocol =
  /^(?:shared\/(?:dialects|rules|transcripts|features\/rehearse\/generate)|electron\/(?:samples|inspector\/log\/store|inspector\/recordings\/parquet))|notifications\/cancelled/;

/** Words of other people: what servers say and what Misfire recognizes. */
const quotesOthers =
  /\.(?:test|states)\.tsx?$|\/testing\/|fixtures|test-[\w-]+\.ts$|conversations\.ts$|planted\.ts$|shared\/dialects\/wording|match-phrases\.ts$|search\/(?:sql|word-index)\.ts$/;

const sources = globSync('{shared,electron,renderer}/**/*.{ts,tsx}', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !quotesOthers.test(file))
  .sort();

test('no string or markup of the product uses an old word', () => {
  expect(sources.length).toBeGreaterThan(500);
  const found = sources.flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8');
    // Parsing takes a hundred times as long as looking for a word.
    if (!oldWords.test(code)) return [];
    return textsIn(parseSync(file, code).program)
      .filter((text) => text.trim().includes(' ') && oldWords.test(withoutCode(text)))
      .map((text) => `${file}: ${text.trim().replace(/\s+/g, ' ')}`);
  });
  expect(found).toEqual([]);
});

test.each([...globSync('*.md', { cwd: root }), ...globSync('docs/**/*.md', { cwd: root })])(
  '%s uses no old word, and no sentence that people could not read',
  (page) => {
    const lines = readFileSync(join(root, page), 'utf8').split('\n');
    expect(lines.filter((line) => oldWords.test(withoutCode(line)))).toEqual([]);
    expect(lines.filter((line) => riddles.test(withoutCode(line)))).toEqual([]);
  },
);

test('no string or markup of the product has a sentence that people could not read', () => {
  const found = sources.flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8');
    if (citesProtocol.test(file) || !riddles.test(code)) return [];
    return textsIn(parseSync(file, code).program)
      .filter((text) => text.trim().includes(' ') && riddles.test(withoutCode(text)) && !citesProtocol.test(text))
      .map((text) => `${file}: ${text.trim().replace(/\s+/g, ' ')}`);
  });
  expect(found).toEqual([]);
});

/** Stored files and the protocol have `colour` and `cancelled` as members; names that code is imported by follow the rule. */
const british =
  /colour|favourit|authoris|licence|behaviour|normalis|serialis|recognis|initialis|organis|neighbour|honour|m(?:in|ax)imis|summaris|optimis|analys[ei](?!s)|cancell(?!ation)|labell/i;

test('names of files and exports have American spelling', () => {
  const own = globSync('{shared,electron,bench}/**/*.ts', { cwd: root });
  const exported = /^export (?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm;
  const names = own.flatMap((file) => [
    file,
    ...[...readFileSync(join(root, file), 'utf8').matchAll(exported)].map(([, name]) => `${file}: ${name}`),
  ]);
  expect(names.length).toBeGreaterThan(3000);
  expect(names.filter((name) => british.test(name))).toEqual([]);
});

/** Names and values in code are spelled as programs read them. */
const withoutCode = (text: string): string => text.replaceAll(/`[^`]*`/g, '');

/** The strings, parts of templates and texts between tags below a node. */
function textsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap(textsIn);
  const { type, value } = node as { type?: string; value?: unknown };
  if (type === 'ImportDeclaration') return [];
  if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') return [value];
  if (type === 'TemplateElement') return [(value as { cooked?: string }).cooked ?? ''];
  return Object.values(node).flatMap(textsIn);
}
