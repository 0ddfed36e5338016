// Failed calls of a report by cause, as in the place Failures. Counted from the listed rows, so that it
// matches the file. Pure.

import { type GroupMark, isQuietMark } from '../../shared/api/marks.ts';
import type { FailureGroup } from '../../shared/api/views.ts';
import { severityRank } from '../../shared/filter/failure-group.ts';
import { countsAsFailed } from '../../shared/filter/row-facts.ts';
import { failedCallOf } from '../../shared/incident/failed-calls.ts';
import type { Row } from '../../shared/timeline.ts';

const sparkParts = 24;

/** As in the window, without fields that only the log has. */
export type PaperGroup = Omit<FailureGroup, 'owner' | 'flagged' | 'by'>;

/** The worst first, then the most frequent. */
export function gatherGroups(rows: readonly Row[], marks: readonly GroupMark[]): PaperGroup[] {
  const failed = rows.filter((row) => row.group !== null && countsAsFailed(row));
  const from = rows.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY);
  const span = rows.reduce((most, { at, endAt }) => Math.max(most, endAt ?? at), 0) - from + 1;
  const groups = new Map<string, PaperGroup>();
  const counted = new Set<number>();
  const said = new Map(marks.map((mark) => [mark.group, mark]));
  for (const row of failed) {
    const id = row.group as string;
    const at = row.endAt ?? row.at;
    const group = groups.get(id) ?? {
      ...blank(row, id),
      mark: said.get(id) ?? null,
      firstAt: at,
      lastAt: at,
      spark: Array(sparkParts).fill(0),
    };
    groups.set(id, group);
    // A failure caused by a closed connection does not represent the group: its cause does.
    const speaks = row.incident === row.id || (row.method === group.method && row.code === group.code);
    if (at >= group.lastAt && speaks) Object.assign(group, wordsOf(row), { newest: row.id });
    group.lastAt = Math.max(group.lastAt, at);
    group.firstAt = Math.min(group.firstAt, at);
    const call = failedCallOf(row);
    if (counted.has(call)) continue;
    counted.add(call);
    group.count += 1;
    const part = Math.min(sparkParts - 1, Math.floor(((at - from) / span) * sparkParts));
    group.spark[part] = (group.spark[part] ?? 0) + 1;
  }
  const groupOfRow = new Map(failed.map(({ id, group }) => [id, group as string]));
  for (const { remarks, chain } of rows) {
    const group = remarks.includes('recovered') && chain !== null ? groups.get(groupOfRow.get(chain) ?? '') : undefined;
    if (group) group.recovered += 1;
  }
  return [...groups.values()].sort(
    (a, b) =>
      Number(a.mark !== null && isQuietMark(a.mark)) - Number(b.mark !== null && isQuietMark(b.mark)) ||
      severityRank(a.severity) - severityRank(b.severity) ||
      b.count - a.count ||
      b.lastAt - a.lastAt,
  );
}

function blank(row: Row, id: string): PaperGroup {
  return {
    id,
    server: row.server,
    method: row.method,
    target: row.target,
    layer: null,
    ...wordsOf(row),
    isByHand: false,
    foundOwner: null,
    newest: row.id,
    count: 0,
    recovered: 0,
    firstAt: row.at,
    lastAt: row.at,
    spark: [],
    isNew: false,
    mark: null,
  };
}

/** From the newest. */
function wordsOf({ code, failure, headline, detail }: Row) {
  return {
    code,
    class: failure?.class ?? null,
    severity: failure?.severity ?? ('error' as const),
    verdict: failure?.verdict ?? null,
    afterMs: failure?.afterMs ?? null,
    title: headline,
    sentence: detail,
  };
}
