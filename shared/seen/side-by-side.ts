// Aligns the server's response with what the model received, line by line. Equal lines are side by side; lost and added lines have an
// empty other side.

import { member } from '../json/json.ts';
import { lossesOf } from './losses.ts';
import { contentOf, failedOf, gotText, structuredOf, textOf, typeOf } from './parts/blocks.ts';
import type { Got, ServerAnswer } from './parts/seen.ts';

export type SidePart = 'Result' | 'Text' | 'Structured content' | 'Error' | 'Added by the client';

export type SideRow =
  | {
      part: SidePart;
      said: string | null;
      got: string | null;
      /** Of the server's text, from 1. */
      line?: number;
      /** Only this many characters of the line arrived. */
      cutAt?: number;
    }
  /** This many lines are equal on both sides. */
  | { part: SidePart; same: number }
  /** This many more lines did not reach the model. */
  | { part: SidePart; missing: number };

const mostRows = 400;
const longestLine = 400;
/** Longer runs of equal lines are folded, except for two at each end. Of missing ones the first and the last two are kept. */
const longestRun = 6;
/** A shorter beginning of a line may be there by chance. */
const shortestBeginning = 12;
/** Characters that may be searched: with more, only whole lines are compared. */
const mostWork = 200_000_000;

export function sideBySide(said: ServerAnswer, got: Got, flagged: boolean): SideRow[] {
  const text = gotText(got);
  const lines = new Set(text.split('\n').map((line) => line.trim()));
  const rows: SideRow[] = [];
  if (failedOf(said))
    rows.push({
      part: 'Result',
      said: 'error' in said ? `error ${said.error.code}` : 'isError: true',
      got: flagged ? 'marked as failed' : null,
    });
  const parts = 'error' in said ? errorLines(said) : resultLines(said, got, flagged);
  const canSearch = parts.length * text.length < mostWork;
  const isWhole = (line: string): boolean =>
    lines.has(line.trim()) || (canSearch && line.trim().length > 3 && text.includes(line.trim()));
  const shown = new Set<string>();
  for (const { part, line, isThere, number } of parts) {
    const placed = { part, said: cut(line), ...(number === undefined ? {} : { line: number }) };
    const cutAt = isThere || isWhole(line) || !canSearch ? 0 : beginningOf(line, text);
    if (cutAt > 0) {
      rows.push({ ...placed, got: cut(line.slice(0, cutAt)), cutAt });
      shown.add(line.slice(0, cutAt).trim());
    } else rows.push({ ...placed, got: isThere || isWhole(line) ? cut(line) : null });
    shown.add(line.trim());
  }
  for (const line of text.split('\n')) {
    const bare = line.trim();
    if (bare !== '' && !shown.has(bare) && ![...shown].some((known) => known !== '' && bare.includes(known)))
      rows.push({ part: 'Added by the client', said: null, got: cut(line) });
    if (rows.length > 4 * mostRows) break;
  }
  return folded(rows).slice(0, mostRows);
}

interface PartLine {
  part: SidePart;
  line: string;
  /** Known to have arrived in another form. */
  isThere?: boolean;
  number?: number;
}

function errorLines({ error: { code, message, data } }: Extract<ServerAnswer, { error: unknown }>): PartLine[] {
  const lines: PartLine[] = message.split('\n').map((line) => ({ part: 'Error', line }));
  lines.push({ part: 'Error', line: String(code) });
  if (data !== undefined && data !== null) lines.push({ part: 'Error', line: JSON.stringify(data) });
  return lines;
}

function resultLines(said: Extract<ServerAnswer, { result: unknown }>, got: Got, flagged: boolean): PartLine[] {
  const lost = lossesOf(said, got, flagged);
  const content = member(said.result, 'content');
  const lines: PartLine[] = typeof content === 'string' ? [{ part: 'Text', line: content }] : [];
  let number = 0;
  for (const block of contentOf(said.result)) {
    if (typeOf(block) === 'text')
      for (const line of textOf(block, 'text')
        .split('\n')
        .slice(0, 4 * mostRows)) {
        number += 1;
        lines.push({ part: 'Text', line, number });
      }
    else lines.push({ part: 'Text', line: `(${String(typeOf(block) ?? 'block')})` });
  }
  const structured = structuredOf(said.result);
  if (structured !== undefined) {
    const isThere = !lost.includes('structured content') && !lost.includes('everything');
    lines.push({ part: 'Structured content', line: JSON.stringify(structured), isThere });
  }
  return lines;
}

const cut = (line: string): string => (line.length <= longestLine ? line : `${line.slice(0, longestLine)}…`);

/** How many characters of a line arrived, if what the model received ends within it; 0 if it does not. */
function beginningOf(line: string, text: string): number {
  if (line.length <= shortestBeginning) return 0;
  const at = text.lastIndexOf(line.slice(0, shortestBeginning));
  if (at < 0) return 0;
  let length = shortestBeginning;
  while (length < line.length && line[length] === text[at + length]) length += 1;
  return length;
}

function folded(rows: readonly SideRow[]): SideRow[] {
  const kept: SideRow[] = [];
  for (let at = 0; at < rows.length; ) {
    const first = rows[at] as SideRow;
    const kind = kindOf(first);
    let end = at + 1;
    while (kind !== 'other' && end < rows.length && isLike(rows[end] as SideRow, first)) end += 1;
    if (end - at <= longestRun) kept.push(...rows.slice(at, end));
    else if (kind === 'same')
      kept.push(...rows.slice(at, at + 2), { part: first.part, same: end - at - 4 }, ...rows.slice(end - 2, end));
    else kept.push(first, { part: first.part, missing: end - at - 3 }, ...rows.slice(end - 2, end));
    at = end;
  }
  return kept;
}

const isLike = (row: SideRow, other: SideRow): boolean => row.part === other.part && kindOf(row) === kindOf(other);

function kindOf(row: SideRow): 'same' | 'missing' | 'other' {
  if (!('said' in row) || row.said === null || row.cutAt !== undefined) return 'other';
  return row.got === null ? 'missing' : 'same';
}
