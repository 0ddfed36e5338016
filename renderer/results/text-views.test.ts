import { expect, it } from 'vitest';
import { markdownRefusal } from './markdown.tsx';
import { viewsOf } from './text-views.ts';

it('reads JSON as a tree for any label, and keeps lone words and broken JSON as text', () => {
  for (const text of ['{"a":1}', ' [1, 2]\n', '[{"a":[]}]']) expect(viewsOf(text, '')).toEqual(['tree', 'text']);
  for (const text of ['12', '"word"', '{}', '[]', '{"a":1', '[link](http://x) and more', '{curly}', ''])
    expect(viewsOf(text, '')).not.toContain('tree');
});

it('offers Markdown for Markdown characters or the server’s label, never first', () => {
  for (const text of [
    '# Title',
    'see [this](http://x.example)',
    'a **bold** word',
    '```js\nx\n```',
    '| a | b |\n|---|---|',
  ])
    expect(viewsOf(text, '')).toEqual(['text', 'markdown']);
  expect(viewsOf('plain', 'text/markdown; charset=utf-8')).toEqual(['text', 'markdown']);
  for (const text of ['plain words', '#hashtag', '2 * 3 * 4', 'a - b', 'x | y'])
    expect(viewsOf(text, '')).toEqual(['text']);
  // HTML and similar formats are never rendered, nor texts with that label.
  expect(viewsOf('# Title', 'text/html')).toEqual(['text']);
});

it('renders no Markdown that would block the window', () => {
  expect(markdownRefusal('![a]('.repeat(10_000))).not.toBe('');
  expect(markdownRefusal('x'.repeat(60_000))).not.toBe('');
  expect(markdownRefusal('[a](b)\n\n'.repeat(600))).toBe('');
});
