// `misfire watch --hook`: the hook by which a client reports its calls. What is changed in its settings is
// electron/inspector/client-configs' business.

import type { HookClient } from '../../../../shared/api/watching.ts';
import { openDataFolder } from '../../../hosts/cli/common/open-data-folder.ts';
import { changeLines } from '../../../hosts/cli/records/settings-lines.ts';
import type { CommandRun } from '../../../hosts/cli/terminal/command-run.ts';
import { type ExitCode, exitCodes, UsageError } from '../../../hosts/cli/terminal/exit-codes.ts';
import { printList } from '../../../hosts/cli/terminal/print-list.ts';
import { watchRuntime } from '../../../inspector/paths/app-paths.ts';
import { homeOrNowhere } from '../../../inspector/paths/home-folder.ts';
import { HookSetup } from '../setup/hook-setup.ts';
import { type Undone, undoAll, undoOne } from './undo-changes.ts';
import type { WatchOptions } from './watch-command.ts';

const words: Record<HookClient['state'], string> = { 'set up': 'set up', open: 'not set up', cannot: 'cannot' };

export async function changeHooks(
  run: CommandRun,
  client: string | undefined,
  { list, undo, dry, json, data }: WatchOptions,
): Promise<ExitCode> {
  const { output } = run;
  const setup = new HookSetup({
    machine: { platform: process.platform, home: homeOrNowhere(run.io.env), env: run.io.env },
    dataDir: openDataFolder(run, data),
    runtime: watchRuntime,
  });
  if (undo) {
    const parts = { json, undo: (id: string) => setup.undo(id), describe: undoneWords };
    if (client !== undefined) return undoOne(run, client, parts);
    return undoAll(run, await setup.setUpIds(), 'No hook is set up.', parts);
  }
  if (list || client === undefined) return printClients(run, await setup.list(), json);
  const change = dry ? await setup.plan(client) : await setup.setUp(client);
  if (!change.ok) throw new UsageError(change.problem);
  if (json) output.printMaskedJson(change.value);
  else {
    const notes = change.value.notes.map((note) => `  ${note}`);
    output.printMaskedLine([...changeLines(change.value), '', ...notes].join('\n'));
    if (!dry) output.printMaskedLine(`\nSet up. To undo it: misfire watch --hook --undo ${client}`);
  }
  return exitCodes.done;
}

const undoneWords = ({ id, exact }: Undone): string =>
  `The hook of ${id} is removed${exact ? '. Its text is restored byte for byte' : ''}.`;

function printClients({ output }: CommandRun, clients: readonly HookClient[], json: boolean): ExitCode {
  if (json) for (const client of clients) output.printMaskedJson(client);
  else if (clients.length === 0) output.printMaskedLine('No client with hooks found on this machine.');
  else
    printList(
      output,
      clients.map(({ id, state, why, path }) => [id, words[state], why || path]),
    );
  return exitCodes.done;
}
