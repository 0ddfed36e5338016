// The live process groups that Misfire started, so that none outlives it. Owns signaling a whole group and the last resort at
// exit. server-process.ts decides when and how to stop one.

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { isRunning } from '../foreign-files/named-process.ts';
import { guardGroup, unguardGroup } from './group-guard.ts';

const windows = process.platform === 'win32';
const live = new Set<number>();
let watchingExit = false;

/** `leader` is the pid of a process that leads its own group (on Windows: the root of a process tree). */
export function registerGroup(leader: number): void {
  live.add(leader);
  guardGroup(leader);
  if (!watchingExit) {
    watchingExit = true;
    process.on('exit', killAllProcessGroups);
  }
}

/** Call it as soon as the group is empty: afterwards the system may reuse its number. */
export function forgetGroup(leader: number): void {
  live.delete(leader);
  unguardGroup(leader);
}

export function liveGroups(): readonly number[] {
  return [...live];
}

/** Synchronous, for the end of the process: there is no time for a graceful stop. */
function killAllProcessGroups(): void {
  for (const leader of live) {
    signalGroup(leader, 'SIGKILL');
    forgetGroup(leader);
  }
}

export function signalGroup(leader: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (windows) {
    const force = signal === 'SIGKILL' ? ['/F'] : [];
    spawnSync('taskkill', ['/T', ...force, '/PID', String(leader)], { stdio: 'ignore', windowsHide: true });
    return;
  }
  try {
    process.kill(-leader, signal);
  } catch {
    // ESRCH: all of them have ended. EPERM: one has changed its user, and nothing more can be done.
  }
}

/** Whether the process with this number, which existed at that time, may still run. */
export function processIsAlive({ pid, startedAt }: { pid: number; startedAt: number }): boolean {
  // After a restart of the machine, the number belongs to another process.
  if (startedAt < Date.now() - uptime() * 1000 - 10_000) return false;
  return isRunning(pid);
}

/** Whether any process of the group still runs. A zombie does not count. */
export function groupIsAlive(leader: number): boolean {
  try {
    process.kill(windows ? leader : -leader, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return process.platform === 'linux' ? hasRunningMember(leader) : true;
}

/** Containers may not reap orphans, and signal 0 reaches zombies too, so this reads their state on Linux. */
function hasRunningMember(leader: number): boolean {
  // Members are younger than most processes, and the youngest come last.
  for (const entry of readdirSync('/proc').reverse()) {
    if (!/^\d+$/.test(entry)) continue;
    const [state, , group] = statFields(entry);
    if (Number(group) === leader && state !== 'Z' && state !== 'X') return true;
  }
  return false;
}

/** Fields 3 and later of /proc/PID/stat (see proc(5)); the name in field 2 may hold spaces and brackets. */
export function statFields(pid: string): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
