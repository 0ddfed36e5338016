import { expect, it } from 'vitest';
import { progressWords } from './progress.ts';
import { linked, plainText, red, renderStyled } from './styled.ts';
import { tableLines } from './table.ts';
import { readTerminal } from './terminal.ts';

const tty = { isTTY: true, columns: 100, rows: 30 };

it('decides about color as --color, NO_COLOR and the terminal say, in this order', () => {
  expect(readTerminal(tty, {}, 'auto').hasColor).toBe(true);
  expect(readTerminal({}, {}, 'auto')).toMatchObject({ isTerminal: false, hasColor: false, columns: 80 });
  expect(readTerminal(tty, { NO_COLOR: '1' }, 'auto').hasColor).toBe(false);
  expect(readTerminal(tty, { NO_COLOR: '' }, 'auto').hasColor).toBe(true);
  // Test runners set it for everything they start.
  expect(readTerminal({}, { FORCE_COLOR: '1' }, 'auto').hasColor).toBe(false);
  expect(readTerminal({}, { NO_COLOR: '1' }, 'always').hasColor).toBe(true);
  expect(readTerminal(tty, { FORCE_COLOR: '1' }, 'never').hasColor).toBe(false);
  expect(readTerminal(tty, { TERM: 'dumb' }, 'auto').isTerminal).toBe(false);
  expect(readTerminal({}, { MISFIRE_FORCE_TTY: '120' }, 'auto')).toMatchObject({ isTerminal: true, columns: 120 });
});

it('links only where the terminal is known to open them', () => {
  expect(readTerminal(tty, { TERM_PROGRAM: 'WezTerm' }, 'auto').hasLinks).toBe(true);
  expect(readTerminal(tty, { TERM_PROGRAM: 'WezTerm', TMUX: '1' }, 'auto').hasLinks).toBe(false);
  expect(readTerminal(tty, {}, 'auto').hasLinks).toBe(false);
  const shown = renderStyled(linked('file', 'file:///a'), { hasColor: false, hasLinks: true });
  expect(shown).toBe('\u001b]8;;file:///a\u001b\\file\u001b]8;;\u001b\\');
});

it('colors its own words and obeys none of a server', () => {
  const shown = renderStyled(['a ', red('bad\u001b[2J')], { hasColor: true, hasLinks: false });
  expect(shown).toMatch(/^a \u001b\[31mbad/);
  expect(shown).not.toContain('\u001b[2J');
});

it('shrinks the least important column first, then drops it, and wraps the important one', () => {
  const columns = [
    { shrink: 2, min: 4 },
    { shrink: 1, min: 4 },
    { shrink: 0, min: 10, wraps: true },
  ];
  const rows = [['a long first', 'a second', 'the sentence that matters most']];
  const at = (width: number) => tableLines(columns, rows, width).map(plainText);
  expect(at(80)).toEqual(['a long first  a second  the sentence that matters most']);
  expect(at(48)).toEqual(['a lon…  a second  the sentence that matters most']);
  expect(at(30)).toEqual(['a l…  a s…  the sentence that', '            matters most']);
  expect(at(18)).toEqual(['a s…  the sentence', '      that matters', '      most'].map((line) => line.slice(0, 18)));
  for (const width of [12, 20, 33, 60])
    expect(Math.max(...at(width).map((line) => line.length))).toBeLessThanOrEqual(width);
});

it('says how far it is, how fast and how long still', () => {
  expect(progressWords({ what: 'Probing', done: 12, of: 40 }, 4_000)).toBe(
    'Probing: 12 of 40, 3.0 per second, about 10 s left',
  );
  expect(progressWords({ what: 'Exporting', done: 300, of: null, unit: 'MB' }, 10_000)).toBe(
    'Exporting: 300 MB, 30 per second',
  );
  expect(progressWords({ what: 'Checking files', done: 0, of: null }, 2_400)).toBe('Checking files: 2 s');
});
