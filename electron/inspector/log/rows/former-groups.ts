// Which rows a group of failures had before all rows are derived again. A failure that is read differently then gets another
// group: its rows, whose ids stay, lead from the old name to the new one. Kept in the log until marks have followed.

import type { RenamedGroup } from '../../../../shared/api/marks.ts';
import type { Marks } from '../counts/marks.ts';
import { emptyState, type Figure, type LogStore } from '../store/store.ts';

/** The newest rows of a group stand for all of it. */
const rowsPerGroup = 500;
const writtenAtOnce = 100;

/** Before rows are cleared. What an interrupted start has remembered stays: some of its rows may be gone. */
export function* rememberGroups(store: LogStore, marks: Marks): Generator<void> {
  const known = new Set(store.figures('former').map(({ name }) => name));
  const groups = [...store.figures('group').map(({ name }) => name), ...marks.all().map(({ group }) => group)];
  let figures: Figure[] = [];
  const write = () => {
    // Rules that no version has: the rows are still outdated.
    if (figures.length > 0) store.put([], store.state() ?? emptyState(0), [], figures);
    figures = [];
  };
  for (const name of new Set(groups)) {
    if (known.has(name)) continue;
    const rows = store.groupRows(name, rowsPerGroup);
    // The row that failed first names the group of an incident.
    const heads = rows.filter(({ id, incident }) => incident === id);
    const ids = (heads.length > 0 ? heads : rows).map(({ id }) => id);
    if (ids.length > 0) figures.push({ kind: 'former', name, figures: JSON.stringify(ids) });
    if (figures.length < writtenAtOnce) continue;
    write();
    yield;
  }
  write();
}

/** Once all rows are there again. */
export function followGroups(store: LogStore, marks: Marks): void {
  const former = store.figures('former');
  const state = store.state();
  if (former.length === 0 || state === null) return;
  const renamed: RenamedGroup[] = [];
  /** New groups with rows of a group that was not quiet. */
  const loud = new Set<string>();
  for (const { name, figures } of former) {
    for (const to of groupsOf(store, JSON.parse(figures) as number[])) {
      if (!marks.quiet.has(name)) loud.add(to);
      if (to !== name) renamed.push({ from: name, to });
    }
  }
  if (renamed.length > 0 && !marks.follow(renamed, (group) => !loud.has(group))) return; // The next start tries again.
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
