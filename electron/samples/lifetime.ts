// When a sample exits: with its parent, and never later. A closed stdin is the only sign that also comes when the parent was killed.

/** Milliseconds in which responses to the last lines of a pipe (`echo … | node server.ts`) may still be written. */
const grace = 100;

export function endWithParent(): void {
  process.stdin.on('end', () => setTimeout(() => process.exit(0), grace));
  process.stdin.on('error', () => process.exit(0));
  // The reader of our responses is gone, so nothing is left to do.
  process.stdout.on('error', () => process.exit(0));
  process.on('SIGTERM', () => process.exit(0));
  process.stdin.resume();
}
