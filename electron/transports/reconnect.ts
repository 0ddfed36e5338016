// When a broken event stream is opened again: how long to wait, and how often to try.

import { setTimeout as delay } from 'node:timers/promises';
import type { StreamEnd } from './event-stream.ts';

/** Where a server does not say, or asks for next to none: it does not get a hot loop. */
const usualWaitMs = 1000;
const shortestWaitMs = 100;
const longestWaitMs = 24 * 3600 * 1000;
/** Reconnects in a row that brought nothing. */
export const maxIdleReconnects = 3;

export function reconnectWait({ retryMs }: Pick<StreamEnd, 'retryMs'>): number {
  const waitMs = retryMs === null || retryMs < shortestWaitMs ? usualWaitMs : retryMs;
  return Math.min(longestWaitMs, waitMs);
}

/** false: the wait was ended before its time. */
export async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await delay(ms, undefined, { signal, ref: false });
    return true;
  } catch {
    return false;
  }
}
