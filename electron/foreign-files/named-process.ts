// Whether the process that a file or a folder names still runs: of a lock, a rehearsal, a link to a window, a temporary folder.

/** One of another user counts, because it exists. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (problem) {
    return (problem as NodeJS.ErrnoException).code === 'EPERM';
  }
}
