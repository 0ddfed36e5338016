// The process groups that Misfire started and that still live, so that none outlives it.
// Owns signalling a whole group and the last resort at exit. When and how gently to stop one is server-process.ts's.

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { uptime } from 'node:os';
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

/** Call it as soon as the group is empty: afterwards the system may give its number to strangers. */
export function forgetGroup(leader: number): void {
  live.delete(leader);
  unguardGroup(leader);
}

export function liveGroups(): readonly number[] {
  return [...live];
}

/** Synchronous, for the very end of the process: no time is left to be gentle. */
export function killAllProcessGroups(): void {
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
    // ESRCH: all of them ended meanwhile. EPERM: one has changed its user; nothing more can be done.
  }
}

/** Whether the process of this number, which was there at that time, may still be. */
export function processIsAlive({ pid, startedAt }: { pid: number; startedAt: number }): boolean {
  // Since the machine started anew, the number belongs to somebody else.
  if (startedAt < Date.now() - uptime() * 1000 - 10_000) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether any process of the group still runs. One that ended but was not reaped by its parent does not count. */
export function groupIsAlive(leader: number): boolean {
  try {
    process.kill(windows ? leader : -leader, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return process.platform === 'linux' ? hasRunningMember(leader) : true;
}

/** In containers nobody may reap orphans, and signal 0 reaches zombies too, so Linux is asked for their state. */
function hasRunningMember(leader: number): boolean {
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const [state, , group] = statFields(entry);
    if (Number(group) === leader && state !== 'Z' && state !== 'X') return true;
  }
  return false;
}

/** Fields 3 and later of /proc/PID/stat (see proc(5)); the name in field 2 may hold spaces and brackets. */
function statFields(pid: string): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
