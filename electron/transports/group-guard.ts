// A guard for the day Misfire is killed outright: a small shell that ends the registered groups once its input closes.
// Owns that one shell, which runs only while groups exist. POSIX only; on Windows nothing here acts.

import { type ChildProcess, spawn } from 'node:child_process';

// It is told `add N` and `del N` on stdin. End of input without a `del` means that Misfire died: SIGTERM, a second, SIGKILL.
const script = `
groups=
while read -r verb group; do
  case $verb in
    add) groups="$groups $group" ;;
    del) left=; for g in $groups; do [ "$g" = "$group" ] || left="$left $g"; done; groups=$left ;;
  esac
done
[ -n "$groups" ] || exit 0
for g in $groups; do kill -s TERM -- "-$g"; done
sleep 1
for g in $groups; do kill -s KILL -- "-$g"; done
`;

const guarded = new Set<number>();
let guard: ChildProcess | null = null;

export function guardGroup(leader: number): void {
  if (process.platform === 'win32') return;
  guarded.add(leader);
  if (guard) tell(`add ${leader}\n`);
  else startGuard();
}

export function unguardGroup(leader: number): void {
  if (!guarded.delete(leader) || !guard) return;
  tell(`del ${leader}\n`);
  if (guarded.size === 0) {
    guard.stdin?.end();
    guard = null;
  }
}

function startGuard(): void {
  // A session of its own: a Ctrl-C meant for Misfire must not end its guard first.
  const started = spawn('/bin/sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true, cwd: '/' });
  const lost = () => {
    if (guard === started) guard = null;
  };
  started.on('error', lost);
  started.on('exit', lost);
  started.stdin.on('error', lost);
  // The guard never keeps Misfire running.
  started.unref();
  (started.stdin as unknown as { unref(): void }).unref();
  guard = started;
  for (const leader of guarded) tell(`add ${leader}\n`);
}

function tell(line: string): void {
  guard?.stdin?.write(line);
}
