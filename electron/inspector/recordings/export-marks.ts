// The user's marks on failures in an exported capture. They use the server names of the file, so that the same groups are marked when it is
// opened.

import type { GroupMark } from '../../../shared/api/marks.ts';
import { groupOf } from '../../../shared/filter/failure-group.ts';
import type { Masker } from '../../../shared/mask/masker.ts';
import type { Row } from '../../../shared/timeline.ts';
import type { ReadableLog } from '../log/rows/readable-log.ts';

/** The row that stands for a failed call names its group; it is among these. */
const rowsLookedAt = 200;

export function exportedMarks(log: ReadableLog, masker: Masker, isExported: (row: Row) => boolean): GroupMark[] {
  log.flush();
  return log.marks.all().flatMap((mark) => {
    const rows = log.store.groupRows(mark.group, rowsLookedAt);
    const head = rows.find(({ id, incident }) => id === incident);
    if (!head || !rows.some(isExported)) return [];
    const server = log.serverName(head.server);
    const target = head.target === null ? null : masker.mask(head.target);
    const group = groupOf({ ...head, server, target }, log.store.factsOf(head.id)?.layer ?? null);
    if (group === null) return [];
    return [{ ...mark, group, server, note: masker.mask(mark.note), words: masker.mask(mark.words) }];
  });
}
