import { expect, test } from 'vitest';
import { fileKind, isCapture, withRecent } from './recent-files.ts';

test('the newest file comes first, each once, and ten at most', () => {
  expect(withRecent([], 'a')).toEqual(['a']);
  expect(withRecent(['a', 'b'], 'b')).toEqual(['b', 'a']);
  const many = Array.from({ length: 10 }, (_, index) => `${index}`);
  expect(withRecent(many, 'new')).toEqual(['new', ...many.slice(0, 9)]);
});

test('captures are offered again, other files are not', () => {
  const names = ['a.jsonl', 'b.NDJSON', 'c.har', 'd.log', 'e.txt', 'f.json', 'g.html', 'h.md', 'json'];
  expect(names.filter(isCapture)).toEqual(['a.jsonl', 'b.NDJSON', 'c.har', 'd.log', 'e.txt', 'f.json']);
});

test('a dialog names the kind of a file, or its extension', () => {
  expect(['jsonl', 'har', 'html', 'json', 'md', 'csv', 'xml'].map(fileKind)).toEqual([
    'Capture',
    'HAR file',
    'Web page',
    'JSON file',
    'Markdown',
    'Table (CSV)',
    'XML',
  ]);
});
