// Which processes run exactly the command of a server, what started them, and what to do about those that are left over. Decides from a
// table of processes, and ends none. A program that changes its own title (`npx`) is not recognized, except behind a wrap.

import { existsSync, realpathSync } from 'node:fs';
import { basename, isAbsolute, resolve } from 'node:path';
import type { RunningCopy } from '../../../shared/server/connecting.ts';
import type { TransportConfig } from '../../../shared/server/server-config.ts';
import { duration } from '../../../shared/text/duration.ts';
import { visibleName } from '../../../shared/text/visible-text.ts';
import { isPath } from './find-command.ts';
import type { ProcessTable, RunningProcess } from './process-table.ts';

export interface WantedCommand {
  kind: TransportConfig['kind'];
  words: readonly string[];
  /** Where the command was found. */
  file: string | null;
  /** Its first line, if it is a script. */
  shebang: string | null;
  /** Where the server would start. */
  folder: string;
}

const longestName = 60;

/** `own`: pids that this process started. What they started is left out too. */
export function copiesOf(
  wanted: WantedCommand,
  table: ProcessTable,
  own: ReadonlySet<number>,
  now: number,
): RunningCopy[] {
  const byPid = new Map(table.processes.map((process) => [process.pid, process]));
  const runs = matcherOf(wanted, table);
  const matching = new Set(table.processes.filter(runs).map(({ pid }) => pid));
  // A wrap and its server, or a server and its workers, are one copy: the one that started the others.
  const copies = [...matching].flatMap((pid) => {
    const process = byPid.get(pid) as RunningProcess;
    const ancestors = ancestorsOf(process, byPid);
    return own.has(pid) || ancestors.some((one) => own.has(one) || matching.has(one)) ? [] : [process];
  });
  const parents = new Map(copies.map((copy) => [copy, parentOf(copy, wanted, table, byPid)]));
  const siblings = (parent: RunningProcess) => [...parents.values()].filter((one) => one === parent).length;
  return copies
    .sort((a, b) => a.startedAt - b.startedAt)
    .map((copy): RunningCopy => {
      const parent = parents.get(copy) ?? null;
      const age = `pid ${copy.pid}, started ${duration(Math.max(1000, now - copy.startedAt))} ago`;
      const seen = { pid: copy.pid, startedAt: copy.startedAt };
      if (parent === 'ended')
        return {
          ...seen,
          parent: null,
          state: 'left_over',
          words: `${age}, outlived the program that started it. To end it: kill ${copy.pid}`,
        };
      if (parent === null) return { ...seen, parent, state: 'in_use', words: `${age}.` };
      const name = nameOf(parent, table);
      const by = `${age} by ${name === '' ? 'a process' : name} (pid ${parent.pid})`;
      const times = siblings(parent);
      const shown = { ...seen, parent: { pid: parent.pid, name } };
      return times === 1
        ? { ...shown, state: 'in_use', words: `${by}.` }
        : {
            ...shown,
            state: 'duplicate',
            words: `${by}, which runs this command ${times} times. If it needs only one, restart it, or end one: kill ${copy.pid}`,
          };
    });
}

function matcherOf({ words, file, shebang, folder }: WantedCommand, table: ProcessTable) {
  const { separator } = table;
  const [command = '', ...args] = words;
  const line = (...parts: string[]) => [...parts, ...args].join(separator);
  const exact = new Set([line(command), line(file ?? command)]);
  const firstLine = (shebang ?? '')
    .slice(2)
    .trim()
    .split(/[ \t]+/);
  // The system puts the interpreter in front of a script, with the rest of the first line. `node misfire doctor SCRIPT` has other words there.
  const isScript = (running: string): boolean => {
    if (file === null || shebang === null || !running.endsWith(separator + line(file))) return false;
    const [interpreter = '', ...options] = running.slice(0, -line(file).length - 1).split(separator);
    const isNamed = firstLine.some((word) => basename(word) === basename(interpreter));
    return isNamed && ` ${firstLine.join(' ')}`.endsWith(options.map((word) => ` ${word}`).join(''));
  };
  const isWrap = (running: string): boolean => {
    const end = `${separator}--${separator}${line(command)}`;
    if (!running.endsWith(end)) return false;
    const before = running.slice(0, -end.length).split(separator);
    return before.some((word) => word === 'wrap' || basename(word) === 'wrap.cjs');
  };
  // `node server.js` of another folder is another server.
  const paths = isPath(command) ? words : args;
  const isRelative = paths.some((word) => word !== '' && !isAbsolute(word) && existsSync(resolve(folder, word)));
  const here = isRelative ? realFolder(folder) : null;
  const isHere = (pid: number) => !isRelative || (here !== null && table.folderOf(pid) === here);
  return ({ pid, line: running }: RunningProcess): boolean =>
    (exact.has(running) || isScript(running) || isWrap(running)) && isHere(pid);
}

function realFolder(folder: string): string | null {
  try {
    return realpathSync(folder);
  } catch {
    return null;
  }
}

function ancestorsOf({ parent }: RunningProcess, byPid: ReadonlyMap<number, RunningProcess>): number[] {
  const found = new Set<number>();
  // Processes end and start while they are listed, so the parents may form a circle.
  for (let pid = parent; pid > 0 && !found.has(pid); pid = byPid.get(pid)?.parent ?? 0) found.add(pid);
  return [...found];
}

/** null: it is outside of this container. */
function parentOf(
  copy: RunningProcess,
  { kind }: WantedCommand,
  table: ProcessTable,
  byPid: ReadonlyMap<number, RunningProcess>,
): RunningProcess | 'ended' | null {
  if (copy.parent === 0) return null;
  const parent = byPid.get(copy.parent);
  if (!parent) return null;
  const isReaper = parent.pid === 1 || (nameOf(parent, table) === 'systemd' && parent.line.includes('--user'));
  // A service has no client: its stdin is no pipe. Process 1 of a container may be the client itself, in one session with its server.
  const hadClient = table.hasPipedInput(copy.pid) ?? kind === 'stdio';
  const isStranger = copy.session === null || copy.session !== parent.session;
  return isReaper && hadClient && isStranger ? 'ended' : parent;
}

/** The program without its arguments, which may hold secrets. '' for a program of another user. */
function nameOf({ line }: RunningProcess, { separator }: ProcessTable): string {
  const program = line.split(separator, 1)[0]?.trimStart().split(/\s/, 1)[0] ?? '';
  return visibleName(basename(program).slice(0, longestName));
}
