// After a start that was fixed in a terminal: what was changed applies to this run, and is saved to the client that has the server if the
// person agrees to the exact change.

import { placeName } from '../../../../shared/correct/correction.ts';
import type { FixView } from '../../../../shared/features/fix/fix-view.ts';
import { launchChanges } from '../../../../shared/features/fix/launch-changes.ts';
import type { ServerConfig } from '../../../../shared/server/server-config.ts';
import { openDataFolder } from '../../../hosts/cli/common/open-data-folder.ts';
import type { CommandRun } from '../../../hosts/cli/terminal/command-run.ts';
import { realCircumstances } from '../../../inspector/client-configs/circumstances.ts';
import { homeOrNowhere } from '../../../inspector/paths/home-folder.ts';
import { ClientVariables } from '../../variables/client-variables.ts';
import type { FixPerson } from './fix-person.ts';

export async function keepStart(
  run: CommandRun,
  view: FixView,
  { config, data }: { config: ServerConfig; data: string | undefined },
  person: FixPerson | null,
): Promise<void> {
  const { output, io } = run;
  const { variables, words } = launchChanges(view);
  const names = [...variables, ...Object.keys(words).map(placeName)];
  if (names.length === 0) return;
  output.printMaskedMessage(`${names.join(', ')}: for this run only.`);
  if (person === null) return;
  // A value that was found somewhere is there at the next start, too.
  const values: Record<string, string> = {};
  for (const [name, given] of Object.entries(person.typed)) if ('value' in given) values[name] = given.value;
  const { platform } = process;
  const clients = new ClientVariables({
    machine: { platform, home: homeOrNowhere(io.env), env: io.env },
    dataDir: openDataFolder(run, data),
    around: realCircumstances(platform),
  });
  const plan = await clients.plan(config, Object.keys(values), words);
  if (!plan.ok) return;
  const { client, path, lines } = plan.value;
  output.printMaskedMessage(`${path}:`);
  for (const { sign, line, text } of lines) output.printMaskedMessage(`  ${line} ${sign} ${text}`);
  if (!(await person.agrees(`Save to ${client}?`))) return;
  const saved = await clients.save(config, values, words);
  output.printMaskedMessage(saved.ok ? `Saved. ${saved.value.whenRead}` : saved.problem);
}
