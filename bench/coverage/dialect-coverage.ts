// What the dialects cover, as rows and as a table for people: dialect × code, range, word, class and status.

import { advice } from '../../shared/decode/finding/advice.ts';
import { severityOf } from '../../shared/decode/finding/retry.ts';
import type { Dialect, Meaning } from '../../shared/dialects/dialect-schema.ts';
import type { FailureClass, Severity, Verdict } from '../../shared/failure.ts';

interface CoverageRow {
  dialect: string;
  table: 'code' | 'range' | 'word' | 'class' | 'status';
  key: string;
  name: string;
  category: string;
  class: FailureClass;
  verdict: Verdict;
  severity: Severity;
  /** The row applies only under another condition. */
  conditional: boolean;
}

export function coverage(dialects: readonly Dialect[]): CoverageRow[] {
  return dialects.flatMap((dialect) => [
    ...rowsOf(dialect, 'code', dialect.codes),
    // The severity of a range is that of a code in its middle: its ends may have their own rows.
    ...dialect.ranges.map((range) =>
      rowOf(dialect, 'range', `${range.from} to ${range.to}`, range, Math.round((range.from + range.to) / 2)),
    ),
    ...rowsOf(dialect, 'class', dialect.classes),
    ...rowsOf(dialect, 'status', dialect.statuses),
    ...rowsOf(dialect, 'word', dialect.words),
  ]);
}

function rowsOf(
  dialect: Dialect,
  table: CoverageRow['table'],
  entries: Record<string, Meaning | Meaning[]>,
): CoverageRow[] {
  const byNumber = (one: string, other: string): number =>
    table === 'code' || table === 'status' ? Number(other) - Number(one) : 0;
  return Object.keys(entries)
    .sort(byNumber)
    .flatMap((key) => {
      const meanings = entries[key] as Meaning | Meaning[];
      return (Array.isArray(meanings) ? meanings : [meanings]).map((meaning) =>
        rowOf(dialect, table, key, meaning, table === 'code' ? Number(key) : null),
      );
    });
}

function rowOf(
  dialect: Dialect,
  table: CoverageRow['table'],
  key: string,
  meaning: Meaning,
  code: number | null,
): CoverageRow {
  const defaults = advice[meaning.class];
  return {
    dialect: dialect.id,
    table,
    key,
    name: meaning.name ?? '',
    category: meaning.category ?? '',
    class: meaning.class,
    verdict: meaning.verdict ?? defaults.verdict,
    severity: severityOf(meaning.class, meaning, dialect, code),
    conditional: meaning.when !== undefined,
  };
}

/** The rows as text, starting with one line of counts per dialect. */
export function coverageTable(dialects: readonly Dialect[]): string {
  const rows = coverage(dialects);
  const lines = dialects.map((dialect) => {
    const own = rows.filter((row) => row.dialect === dialect.id);
    const count = (table: CoverageRow['table']): number => own.filter((row) => row.table === table).length;
    const phrases = dialect.phrases.reduce((sum, phrase) => sum + phrase.says.length, 0);
    return [
      dialect.id,
      dialect.kind,
      count('code'),
      count('range'),
      count('class'),
      count('status'),
      count('word'),
      phrases,
      dialect.marks.length,
    ].map(String);
  });
  const summary = align([
    ['dialect', 'kind', 'codes', 'ranges', 'classes', 'statuses', 'words', 'phrases', 'marks'],
    ...lines,
  ]);
  const details = align([
    ['dialect', 'table', 'key', 'name', 'category', 'class', 'retry', 'severity'],
    ...rows.map((row) => [
      row.dialect,
      row.table,
      row.conditional ? `${row.key} if` : row.key,
      row.name,
      row.category,
      row.class,
      row.verdict,
      row.severity,
    ]),
  ]);
  return `${summary}\n\n${details}\n`;
}

function align(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.min(48, Math.max(...rows.map((row) => row[column]?.length ?? 0))),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => (cell.length > 48 ? `${cell.slice(0, 47)}…` : cell).padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
