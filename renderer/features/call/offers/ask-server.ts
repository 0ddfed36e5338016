// Sends a request with `call` and reads the response from its row: every request here is an ordinary row.

import type { Json } from '../../../../shared/json/json.ts';
import type { RowDetail } from '../../../../shared/timeline.ts';
import type { Model } from '../../../model/model.ts';
import { resultOf } from '../../../results/read-result.ts';

/** Reports a row now and on each change until it ends. Returns a function to stop. */
export function followRow(model: Model, id: number, onDetail: (detail: RowDetail) => void): () => void {
  let wanted = true;
  let busy = false;
  let again = false;
  const look = async () => {
    if (busy) {
      again = true;
      return;
    }
    busy = true;
    const answer = await model.platform.call('rowDetail', { id });
    busy = false;
    if (!wanted) return;
    if (answer.ok) {
      onDetail(answer.value);
      if (!answer.value.row.pending) return stop();
    }
    if (again) {
      again = false;
      void look();
    }
  };
  const unsubscribe = model.platform.onBatch(async (batch) => {
    if (batch.truncated || batch.rows.some((row) => row.id === id)) void look();
  });
  const stop = () => {
    wanted = false;
    unsubscribe();
  };
  void look();
  return stop;
}

/** Sends and waits; null without a useful response. For small requests such as completions. */
export async function askServer(model: Model, server: string, method: string, params: Json): Promise<Json | null> {
  const sent = await model.platform.call('call', { server, method, params: JSON.stringify(params), timeoutMs: 10_000 });
  if (!sent.ok) return null;
  const detail = await new Promise<RowDetail>((resolve) => {
    followRow(model, sent.value.id, (found) => !found.row.pending && resolve(found));
  });
  return resultOf(model, detail);
}
