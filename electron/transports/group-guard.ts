// Ends server processes if Misfire is killed: a small shell that ends the registered process groups once its input closes. It
// runs only while groups exist. POSIX only.

import { type ChildProcess, spawn } from 'node:child_process';

// It reads `add N` and `del N` from stdin. End of input without a `del` means that Misfire died: SIGTERM, one second, SIGKILL. `expect M`
// means that process M is starting a group and may die before it reports the number. Then the guard searches for it (Linux). It has the
// same new parent as the guard, leads a session, and is younger than the guard. Its input and output are sockets.
const script = `
groups=
starter=
while read -r verb group; do
  case $verb in
    expect) starter=$group ;;
    add) groups="$groups $group"; starter= ;;
    del) left=; for g in $groups; do [ "$g" = "$group" ] || left="$left $g"; done; groups=$left ;;
  esac
done
about() { read -r line <"/proc/$1/stat" && set -- \${line##*) } && parent=$2 group=$3 session=$4 born=\${20}; }
if [ -n "$starter" ] && about self; then
  # The files of a process that dies are closed before its children get another parent.
  tries=0
  while about self && [ "$parent" = "$starter" ] && [ $tries -lt 100 ]; do tries=$((tries + 1)); sleep 0.02; done
  reaper=$parent
  start=$born
  for folder in /proc/[0-9]*; do
    process=\${folder#/proc/}
    [ "$process" != $$ ] && about "$process" && [ "$parent" = "$reaper" ] && [ "$session" = "$process" ] \\
      && [ "$born" -ge "$start" ] && [ -S "$folder/fd/0" ] && [ -S "$folder/fd/1" ] && groups="$groups $process"
  done
fi
[ -n "$groups" ] || exit 0
for g in $groups; do kill -s TERM -- "-$g"; done
sleep 1
for g in $groups; do kill -s KILL -- "-$g"; done
`;

const guarded = new Set<number>();
let guard: ChildProcess | null = null;

/** Call it before starting a group, so that the guard can end the group even without its number. `guardGroup` must follow. */
export function expectGroup(): void {
  if (process.platform === 'win32') return;
  if (!guard) startGuard();
  tell(`expect ${process.pid}\n`);
}

/** Nothing was started after all. */
export function expectNothing(): void {
  tell('expect\n');
  endIdleGuard();
}

export function guardGroup(leader: number): void {
  if (process.platform === 'win32') return;
  guarded.add(leader);
  if (guard) tell(`add ${leader}\n`);
  else startGuard();
}

export function unguardGroup(leader: number): void {
  if (!guarded.delete(leader) || !guard) return;
  tell(`del ${leader}\n`);
  endIdleGuard();
}

function endIdleGuard(): void {
  if (guarded.size > 0) return;
  guard?.stdin?.end();
  guard = null;
}

function startGuard(): void {
  // Its own session: a Ctrl-C for Misfire must not end its guard first.
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
