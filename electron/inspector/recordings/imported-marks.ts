// Marks that came with a capture of an earlier version, whose failures are read differently now. The file has no rows that
// lead from the old group to the new one. Only where one group alone can be meant does the mark follow.

import { possibleNames } from '../../../shared/filter/failure-group.ts';
import type { Log } from '../log/log.ts';

export function followImportedMarks(log: Log): void {
  log.flush();
  const groups = [...log.figures.groups.all()];
  const present = new Set(groups.map(({ id }) => id));
  const lost = new Map<string, string[]>();
  for (const { group } of log.marks.all()) if (!present.has(group)) lost.set(group, []);
  if (lost.size === 0) return;
  for (const group of groups) {
    for (const name of new Set(possibleNames(group))) lost.get(name)?.push(group.id);
  }
  const renamed = [...lost].flatMap(([from, [to, ...others]]) => (to && others.length === 0 ? [{ from, to }] : []));
  if (renamed.length > 0) log.marks.follow(renamed, () => true);
}
