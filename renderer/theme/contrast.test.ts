// Measures the color tokens: WCAG 2.2 AA requires 4.5 to 1 for text and 3 to 1 for meaningful graphics.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const here = import.meta.dirname;
const css = readFileSync(join(here, 'tokens.css'), 'utf8');
const sheets = globSync('**/*.css', { cwd: join(here, '..') }).filter((file) => !file.endsWith('tokens.css'));
const tokens = new Map(
  [...css.matchAll(/--([\w-]+):\s*light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)/g)].map((match) => [
    match[1]!,
    { light: match[2]!, dark: match[3]! },
  ]),
);

type Theme = 'light' | 'dark';
const value = (name: string, theme: Theme): string => {
  const token = tokens.get(name);
  if (!token) throw new Error(`There is no token called ${name}.`);
  return token[theme];
};

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high! + 0.05) / (low! + 0.05);
}

const grounds = ['bg', 'panel', 'raised', 'hover', 'accent-bg'];
const tones = ['ok', 'warn', 'bad', 'wait', 'info'];
const pairs: [string, string][] = [
  ...['ink', 'ink-2', 'ink-3'].flatMap((ink) => grounds.map((ground): [string, string] => [ink, ground])),
  ...tones.map((tone): [string, string] => [tone, `${tone}-bg`]),
  ...tones.flatMap((tone) => ['bg', 'panel'].map((ground): [string, string] => [tone, ground])),
  ['on-accent', 'accent'],
  ['token-ink', 'accent-bg'],
  ['bad', 'raised'],
  ['bad', 'hover'],
  ['on-loud', 'loud'],
  ['loud-ink', 'on-loud'],
];
// Terminal text may be on any background of the theme or of the terminal.
const terminal = Array.from({ length: 16 }, (_, index) => `ansi-${index}`);
const terminalGrounds = [...grounds, ...Array.from({ length: 8 }, (_, index) => `ansi-ground-${index}`)];
for (const ink of [...terminal, 'ink', 'ink-2', 'ink-3'])
  for (const ground of terminalGrounds) pairs.push([ink, ground]);
pairs.push(['ink', 'mark']);

const graphics: [string, string][] = [
  ...Array.from({ length: 8 }, (_, index) =>
    ['bg', 'panel', 'accent-bg'].map((ground): [string, string] => [`server-${index}`, ground]),
  ).flat(),
  ['edge', 'bg'],
  ['edge', 'panel'],
  ['accent', 'bg'],
  ['accent', 'panel'],
  ['accent', 'accent-bg'],
];

describe.each(['light', 'dark'] as const)('contrast in the %s theme', (theme) => {
  it.each(pairs)('text %s on %s', (ink, ground) => {
    expect(contrast(value(ink, theme), value(ground, theme))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(graphics)('mark %s on %s', (mark, ground) => {
    expect(contrast(value(mark, theme), value(ground, theme))).toBeGreaterThanOrEqual(3);
  });
});

/** Lines, halos and shades: they have no meaning by themselves. */
const decoration = /^(line|line-soft|brand-\d|server-\d|edge|accent)$/;

describe('tokens', () => {
  it('are all measured', () => {
    const measured = new Set([...pairs, ...graphics].flat());
    const left = [...tokens.keys()].filter((name) => !measured.has(name) && !decoration.test(name));
    expect(left).toEqual([]);
  });

  it.each(sheets)('contain all colors: none in %s', (file) => {
    expect(readFileSync(join(here, '..', file), 'utf8')).not.toMatch(/#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(/i);
  });
});
