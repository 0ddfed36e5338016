// `misfire mcp --add`, `--remove` and `--list`: Misfire as a server in the settings of other programs. What is changed there is
// electron/inspector/client-configs' business.

import type { AgentClient } from '../../../../shared/api/watching.ts';
import { openDataFolder } from '../../../hosts/cli/common/open-data-folder.ts';
import { changeLines } from '../../../hosts/cli/records/settings-lines.ts';
import type { CommandRun } from '../../../hosts/cli/terminal/command-run.ts';
import { type ExitCode, exitCodes, UsageError } from '../../../hosts/cli/terminal/exit-codes.ts';
import { printList } from '../../../hosts/cli/terminal/print-list.ts';
import { realCircumstances } from '../../../inspector/client-configs/circumstances.ts';
import { mcpCommand } from '../../../inspector/paths/app-paths.ts';
import { homeOrNowhere } from '../../../inspector/paths/home-folder.ts';
import { AgentSetup } from '../agent-setup.ts';

export interface ClientFlags {
  add?: string;
  remove?: string;
  list: boolean;
  dry: boolean;
  json: boolean;
}

const words: Record<AgentClient['state'], string> = {
  added: 'has Misfire',
  open: 'not added',
  'not now': 'not now',
  cannot: 'cannot',
};

export async function changeClients(
  run: CommandRun,
  options: ClientFlags & { data: string | undefined },
): Promise<ExitCode> {
  const { output } = run;
  const { add, remove, dry, json } = options;
  const dataDir = openDataFolder(run, options.data);
  const setup = new AgentSetup({
    machine: { platform: process.platform, home: homeOrNowhere(run.io.env), env: run.io.env },
    dataDir,
    around: realCircumstances(process.platform),
    command: () => mcpCommand(dataDir),
  });
  if (remove !== undefined) {
    const removed = await setup.remove(remove);
    if (!removed.ok) throw new UsageError(removed.problem);
    if (json) output.printMaskedJson({ client: remove, ...removed.value });
    else output.printMaskedLine(`Removed${removed.value.exact ? '. The file is restored byte for byte' : ''}.`);
    return exitCodes.done;
  }
  if (add === undefined) return printClients(run, await setup.list(), json);
  const change = dry ? await setup.plan(add) : await setup.add(add);
  if (!change.ok) throw new UsageError(change.problem);
  if (json) output.printMaskedJson(change.value);
  else {
    output.printMaskedLine(changeLines(change.value).join('\n'));
    if (!dry) output.printMaskedLine(`\nAdded. ${change.value.whenRead} To remove it: misfire mcp --remove ${add}`);
  }
  return exitCodes.done;
}

function printClients({ output }: CommandRun, clients: readonly AgentClient[], json: boolean): ExitCode {
  if (json) for (const client of clients) output.printMaskedJson(client);
  else if (clients.length === 0) output.printMaskedLine('No supported client found on this machine.');
  else
    printList(
      output,
      clients.map(({ id, state, why, path }) => [id, words[state], why || path]),
    );
  return exitCodes.done;
}
