// Marks from a capture of an earlier version whose failures are decoded differently now. The file has no rows that link the old group to
// the new one. The mark moves only if exactly one group can be meant.

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
