// When to reopen a broken event stream: how long to wait, and how often to try.

import { setTimeout as delay } from 'node:timers/promises';
import type { StreamEnd } from './event-stream.ts';

/** The wait if a server names none or almost none, to prevent a hot loop. */
const usualWaitMs = 1000;
const shortestWaitMs = 100;
const longestWaitMs = 24 * 3600 * 1000;
/** Reconnects in a row without an event. */
export const maxIdleReconnects = 3;

export function reconnectWait({ retryMs }: Pick<StreamEnd, 'retryMs'>): number {
  const waitMs = retryMs === null || retryMs < shortestWaitMs ? usualWaitMs : retryMs;
  return Math.min(longestWaitMs, waitMs);
}

/** false: the wait was canceled. */
export async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await delay(ms, undefined, { signal, ref: false });
    return true;
  } catch {
    return false;
  }
}
