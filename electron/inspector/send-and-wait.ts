// Drives an inspector without a window: sends a call and waits until it is over, and waits for other conditions.

import { type Answer, done, type InspectorApi } from '../../shared/contract/api.ts';
import type { RowDetail } from '../../shared/timeline.ts';
import type { InspectorHandle } from './inspector-handle.ts';

/** The call's row once it is settled. Rejects if it could not be sent. */
export async function sendAndWait(
  inspector: InspectorHandle,
  wish: Parameters<InspectorApi['call']>[0],
): Promise<Answer<RowDetail>> {
  const sent = await inspector.api.call(wish);
  if (!sent.ok) return sent;
  const { id } = sent.value;
  const detail = await settle(inspector, async () => {
    const found = await inspector.api.rowDetail({ id });
    return found.ok && !found.value.row.pending ? found.value : null;
  });
  return done(detail);
}

/** Checks after each batch, one check at a time, until there is a result. */
export function settle<T>(inspector: Pick<InspectorHandle, 'onBatch'>, look: () => Promise<T | null>): Promise<T> {
  return new Promise((resolve, reject) => {
    let looking = false;
    let again = false;
    const end = inspector.onBatch(() => void tryOnce());
    async function tryOnce(): Promise<void> {
      if (looking) {
        again = true;
        return;
      }
      looking = true;
      try {
        do {
          again = false;
          const found = await look();
          if (found === null) continue;
          end();
          resolve(found);
          return;
        } while (again);
      } catch (problem) {
        end();
        reject(problem);
      } finally {
        looking = false;
      }
    }
    void tryOnce();
  });
}
