// Sends batches to one window no faster than it takes them in. The window's answer to each batch is the only signal that
// works alike over IPC, which has no send buffer to look at, and over WebSocket.
// A slow window gets no endless queue. It gets the newest state and the newest rows, and requests the rest.

import type { Batch } from '../../shared/contract/api.ts';
import { type FeatureChanges, noChanges } from '../../shared/contract/features.ts';

/** Batches sent and not yet taken in; two keep a quick window busy without a pause between them. */
const inFlightLimit = 2;
/** Rows that may wait for a window; of more only the newest are sent, which are those that are looked at. */
const waitingRows = 500;

interface BatchFeed {
  push(batch: Batch): void;
}

/** `send` resolves when the window has taken the batch in. A rejection means that the window is gone. */
export function createBatchFeed(send: (batch: Batch) => Promise<void>): BatchFeed {
  let inFlight = 0;
  let waiting: Batch | null = null;

  function pump(): void {
    while (waiting && inFlight < inFlightLimit) {
      const batch = waiting;
      waiting = null;
      inFlight += 1;
      send(batch).then(settle, settle);
    }
  }

  function settle(): void {
    inFlight -= 1;
    pump();
  }

  return {
    push(batch) {
      waiting = waiting ? newestState(waiting, batch) : batch;
      pump();
    },
  };
}

/** Two batches as one: the state of the later, the span of both, and of their rows as many as a window takes in at once. */
export function newestState(earlier: Batch, later: Batch): Batch {
  const rows = [...new Map([...earlier.rows, ...later.rows].map((row) => [row.id, row])).values()];
  const tooMany = rows.length > waitingRows;
  return {
    fromRev: earlier.fromRev,
    rev: later.rev,
    rows: tooMany ? rows.sort((one, other) => one.ord - other.ord).slice(-waitingRows) : rows,
    truncated: tooMany || earlier.truncated || later.truncated,
    servers: later.servers ?? earlier.servers,
    past: later.past ?? earlier.past,
    counters: later.counters,
    asks: later.asks ?? earlier.asks,
    ...newestChanges(earlier, later),
    recording: later.recording,
    notice: later.notice,
    marks: later.marks ?? earlier.marks,
  };
}

/** Unlike rows, changed replays and probes are not requested again. So those of both batches are kept, each in its newest state. */
function newestChanges(earlier: FeatureChanges, later: FeatureChanges): FeatureChanges {
  const newest = Object.keys(noChanges).map((key) => {
    const [one, other] = [earlier[key as keyof FeatureChanges], later[key as keyof FeatureChanges]];
    return [key, areById(one) && areById(other) ? byId([...one, ...other]) : (other ?? one)];
  });
  return Object.fromEntries(newest);
}

const areById = (value: unknown): value is { id: string }[] =>
  Array.isArray(value) && value.every((item) => typeof item.id === 'string');
const byId = (items: { id: string }[]) => [...new Map(items.map((item) => [item.id, item])).values()];
