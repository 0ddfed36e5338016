// A rate limit that can be triggered on purpose and really ends. The first call is refused, calls before the hinted time are refused again,
// and the first call after it passes. Then it starts over, so that it can be shown again.

interface RateGate {
  /** Milliseconds still to wait; 0 lets the call pass. `times` is the number of consecutive windows to wait for. */
  knock(key: string, waitMs: (round: number) => number, times?: number): number;
}

export function createRateGate(now: () => number = Date.now): RateGate {
  const windows = new Map<string, { round: number; until: number }>();
  return {
    knock(key, waitMs, times = 1) {
      const window = windows.get(key) ?? { round: 0, until: 0 };
      if (now() < window.until) return window.until - now();
      if (window.round >= times) {
        windows.delete(key);
        return 0;
      }
      const wait = waitMs(window.round);
      windows.set(key, { round: window.round + 1, until: now() + wait });
      return wait;
    },
  };
}
