import { expect, test } from 'vitest';
import { compare } from './comparison.ts';
import { writeReport } from './report.ts';
import { answered, face, own, rpcError, standard } from './testing/compare-fixtures.ts';

const nasty = '<script>window.__xss=1</script>|`x`,"y"\n=HYPERLINK("http://x")\u202e\u001b[2J';
const comparison = compare(
  'probe',
  [{ ...face('a'), name: nasty }, face('b')],
  [
    answered('a', own(nasty), rpcError(-32001, nasty, { [nasty]: nasty })),
    answered('b', own(nasty), rpcError(-32001, 'Unauthorized')),
  ],
);

test('explains what counts as clear', () => {
  const markdown = writeReport(comparison, 'md').text;
  expect(markdown).toContain('Clear: a failure should have a code');
  expect(markdown).toMatch(/\| Clarity \| \d+\/\d+ \|/);
});

test('keeps Markdown one table and CSV one line per cell, and neither runs anything', () => {
  const markdown = writeReport(comparison, 'md').text;
  const table = markdown.split('\n').filter((line) => line.startsWith('| '));
  const bars = (line: string) => line.replaceAll('\\|', '').split('|').length;
  expect(bars(table[1] as string)).toBe(bars(table[0] as string));
  expect(markdown).not.toContain('<script>');
  const csv = writeReport(comparison, 'csv').text;
  expect(csv.split('\r\n').length).toBe(2 + 2);
  expect(csv).not.toMatch(/(^|,)=HYPERLINK/m);
});

/** C0 but line ends and tab, DEL, C1, and marks that reorder text. */
const obeyed = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e]/;

test('no format contains a character that a terminal would interpret', () => {
  for (const format of ['md', 'csv'] as const) expect(writeReport(comparison, format).text).not.toMatch(obeyed);
  expect(JSON.parse(writeReport(comparison, 'json').text).rows).toHaveLength(1);
});

test('marks a server whose name imitates another', () => {
  const twin = compare(
    'probe',
    [{ ...face('a'), name: 'p\u0430yments' }],
    [answered('a', own('x'), rpcError(-32001, 'No'))],
  );
  for (const format of ['md', 'csv'] as const) expect(writeReport(twin, format).text).toContain('U+0430');
});

test('names the rule in the revision that its server speaks', () => {
  const internal = rpcError(-32603, 'Something broke');
  const both = compare(
    'probe',
    [face('a'), face('b')],
    [
      answered('a', standard('missing-argument', '2025-11-25'), internal),
      answered('b', standard('missing-argument', '2024-11-05'), internal),
    ],
  );
  const said = writeReport(both, 'md')
    .text.split('\n')
    .filter((line) => /^- [ab], /.test(line));
  expect(said.map((line) => /^- (.).*\((\d{4}-\d\d-\d\d), /.exec(line)?.slice(1))).toEqual([
    ['a', '2025-11-25'],
    ['b', '2024-11-05'],
  ]);
});
