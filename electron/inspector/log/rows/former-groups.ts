// Remembers the rows of each failure group before all rows are derived again. A failure that is classified differently gets another group.
// Its rows keep their ids, so they lead from the old name to the new one. Stored in the log until the marks have followed.

import type { RenamedGroup } from '../../../../shared/api/marks.ts';
import type { Marks } from '../counts/marks.ts';
import { emptyState, type Figure, type LogStore } from '../store/store.ts';

/** The newest rows of a group represent all of it. */
const rowsPerGroup = 500;
const writtenAtOnce = 100;

/** Called before rows are cleared. Entries of an interrupted start stay, because some of their rows may be gone. */
export function* rememberGroups(store: LogStore, marks: Marks): Generator<void> {
  const known = new Set(store.figures('former').map(({ name }) => name));
  const groups = [...store.figures('group').map(({ name }) => name), ...marks.all().map(({ group }) => group)];
  let figures: Figure[] = [];
  const write = () => {
    // Rules that no version has: the rows still count as outdated.
    if (figures.length > 0) store.put([], store.state() ?? emptyState(0), [], figures);
    figures = [];
  };
  for (const name of new Set(groups)) {
    if (known.has(name)) continue;
    const rows = store.groupRows(name, rowsPerGroup);
    // The row that stands for a failed call names its group.
    const heads = rows.filter(({ id, incident }) => incident === id);
    const ids = (heads.length > 0 ? heads : rows).map(({ id }) => id);
    if (ids.length > 0) figures.push({ kind: 'former', name, figures: JSON.stringify(ids) });
    if (figures.length < writtenAtOnce) continue;
    write();
    yield;
  }
  write();
}

/** Called once all rows are derived again. */
export function followGroups(store: LogStore, marks: Marks): void {
  const former = store.figures('former');
  const state = store.state();
  if (former.length === 0 || state === null) return;
  const renamed: RenamedGroup[] = [];
  /** New groups with rows from a group that was not quiet. */
  const loud = new Set<string>();
  for (const { name, figures } of former) {
    for (const to of groupsOf(store, JSON.parse(figures) as number[])) {
      if (!marks.quiet.has(name)) loud.add(to);
      if (to !== name) renamed.push({ from: name, to });
    }
  }
  if (renamed.length > 0 && !marks.follow(renamed, (group) => !loud.has(group))) return; // The next start retries.
  store.put(
    [],
    state,
    [],
    former.map(({ name }) => ({ kind: 'former', name, figures: null })),
  );
}

function groupsOf(store: LogStore, rows: readonly number[]): Set<string> {
  const groups = rows.map((id) => store.row(id)?.group ?? null);
  return new Set(groups.filter((group) => group !== null));
}
