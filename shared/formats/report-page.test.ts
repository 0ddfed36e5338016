import { expect, test } from 'vitest';
import { answered, face, own, rpcError } from '../features/compare/compare-fixtures.ts';
import { compare } from '../features/compare/comparison.ts';
import { comparisonPage } from '../features/compare/comparison-page.ts';
import type { ReportPart } from './report-data.ts';
import { reportBlock, reportHead } from './report-page.ts';

const viewer = { script: 'run()', style: 'a{}', scriptHash: 'sha256-s', styleHash: 'sha256-c' };
const nasty = '</script><script>window.__xss=1</script><!--<img src=x onerror=x>&lt;\u2028\u202e\u001b[2J"\'';
const comparison = compare(
  'probe',
  [
    { ...face('a'), name: nasty },
    { ...face('b'), name: 'p\u0430yments' },
  ],
  [
    answered('a', own(nasty), rpcError(-32001, nasty, { [nasty]: nasty })),
    answered('b', own(nasty), rpcError(-32001, 'Unauthorized')),
  ],
);
const { text } = comparisonPage(comparison, { viewer, version: '1', madeAt: 0, masked: [] });

test('starts with a policy that allows one script and loads nothing', () => {
  expect(text.indexOf('Content-Security-Policy')).toBeLessThan(text.indexOf('<title>'));
  expect(text).toContain("default-src 'none'; script-src 'sha256-s'; style-src 'sha256-c'");
  expect(text).not.toContain('unsafe');
});

test('lets no server text end or start an element, or control a terminal', () => {
  // Two of data, one of our own.
  expect(text.match(/<script/g)).toHaveLength(3);
  expect(text.match(/<\/script/g)).toHaveLength(3);
  expect(text).not.toMatch(/<!--|<img|<iframe|<link|<[^>]*\son\w+=/i);
  expect(text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028-\u202e]/);
});

test('contains the same values as JSON', () => {
  const part: ReportPart = { part: 'masked', masked: [{ kind: 'token', label: nasty, count: 1, examples: [nasty] }] };
  const json = /^<script type="application\/json">(.*)<\/script>\n$/s.exec(reportBlock(part))?.[1] ?? '';
  expect(JSON.parse(json)).toEqual(part);
  expect(json).not.toMatch(/[<>&]/);
});

test('shows the title as text, also without scripts', () => {
  const head = reportHead({ title: nasty, lead: nasty }, viewer);
  expect(head).not.toContain('<script');
  expect(head).toContain('&lt;script&gt;');
});

test('marks a server whose name looks like another', () => {
  expect(text).toContain('U+0430');
});
