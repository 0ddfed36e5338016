// Checks every style sheet: five type sizes, and no ligature changes how a quote or code looks.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const sheets = globSync('**/*.css', { cwd: root }).map((file) => ({
  file,
  css: readFileSync(join(root, file), 'utf8'),
}));
const rules = sheets.flatMap(({ file, css }) =>
  [...css.matchAll(/\{([^{}]*)\}/g)].map(([, body = '']) => ({ file, body })),
);
const tokens = readFileSync(join(root, 'theme', 'tokens.css'), 'utf8');

describe('type', () => {
  it('has the sizes 11, 12, 13, 15 and 19', () => {
    const sizes = [...tokens.matchAll(/--text[\w-]*:\s*([\d.]+)px/g)].map(([, size]) => Number(size));
    expect(sizes.sort((a, b) => a - b)).toEqual([11, 12, 13, 15, 19]);
  });

  it('takes each size from the tokens', () => {
    const others = rules.flatMap(({ file, body }) =>
      [...body.matchAll(/(?:^|\s)font(?:-size)?:\s*([^;]+);/g)]
        .map(([, value = '']) => value)
        .filter((value) => !/var\(--text[\w-]*\)|^inherit$/.test(value))
        .map((value) => `${file}: ${value}`),
    );
    expect(others).toEqual([]);
  });

  it('has no ligatures: `font` enables them again, so each rule that uses it disables them', () => {
    const silent = rules
      .filter(({ body }) => /(?:^|\s)font: (?!inherit)/.test(body) && !body.includes('font-variant-ligatures: none'))
      .map(({ file, body }) => `${file}: ${body.trim().split('\n')[0]}`);
    expect(silent).toEqual([]);
    expect(rules.some(({ file, body }) => file.endsWith('base.css') && /font-variant-ligatures: none/.test(body))).toBe(
      true,
    );
  });
});
