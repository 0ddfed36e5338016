// Rows of a table that fit the terminal. Columns shrink in the order they name, the important one last; that one may wrap over
// several lines instead of being cut.

import { fitText, textWidth, wrapText } from '../../../../shared/text/text-width.ts';
import { plainText, type Styled, type StyledSpan, spansOf } from './styled.ts';

export interface Column {
  /** Columns with a higher number shrink first. 0: the important one. */
  shrink: number;
  /** Never narrower, unless it is dropped. */
  min: number;
  align?: 'right';
  /** Goes on over several lines. */
  wraps?: boolean;
}

const gap = 2;

/** One line per row, or several where a column wraps. */
export function tableLines(
  columns: readonly Column[],
  rows: readonly (readonly Styled[])[],
  width: number,
): StyledSpan[][] {
  const widths = widthsFor(columns, rows, width);
  return rows.flatMap((row) => rowLines(columns, row, widths));
}

/** For rows that come one after the other: what the first ones needed stays. */
export function widthsFor(columns: readonly Column[], rows: readonly (readonly Styled[])[], width: number): number[] {
  const widths = columns.map((_, at) =>
    rows.reduce((most, row) => Math.max(most, textWidth(plainText(row[at] ?? ''))), 0),
  );
  const wanted = [...widths];
  const total = () => widths.reduce((sum, one) => sum + (one > 0 ? one + gap : 0), -gap);
  const byShrink = columns.map((_, at) => at).sort((a, b) => columns[b]!.shrink - columns[a]!.shrink);
  for (const at of byShrink) {
    const over = total() - width;
    if (over <= 0) break;
    widths[at] = Math.max(Math.min(columns[at]!.min, widths[at]!), widths[at]! - over);
  }
  // Still too wide: whole columns go, the least important first.
  for (const at of byShrink) {
    if (total() <= width || columns[at]!.shrink === 0) break;
    widths[at] = 0;
  }
  // Room that a dropped column left goes to the important one.
  for (const at of byShrink.toReversed()) {
    const room = width - total();
    if (room <= 0) break;
    if (widths[at]! > 0) widths[at] = Math.min(wanted[at]!, widths[at]! + room);
  }
  return widths;
}

export function rowLines(
  columns: readonly Column[],
  row: readonly Styled[],
  widths: readonly number[],
): StyledSpan[][] {
  const cells = columns.map((column, at) => cellLines(row[at] ?? '', widths[at]!, column));
  const height = Math.max(...cells.map((lines) => lines.length));
  const shown = widths.flatMap((width, at) => (width > 0 ? [at] : []));
  return Array.from({ length: height }, (_, line) => {
    const spans: StyledSpan[] = [];
    for (const [place, at] of shown.entries()) {
      const cell = cells[at]![line] ?? [];
      const space = ' '.repeat(Math.max(0, widths[at]! - textWidth(plainText(cell))));
      const isLast = place === shown.length - 1;
      if (columns[at]!.align === 'right') spans.push({ text: space }, ...cell);
      else spans.push(...cell, { text: isLast ? '' : space });
      if (!isLast) spans.push({ text: ' '.repeat(gap) });
    }
    return withoutTrailing(spans);
  });
}

function cellLines(cell: Styled, width: number, { wraps }: Column): StyledSpan[][] {
  const spans = spansOf(cell);
  const text = plainText(cell);
  if (textWidth(text) <= width && !text.includes('\n')) return [spans];
  const [first = { text: '' }] = spans;
  // A cell over several lines has the style of its first words.
  if (wraps) return wrapText(text, Math.max(1, width)).map((line) => [{ ...first, text: line }]);
  const fitted: StyledSpan[] = [];
  let left = width;
  for (const span of spans) {
    const flat = span.text.replaceAll('\n', ' ');
    fitted.push({ ...span, text: fitText(flat, left) });
    left -= textWidth(flat);
    if (left <= 0) break;
  }
  return [fitted];
}

function withoutTrailing(spans: StyledSpan[]): StyledSpan[] {
  const last = spans.findLastIndex(({ text }) => text.trim() !== '');
  return spans.slice(0, last + 1);
}
