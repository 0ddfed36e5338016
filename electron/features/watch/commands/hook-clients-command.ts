// `misfire watch --hook`: the hook by which a client reports its calls. What is changed in its settings is
// electron/inspector/client-configs' business.

import type { HookClient } from '../../../../shared/api/watching.ts';
import { openDataFolder } from '../../../hosts/cli/common/open-data-folder.ts';
import type { CommandRun } from '../../../hosts/cli/terminal/command-run.ts';
import { type ExitCode, exitCodes, UsageError } from '../../../hosts/cli/terminal/exit-codes.ts';
import { watchRuntime } from '../../../inspector/paths/app-paths.ts';
import { homeOrNowhere } from '../../../inspector/paths/home-folder.ts';
import { HookSetup } from '../setup/hook-setup.ts';
import { type Undone, undoAll, undoOne } from './undo-changes.ts';

export interface HookFlags {
  setUp?: string;
  /** true: all of them. */
  undo?: string | true;
  list: boolean;
  dry: boolean;
  json: boolean;
}

const words: Record<HookClient['state'], string> = { 'set up': 'set up', open: 'not set up', cannot: 'cannot' };

export async function changeHooks(
  run: CommandRun,
  options: HookFlags & { data: string | undefined },
): Promise<ExitCode> {
  const { output } = run;
  const { setUp, undo, dry, json } = options;
  if (setUp !== undefined && undo !== undefined) throw new UsageError('Use either --set-up or --undo.');
  const setup = new HookSetup({
    machine: { platform: process.platform, home: homeOrNowhere(run.io.env), env: run.io.env },
    dataDir: openDataFolder(run, options.data),
    runtime: watchRuntime,
  });
  if (undo !== undefined) {
    const parts = { json, undo: (id: string) => setup.undo(id), describe: undoneWords };
    if (undo !== true) return undoOne(run, undo, parts);
    return undoAll(run, await setup.setUpIds(), 'No hook is set up.', parts);
  }
  if (setUp === undefined) return printClients(run, await setup.list(), json);
  const change = dry ? await setup.plan(setUp) : await setup.setUp(setUp);
  if (!change.ok) throw new UsageError(change.problem);
  const { path, lines, notes } = change.value;
  if (json) output.printMaskedJson(change.value);
  else {
    const shown = lines.map(({ sign, line, text }) => `${String(line).padStart(5)} ${sign} ${text}`);
    output.printMaskedLine([path, ...shown, '', ...notes.map((note) => `  ${note}`)].join('\n'));
    if (!dry) output.printMaskedLine(`\nSet up. To undo it: misfire watch --hook --undo ${setUp}`);
  }
  return exitCodes.done;
}

const undoneWords = ({ id, exact }: Undone): string =>
  `The hook of ${id} is removed${exact ? '. Its text is restored byte for byte' : ''}.`;

function printClients({ output }: CommandRun, clients: readonly HookClient[], json: boolean): ExitCode {
  if (json) for (const client of clients) output.printMaskedJson(client);
  else if (clients.length === 0) output.printMaskedLine('No client with hooks found on this machine.');
  else {
    const width = Math.max(...clients.map(({ id }) => id.length));
    for (const { id, state, why, path } of clients)
      output.printMaskedLine(`${id.padEnd(width)}  ${words[state].padEnd(10)}  ${why || path}`);
  }
  return exitCodes.done;
}
