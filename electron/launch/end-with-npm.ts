// npm runs its scripts through a shell. A signal to npm ends that shell, which passes nothing on: the app would live on, unseen,
// with every server it started. So, under npm, the app ends when whoever started it is gone.

const lookEveryMs = 500;

export function endWithNpm(): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const starter = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === starter) return;
    clearInterval(timer);
    // The same way as any other end, so that servers are ended too.
    process.kill(process.pid, 'SIGTERM');
  }, lookEveryMs);
  timer.unref();
}
