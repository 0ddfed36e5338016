// The host's latest overview of the recording, fetched again a few times a second while something happens.

import { useEffect, useState } from 'react';
import type { Overview } from '../../../shared/api/views.ts';
import { connectionOf, useConnection } from '../../model/connection.ts';
import { useModel } from '../../model/model.ts';

const refreshEvery = 500;

export function useOverview(view: string, buckets: number): Overview | null {
  const model = useModel();
  const recording = useConnection((state) => state.recording?.id ?? -1);
  const [overview, setOverview] = useState<Overview | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another recording has another overview.
  useEffect(() => {
    if (buckets === 0) return;
    let current = true;
    let timer: ReturnType<typeof setTimeout> | null = null;
    let asking = false;
    let again = false;
    const ask = async () => {
      timer = null;
      if (asking) {
        again = true;
        return;
      }
      asking = true;
      const answer = await model.platform.call('overview', { view, buckets });
      asking = false;
      if (!current) return;
      if (answer.ok) setOverview(answer.value);
      if (again) schedule();
      again = false;
    };
    const schedule = () => {
      timer ??= setTimeout(ask, refreshEvery);
    };
    void ask();
    const stop = connectionOf(model).subscribe((now, before) => {
      // Counters also change with expected marks, which move no row.
      if (now.counters !== before.counters || now.status !== before.status) schedule();
    });
    return () => {
      current = false;
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, [model, recording, view, buckets]);
  return overview;
}
