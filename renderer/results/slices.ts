// Runs long work on the page's thread in slices, so that the page can draw and respond in between. The work is a generator that pauses
// often; this module decides when to yield.

/** A slice is well below one frame, so that typing and scrolling stay smooth. */
const sliceMs = 8;

/** null if it was canceled. */
export async function inSlices<T>(work: Generator<void, T>, signal?: AbortSignal): Promise<T | null> {
  for (;;) {
    const until = performance.now() + sliceMs;
    while (performance.now() < until) {
      const step = work.next();
      if (step.done) return step.value;
    }
    await nextTurn();
    if (signal?.aborted) return null;
  }
}

/** A message runs after the page's pending work and, unlike a timer, is not throttled. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
