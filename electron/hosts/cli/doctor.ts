// `misfire doctor`: the first thing that keeps each server from working, what it was seen by, and what to do about it.

import type { Command } from 'commander';
import type { DoctorCheck, DoctorReport } from '../../../shared/connecting.ts';
import { findDataFolder } from '../data-folder.ts';
import { onBench } from './bench.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { findServer } from './find-server.ts';
import { printJson, printLine } from './output.ts';

interface DoctorFlags {
  json: boolean;
  exitZero: boolean;
}

export function addDoctorCommand(
  program: Command,
  data: () => string | undefined,
  finish: (code: ExitCode) => void,
): void {
  program
    .command('doctor <SERVER...>')
    .description('find the first thing that keeps a server from working, and what to do about it')
    .option('--json', 'print one JSON line a server and nothing else on stdout', false)
    .option('--exit-zero', 'exit 0 also when something is broken', false)
    .addHelpText('after', '\nSERVER is an address, a saved name, file.json#name, sample:NAME or a quoted command line.')
    .action(async (servers: string[], flags: DoctorFlags) => {
      const code = await examine(servers, flags, data());
      finish(flags.exitZero && code === exitCodes.failuresFound ? exitCodes.done : code);
    });
}

async function examine(servers: readonly string[], { json }: DoctorFlags, data: string | undefined): Promise<ExitCode> {
  // An early end must not look like good health.
  process.exitCode = exitCodes.failuresFound;
  const configs = servers.map((server) => findServer(server, findDataFolder(data)));
  return onBench(async ({ api }) => {
    let code: ExitCode = exitCodes.done;
    for (const config of configs) {
      const added = await api.addServer({ config, connect: false });
      if (!added.ok) throw new Error(added.error.message);
      const answer = await api.diagnose({ server: added.value.server });
      if (!answer.ok) throw new Error(answer.error.message);
      if (answer.value.broken !== null) code = exitCodes.failuresFound;
      if (json) printJson({ ...answer.value, server: config.name });
      else printLine(write(config.name, answer.value));
    }
    return code;
  });
}

const marks: Record<DoctorCheck['state'], string> = { ok: 'ok    ', broken: 'BROKEN', not_reached: '-     ' };

function write(name: string, { checks, fixes }: DoctorReport): string {
  const lines = checks.flatMap(({ state, title, words, evidence }) => [
    `  ${marks[state]}  ${title}${words === '' ? '' : `: ${words}`}`,
    ...(state === 'broken' ? evidence.map((line) => `            ${line}`) : []),
  ]);
  const steps = fixes.map(({ words }, index) => `  ${index + 1}. ${words}`);
  return [name, ...lines, ...(steps.length === 0 ? ['Nothing is broken.'] : ['What to do:', ...steps])].join('\n');
}
