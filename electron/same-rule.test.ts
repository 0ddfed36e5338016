// Guards the styles: the same declarations in two places belong in renderer/components/layout.module.css, where a class composes them.
// Rules of one or two declarations are often equal by chance, so only longer ones count.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const fewest = 3;

interface Rule {
  file: string;
  selector: string;
  block: string;
}

function rulesIn(file: string, css: string): Rule[] {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '');
  return [...plain.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, before = '', body = '']) => {
    const selector = before.split(';').at(-1)!.trim().replace(/\s+/g, ' ');
    const declarations = body.split(';').map((line) => line.trim().replace(/\s+/g, ' '));
    const block = declarations.filter(Boolean).sort();
    const isStep = selector.startsWith('@') || /^(?:from|to|\d+%)$/.test(selector);
    return isStep || block.length < fewest ? [] : [{ file, selector, block: block.join('; ') }];
  });
}

function twice(rules: readonly Rule[]): string[] {
  const places = Map.groupBy(rules, ({ block }) => block);
  return [...places]
    .filter(([, found]) => found.length > 1)
    .map(([block, found]) => `${found.map(({ file, selector }) => `${file} ${selector}`).join(', ')}: ${block}`);
}

test('no rule stands twice', () => {
  const files = globSync('renderer/**/*.css', { cwd: root });
  expect(files.length).toBeGreaterThan(100);
  const rules = files.flatMap((file) => rulesIn(file, readFileSync(join(root, file), 'utf8')));
  expect(twice(rules)).toEqual([]);
});

test('the guard names both places', () => {
  const rules = [
    ...rulesIn('a.css', '.a { gap: 1px; color: red; flex: none; } .b { gap: 1px; }'),
    ...rulesIn('b.css', '@media print { .c { flex: none; gap: 1px; /* why */ color: red } }'),
  ];
  expect(twice(rules)).toEqual(['a.css .a, b.css .c: color: red; flex: none; gap: 1px']);
});
