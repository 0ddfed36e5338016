// Checks before anything is started: does the command exist, and is it executable? Owns the messages and fixes of these two checks.

import { accessSync, constants, existsSync, readlinkSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { DoctorFix } from '../../../shared/advice.ts';
import { withForeignFile } from '../../foreign-files/foreign-file.ts';
import type { SpawnedCommand } from '../../transports/spawn-failure.ts';
import { problemWithFolder } from '../../transports/spawn-failure.ts';
import type { DoctorEvidence } from './doctor-evidence.ts';
import { broken, type DoctorFinding, edit, elsewhere, fine } from './doctor-finding.ts';
import {
  type CommandLookup,
  findNearName,
  findOutsidePath,
  isPath,
  type LocatedCommand,
  locateCommand,
  usualFolders,
} from './find-command.ts';

/** The package that installs a command. */
const installers: Record<string, string> = {
  npx: 'Node.js (nodejs.org)',
  node: 'Node.js (nodejs.org)',
  npm: 'Node.js (nodejs.org)',
  pnpm: 'pnpm (pnpm.io)',
  yarn: 'Yarn (yarnpkg.com)',
  bun: 'Bun (bun.sh)',
  bunx: 'Bun (bun.sh)',
  deno: 'Deno (deno.com)',
  uv: 'uv (docs.astral.sh/uv)',
  uvx: 'uv (docs.astral.sh/uv)',
  python: 'Python (python.org)',
  python3: 'Python (python.org)',
  pipx: 'pipx (pipx.pypa.io)',
  docker: 'Docker (docker.com)',
  podman: 'Podman (podman.io)',
  dotnet: '.NET (dotnet.microsoft.com)',
  java: 'a Java runtime (adoptium.net)',
  go: 'Go (go.dev)',
  ruby: 'Ruby (ruby-lang.org)',
  php: 'PHP (php.net)',
};

interface CommandSubject {
  command: SpawnedCommand;
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  evidence: DoctorEvidence;
}

/** Yields the command check, then the permission check; stops at the first failure. */
export function* checkCommand({ command, env, platform, evidence }: CommandSubject): Generator<DoctorFinding> {
  const lookup: CommandLookup = { command: command.command, cwd: command.cwd, env, platform };
  // A path is resolved in the working folder; the start itself reports a missing folder.
  if (problemWithFolder(command.cwd) !== null) {
    yield fine('command', 'It would be looked up in the working folder.');
    yield fine('permission', 'It would be looked up in the working folder.');
    return;
  }
  const located = locateCommand(lookup);
  if (located.kind === 'missing') {
    yield missing(lookup, located, evidence);
    return;
  }
  yield fine('command', `It is ${evidence.own(located.file)}.`);
  yield checkPermission(located.file, lookup, evidence);
}

function missing(
  lookup: CommandLookup,
  located: LocatedCommand & { kind: 'missing' },
  evidence: DoctorEvidence,
): DoctorFinding {
  const { command } = lookup;
  const shown = evidence.own(command);
  if (/\s/.test(command) && !existsSync(command) && !isPath(command)) {
    const [first, ...rest] = command.trim().split(/\s+/);
    return broken(
      'command',
      `There is no program called “${shown}”: the command holds its arguments, too.`,
      [],
      [edit(`Write “${first}” as the command, and “${evidence.own(rest.join(' '))}” as its arguments.`)],
    );
  }
  if (located.file !== null) {
    const expands = /^~|^\$\w|^%\w+%/.test(command);
    return broken(
      'command',
      `There is no file “${evidence.own(located.file)}”.`,
      [`Looked for ${evidence.own(located.file)}`],
      [
        ...(expands ? [edit('Write the full path: ~, $HOME and %APPDATA% need a shell to expand them.')] : []),
        edit('Correct the path, or the working folder that it starts from.'),
        elsewhere('If it has to be built first, build it, then check again.'),
      ],
    );
  }
  const fixes: DoctorFix[] = [];
  const outside = findOutsidePath(lookup, usualFolders(lookup.platform, lookup.env));
  const near = outside === null ? findNearName(lookup) : null;
  const installer = installers[command.toLowerCase()];
  if (outside !== null) fixes.push(edit(`Write the full path: ${outside}.`));
  if (near !== null) fixes.push(edit(`Write “${near}” if that is what you meant: this one is there.`));
  if (outside === null && installer !== undefined)
    fixes.push(elsewhere(`Install ${installer}, or write the full path of ${command}.`));
  else if (outside === null) fixes.push(edit(`Install “${shown}”, or write its full path.`));
  fixes.push(
    elsewhere(
      'Started from a menu or a dock, Misfire gets a shorter PATH than a terminal. Start it from the terminal where the command works.',
    ),
  );
  const count = located.searched.length;
  return broken(
    'command',
    count === 0
      ? `The command “${shown}” was not found: PATH is empty.`
      : `The command “${shown}” was not found in any of the ${count} folders of PATH.`,
    [
      ...evidence.ownLines(
        located.searched.map((folder) => `PATH  ${folder}${existsSync(folder) ? '' : '  (no such folder)'}`),
      ),
      ...(lookup.platform === 'win32'
        ? [`Tried the endings ${lookup.env.PATHEXT || '.COM;.EXE;.BAT;.CMD'} in each.`]
        : []),
      ...(outside === null ? [] : [`Found outside of PATH: ${outside}`]),
    ],
    fixes,
  );
}

function checkPermission(file: string, lookup: CommandLookup, evidence: DoctorEvidence): DoctorFinding {
  const shown = evidence.own(file);
  const name = basename(file);
  const stat = statSync(file);
  if (stat.isDirectory()) {
    return broken(
      'permission',
      `“${shown}” is a folder, not a program.`,
      [],
      [edit(`Write the path of the program inside ${shown}.`)],
    );
  }
  if (lookup.platform === 'win32') return fine('permission', 'Windows runs files by their ending.');
  try {
    accessSync(file, constants.X_OK);
  } catch {
    const script = /\.([cm]?[jt]s|py|rb|php|sh)$/i.exec(name)?.[1]?.toLowerCase();
    const runner = script === undefined ? undefined : runnerOf(script);
    return broken(
      'permission',
      `“${shown}” is not executable.`,
      [`Mode ${(stat.mode & 0o7777).toString(8).padStart(4, '0')}, owner ${stat.uid}: ${shown}`],
      [
        ...(runner === undefined
          ? []
          : [edit(`Write “${runner}” as the command, and the file as its first argument.`)]),
        // Not as a line to paste: the path came from a file, and could hold anything.
        elsewhere('Give the file the permission to be run (chmod +x with its path), then check again.'),
      ],
    );
  }
  const line = readShebang(file);
  const trouble = line === null ? null : checkInterpreter(shown, line, lookup);
  return trouble ?? fine('permission', 'It is executable.');
}

/** null: the interpreter on the first line exists. */
function checkInterpreter(file: string, line: string, lookup: CommandLookup): DoctorFinding | null {
  const evidence = [`First line: ${line.replaceAll('\r', '\\r')}`];
  const words = line
    .slice(2)
    .trim()
    .split(/[ \t]+/);
  if (line.endsWith('\r')) {
    return broken(
      'permission',
      `The first line of “${file}” ends the Windows way, so the system looks for a program with an unseen sign in its name.`,
      evidence,
      [elsewhere(`Save the file with Unix line ends (LF), for example with: sed -i 's/\\r$//' '${file}'`)],
    );
  }
  const [interpreter = '', ...rest] = words;
  const viaEnv = basename(interpreter) === 'env';
  const unusable = whyUnusable(interpreter);
  if (unusable !== null) {
    return broken('permission', `“${file}” is to be run by “${interpreter}”, ${unusable}.`, evidence, [
      elsewhere(
        `Install ${installers[basename(interpreter)] ?? interpreter} where this user can run it, or correct the first line of the file.`,
      ),
    ]);
  }
  const wanted = viaEnv ? rest.find((word) => !word.startsWith('-') && !word.includes('=')) : undefined;
  if (wanted === undefined || locateCommand({ ...lookup, command: wanted }).kind === 'file') return null;
  return broken('permission', `“${file}” is to be run by “${wanted}”, which is not in PATH.`, evidence, [
    elsewhere(`Install ${installers[wanted] ?? wanted}, or start Misfire from a terminal where ${wanted} works.`),
    edit(`Write the full path of ${wanted} as the command, and the file as its first argument.`),
  ]);
}

/** null: it is there. An environment of Python links to the Python that made it, which may be gone, or another user's. */
function whyUnusable(path: string): string | null {
  try {
    statSync(path);
    return null;
  } catch (problem) {
    const { code } = problem as NodeJS.ErrnoException;
    const target = linkTarget(path);
    const subject = target === null ? 'which' : `a link to “${target}”, which`;
    return code === 'ENOENT' ? `${subject} does not exist` : `${subject} this user cannot open (${code})`;
  }
}

function linkTarget(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

function runnerOf(ending: string): string | undefined {
  if (/^[cm]?[jt]s$/.test(ending)) return 'node';
  return { py: 'python3', rb: 'ruby', php: 'php', sh: 'sh' }[ending];
}

/** The first line of a script. execve(2) reads no further than this. */
export function readShebang(file: string): string | null {
  try {
    const start = withForeignFile(file, {}, (script) => script.readAt(0, 256)).toString('latin1');
    return /^#![^\n]*/.exec(start)?.[0] ?? null;
  } catch {
    return null;
  }
}
