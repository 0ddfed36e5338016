// The last handler of a process: uncaught errors go to one function, instead of ending the process with every server and
// every row that was not yet shown. Doors that stay open report and go on; commands report and end with a code of their own.

type Handle = (problem: unknown) => void;

let handle: Handle | null = null;

/** From now on `next` gets them; there is one handler at a time. */
export function handleUncaughtErrors(next: Handle): void {
  if (handle === null) {
    const tell = (problem: unknown) => {
      try {
        handle?.(problem);
      } catch {
        // A report that fails must not bring down what it reports about.
      }
    };
    process.on('uncaughtException', tell);
    process.on('unhandledRejection', tell);
  }
  handle = next;
}
