// Driving an inspector without a window: a call that is sent and waited for until it is over, and waiting for anything else.

import { type Answer, done, type InspectorApi } from '../../shared/api/api.ts';
import type { RowDetail } from '../../shared/timeline.ts';
import type { InspectorHandle } from './inspector-handle.ts';

/** The call's row once it is settled. Refused where it could not be sent. */
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

/** Looks after each batch, one look at a time, until there is something. */
export function settle<T>(inspector: InspectorHandle, look: () => Promise<T | null>): Promise<T> {
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
