// npm runs its scripts through a shell. A signal to npm ends that shell, which does not forward it: the app would keep running in the
// background with every server it started. So, under npm, the app exits when its parent is gone.

const lookEveryMs = 500;

export function endWithNpm(): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const starter = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === starter) return;
    clearInterval(timer);
    // The normal shutdown, so that servers are ended too.
    process.kill(process.pid, 'SIGTERM');
  }, lookEveryMs);
  timer.unref();
}
