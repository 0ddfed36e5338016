// Long work on the page's own thread, in slices: after each the page may draw and answer. The work is a generator that pauses
// wherever it can; this decides when to.

/** A slice is well below one frame, so that typing and scrolling go on. */
const sliceMs = 8;

/** null when it was given up. */
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

/** A message comes after what the page has to do, and unlike a timer it is not held back. */
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
