// The processes of this machine: pid, parent, age and command line. Bounded in their number and in the length of their arguments. Linux
// (/proc) and macOS (`ps`); Windows shows command lines only to a shell, so there is no list.

import { execFile } from 'node:child_process';
import { closeSync, openSync, readdirSync, readlinkSync, readSync, statSync } from 'node:fs';
import { uptime } from 'node:os';
import { statFields } from '../../transports/process-groups.ts';

export interface RunningProcess {
  pid: number;
  /** 0: outside of this container. */
  parent: number;
  startedAt: number;
  /** null: unknown. */
  session: number | null;
  /** Its arguments with `separator` between them. Only the program and `…` if they are too long to be compared, '' for other users. */
  line: string;
}

export interface ProcessTable {
  processes: RunningProcess[];
  /** Where arguments are separated by blanks, one with a blank looks like two. */
  separator: '\0' | ' ';
  /** null: unknown. */
  folderOf: (pid: number) => string | null;
  /** Whether its stdin is a pipe or a socket, as a client makes it; null: unknown. */
  hasPipedInput: (pid: number) => boolean | null;
}

const mostProcesses = 5_000;
/** What a wrap or an interpreter adds to a command. */
const roomBefore = 4_096;
/** Linux starts no program with more. */
const mostArguments = 6 * 1024 * 1024;
/** Of `ps`. More means that something is wrong with it. */
const psBytes = 16 * 1024 * 1024;
const psMs = 5_000;

/** `wanted`: the command line to look for. Longer ones are not read to the end. null: processes cannot be listed. */
export async function listProcesses(platform: NodeJS.Platform, wanted: string): Promise<ProcessTable | null> {
  if (platform !== process.platform) return null;
  if (platform === 'linux') return listProc(Math.min(Buffer.byteLength(wanted), mostArguments) + roomBefore);
  if (platform === 'darwin') return listPs();
  return null;
}

function listProc(mostBytes: number): ProcessTable | null {
  try {
    const bootedAt = Date.now() - uptime() * 1000;
    const room = Buffer.allocUnsafe(mostBytes);
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    const processes = pids.slice(-mostProcesses).flatMap((pid) => readProc(pid, bootedAt, room));
    return { processes, separator: '\0', folderOf: (pid) => linkOf(pid, 'cwd'), hasPipedInput };
  } catch {
    return null;
  }
}

/** Of clock ticks: Linux reports a hundred per second on every machine that Node runs on. */
const tickMs = 10;

/** [] if it ended meanwhile. */
function readProc(pid: string, bootedAt: number, room: Buffer): RunningProcess[] {
  const fields = statFields(pid);
  const [state, parent, , session] = fields;
  const ticks = fields[19];
  if (ticks === undefined || state === 'Z' || state === 'X') return [];
  return [
    {
      pid: Number(pid),
      parent: Number(parent),
      startedAt: Math.round(bootedAt + Number(ticks) * tickMs),
      session: Number(session),
      line: argumentsOf(pid, room),
    },
  ];
}

/** foreign-file.ts reads no further than the size of a file, which is 0 for all of /proc. */
function argumentsOf(pid: string, room: Buffer): string {
  try {
    if (statSync(`/proc/${pid}`).uid !== process.getuid?.()) return '';
    const file = openSync(`/proc/${pid}/cmdline`, 'r');
    try {
      let filled = 0;
      while (filled < room.length) {
        const read = readSync(file, room, filled, room.length - filled, null);
        if (read === 0) break;
        filled += read;
      }
      const line = room.toString('utf8', 0, filled);
      return filled < room.length ? line.replace(/\0$/, '') : `${line.split('\0', 1)[0]}\0…`;
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}

function linkOf(pid: number, name: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/${name}`);
  } catch {
    return null;
  }
}

function hasPipedInput(pid: number): boolean | null {
  const target = linkOf(pid, 'fd/0');
  return target === null ? null : /^(?:pipe|socket):/.test(target);
}

function listPs(): Promise<ProcessTable | null> {
  const columns = ['-axww', '-o', 'pid=,ppid=,uid=,etime=,command='];
  return new Promise((resolve) => {
    execFile('/bin/ps', columns, { maxBuffer: psBytes, timeout: psMs }, (error, stdout) => {
      const unknown = () => null;
      if (error) return resolve(null);
      const processes = parsePs(stdout, process.getuid?.() ?? -1, Date.now());
      resolve({ processes, separator: ' ', folderOf: unknown, hasPipedInput: unknown });
    });
  });
}

/** Lines that `ps` prints: pid, ppid, uid, the time since the start as `[[days-]hours:]minutes:seconds`, and the command line. */
export function parsePs(text: string, uid: number, now: number): RunningProcess[] {
  return text.split('\n', mostProcesses).flatMap((row) => {
    const found = /^ *(\d+) +(\d+) +(\d+) +(?:(?:(\d+)-)?(\d+):)?(\d+):(\d+) (.*)$/s.exec(row);
    if (!found) return [];
    const [pid = 0, parent = 0, owner = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found
      .slice(1, 8)
      .map((part) => Number(part ?? 0));
    const age = ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
    const line = owner === uid ? (found[8] ?? '') : '';
    return [{ pid, parent, startedAt: now - age * 1000, session: null, line }];
  });
}
