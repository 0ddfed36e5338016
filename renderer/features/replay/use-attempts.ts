// All attempts at the call of a card, oldest first: those of its chain, the call that a replay repeats, and later replays of any of them.
// Unmasked.

import { useEffect, useState } from 'react';
import type { RowDetail } from '../../../shared/timeline.ts';
import type { Model } from '../../model/model.ts';
import { useModel } from '../../model/model.ts';
import { replaysOf, useReplays } from '../../model/replays.ts';

/** More would be too long to read; the first and the newest are kept. */
const most = 20;

export function useAttempts(detail: RowDetail): readonly RowDetail[] {
  const model = useModel();
  const { id, rev } = detail.row;
  const [state, setState] = useState<{ id: number; found: RowDetail[] }>({ id, found: [] });
  // Another attempt, or the end of one.
  const news = useReplays(({ views }) => views.map(({ state, attempts }) => `${state}${attempts.length}`).join());
  // biome-ignore lint/correctness/useExhaustiveDependencies: `rev` and `news` mean that there may be more.
  useEffect(() => {
    let wanted = true;
    void loadAttempts(model, id).then((found) => {
      if (wanted) setState({ id, found });
    });
    return () => {
      wanted = false;
    };
  }, [model, id, rev, news]);
  return state.id === id && state.found.length > 0 ? state.found : [detail];
}

async function loadAttempts(model: Model, id: number): Promise<RowDetail[]> {
  const known = new Map<number, RowDetail>();
  const load = async (row: number): Promise<RowDetail | null> => {
    const before = known.get(row);
    if (before !== undefined) return before;
    const answer = await model.platform.call('rowDetail', { id: row });
    if (answer.ok) known.set(row, answer.value);
    return answer.ok ? answer.value : null;
  };
  let first = await load(id);
  for (let step = 0; step < most && first?.original; step += 1) first = (await load(first.original.row)) ?? first;
  const { views } = replaysOf(model).getState();
  const open = first === null ? [] : [first.row.id];
  const seen = new Set<number>();
  for (let row = open.shift(); row !== undefined && seen.size <= most * 2; row = open.shift()) {
    if (seen.has(row)) continue;
    seen.add(row);
    const one = await load(row);
    const chain = one?.attempts.map((other) => other.id) ?? [];
    const later = views
      .filter(({ source }) => source === row)
      .flatMap(({ attempts }) => attempts.map((a) => a.row ?? -1));
    open.push(...chain.slice(0, 1), ...chain.slice(1 - most), ...later.filter((other) => other >= 0));
  }
  const all = [...known.values()].sort((a, b) => a.row.at - b.row.at || a.row.id - b.row.id);
  return all.length <= most ? all : [all[0]!, ...all.slice(1 - most)];
}
