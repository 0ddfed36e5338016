// Aligns the server's response with what the model received, line by line. Equal lines are side by side; lost and added lines have an
// empty other side.

import { member } from '../json/json.ts';
import { lossesOf } from './losses.ts';
import { contentOf, failedOf, gotText, structuredOf, textOf, typeOf } from './parts/blocks.ts';
import type { Got, ServerAnswer } from './parts/seen.ts';

export type SidePart = 'Result' | 'Text' | 'Structured content' | 'Error' | 'Added by the client';

export type SideRow =
  | { part: SidePart; said: string | null; got: string | null }
  /** This many lines are equal on both sides. */
  | { part: SidePart; same: number };

const mostRows = 400;
const longestLine = 400;
/** Longer runs of equal lines are folded, except for two at each end. */
const longestRun = 6;

export function sideBySide(said: ServerAnswer, got: Got, flagged: boolean): SideRow[] {
  const text = gotText(got);
  const lines = new Set(text.split('\n').map((line) => line.trim()));
  const arrived = (line: string): string | null =>
    lines.has(line.trim()) || (line.trim().length > 3 && text.includes(line.trim())) ? cut(line) : null;
  const rows: SideRow[] = [];
  if (failedOf(said))
    rows.push({
      part: 'Result',
      said: 'error' in said ? `error ${said.error.code}` : 'isError: true',
      got: flagged ? 'marked as failed' : null,
    });
  const parts = 'error' in said ? errorLines(said) : resultLines(said, got, flagged);
  const shown = new Set<string>();
  for (const { part, line, isThere } of parts) {
    rows.push({ part, said: cut(line), got: isThere ? cut(line) : arrived(line) });
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
  for (const block of contentOf(said.result)) {
    if (typeOf(block) === 'text')
      for (const line of textOf(block, 'text')
        .split('\n')
        .slice(0, 4 * mostRows))
        lines.push({ part: 'Text', line });
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

function folded(rows: readonly SideRow[]): SideRow[] {
  const kept: SideRow[] = [];
  for (let at = 0; at < rows.length; ) {
    let end = at;
    while (end < rows.length && isSame(rows[end] as SideRow) && rows[end]?.part === rows[at]?.part) end += 1;
    if (end - at > longestRun) {
      const { part } = rows[at] as SideRow;
      kept.push(...rows.slice(at, at + 2), { part, same: end - at - 4 }, ...rows.slice(end - 2, end));
      at = end;
    } else {
      kept.push(...rows.slice(at, Math.max(end, at + 1)));
      at = Math.max(end, at + 1);
    }
  }
  return kept;
}

const isSame = (row: SideRow): boolean => 'said' in row && row.said !== null && row.got !== null;
