// `misfire watch`: which servers of other programs are watched, and setting that up or undoing it from the shell.

import type { SettingsOrder, WatchChange, WatchEntry } from '../../../../shared/api/watching.ts';
import { openDataFolder } from '../../../hosts/cli/common/open-data-folder.ts';
import { changeLines, orderLines } from '../../../hosts/cli/records/settings-lines.ts';
import type { CommandRun } from '../../../hosts/cli/terminal/command-run.ts';
import { type ExitCode, exitCodes, UsageError } from '../../../hosts/cli/terminal/exit-codes.ts';
import { printList, printSentence } from '../../../hosts/cli/terminal/print-list.ts';
import { realCircumstances } from '../../../inspector/client-configs/circumstances.ts';
import { settingsOwner } from '../../../inspector/client-configs/client-table.ts';
import { watchRuntime } from '../../../inspector/paths/app-paths.ts';
import { homeOrNowhere } from '../../../inspector/paths/home-folder.ts';
import { describeUnreadable, WatchSetup } from '../setup/watch-setup.ts';
import { type Undone, undoAll, undoOne } from './undo-changes.ts';

export interface WatchOptions {
  list: boolean;
  undo: boolean;
  dry: boolean;
  json: boolean;
  data: string | undefined;
}

export async function watchClients(
  run: CommandRun,
  entry: string | undefined,
  options: WatchOptions,
): Promise<ExitCode> {
  const { output } = run;
  const { list, undo, dry, json } = options;
  const setup = new WatchSetup({
    machine: { platform: process.platform, home: homeOrNowhere(run.io.env), env: run.io.env },
    dataDir: openDataFolder(run, options.data),
    around: realCircumstances(process.platform),
    runtime: watchRuntime,
    folder: run.io.folder,
  });
  if (undo) {
    const parts = { json, undo: (id: string) => setup.undo(id), describe: undoneWords };
    if (entry !== undefined) return undoOne(run, entry, parts);
    return undoAll(run, await setup.watchedIds(), 'Nothing is watched.', parts);
  }
  if (list || entry === undefined) {
    for (const each of await setup.unreadable()) output.printMaskedMessage(`misfire: ${describeUnreadable(each)}`);
    return printEntries(run, await setup.list(), await setup.orders(), json);
  }
  const plan = await setup.plan(entry);
  if (!plan.ok) throw new UsageError(plan.problem);
  const { state, why } = plan.value;
  if (state === 'not now' || state === 'cannot') throw new UsageError(why);
  if (state === 'watched')
    throw new UsageError(`${entry} is already watched. To undo it: misfire watch --undo ${entry}`);
  if (!json) output.printMaskedLine(describe(plan.value));
  else if (dry) output.printMaskedJson(plan.value);
  if (dry) return exitCodes.done;
  const watched = await setup.watch(entry);
  if (!watched.ok) throw new UsageError(watched.problem);
  if (json) output.printMaskedJson(watched.value);
  else output.printMaskedLine(`\nWatched. To undo it: misfire watch --undo ${entry}`);
  return exitCodes.done;
}

function printEntries(
  { output }: CommandRun,
  entries: readonly WatchEntry[],
  orders: readonly SettingsOrder[],
  json: boolean,
): ExitCode {
  if (json) for (const entry of entries) output.printMaskedJson({ ...entry, settings: orderOf(entry, orders) });
  else if (entries.length === 0) output.printMaskedLine('No client on this machine has a server in its settings.');
  else {
    const rows = entries.map(({ id, state, why, command, ignored }) => {
      const note = ignored === '' ? '' : `  Ignored: ${ignored}`;
      return [id, words[state], `${why || command}${note}`];
    });
    printList(output, rows);
    for (const line of orders.flatMap(orderLines)) printSentence(output, line);
  }
  return exitCodes.done;
}

function orderOf({ client }: WatchEntry, orders: readonly SettingsOrder[]): SettingsOrder | null {
  return orders.find((order) => order.client === settingsOwner(client)) ?? null;
}

const words: Record<WatchEntry['state'], string> = {
  watched: 'watched',
  open: 'not watched',
  'not now': 'not now',
  cannot: 'cannot',
};

const undoneWords = ({ id, exact }: Undone): string => `${id} is restored${exact ? ' byte for byte' : ''}.`;

function describe(change: WatchChange): string {
  return [...changeLines(change), '', ...change.notes.map((note) => `  ${note}`)].join('\n');
}
