// `misfire doctor`: the first thing that keeps each server from working, what it was seen by, and what to do about it.

import { pathToFileURL } from 'node:url';
import type { SettingsOrder, WatchEntry } from '../../../../shared/api/watching.ts';
import { connectVerdictWords, type DoctorCheck, type DoctorReport } from '../../../../shared/server/connecting.ts';
import { wrapText } from '../../../../shared/text/text-width.ts';
import { visibleName } from '../../../../shared/text/visible-text.ts';
import { withInspector } from '../../../hosts/cli/common/command-inspector.ts';
import { chosenServers } from '../../../hosts/cli/common/find-server.ts';
import { dataFolderOf } from '../../../hosts/cli/common/open-data-folder.ts';
import { applyFlags, type ReachingFlags } from '../../../hosts/cli/common/reaching-options.ts';
import { orderLines } from '../../../hosts/cli/records/settings-lines.ts';
import type { CommandRun } from '../../../hosts/cli/terminal/command-run.ts';
import { type ExitCode, exitCodes } from '../../../hosts/cli/terminal/exit-codes.ts';
import {
  bold,
  dim,
  green,
  linked,
  red,
  type Styled,
  type StyledSpan,
  yellow,
} from '../../../hosts/cli/terminal/styled.ts';
import type { Terminal } from '../../../hosts/cli/terminal/terminal.ts';
import type { Machine } from '../../../inspector/client-configs/base-folder.ts';
import { findClientEntries } from '../../../inspector/client-configs/client-entries.ts';
import { ignoredEntries, settingsOrders } from '../../../inspector/client-configs/known-entries.ts';
import { homeOrNowhere } from '../../../inspector/paths/home-folder.ts';

interface DoctorOptions {
  json: boolean;
  /** A server's command, word by word. */
  afterDashes: readonly string[];
  reaching: ReachingFlags;
  data: string | undefined;
}

export async function examine(run: CommandRun, servers: readonly string[], options: DoctorOptions): Promise<ExitCode> {
  const { output } = run;
  const { json, afterDashes, reaching, data } = options;
  const found = await chosenServers(run, servers, afterDashes, dataFolderOf(run, data));
  const configs = await Promise.all(found.map((config) => applyFlags(run, config, reaching)));
  const machine = { platform: process.platform, home: homeOrNowhere(run.io.env), env: run.io.env };
  return withInspector(run, async ({ api }) => {
    let code: ExitCode = exitCodes.done;
    for (const config of configs) {
      const added = await api.addServer({ config, connect: false });
      if (!added.ok) throw new Error(added.error.message);
      const { server } = added.value;
      const progress = output.startProgress(`Checking ${config.name}`);
      let answer = await api.diagnose({ server });
      // A server may speak the older transport or the newer era; a setting that names one has the last word.
      const isOpen = config.transport.kind !== 'sse' && config.era === undefined && reaching.transport === undefined;
      if (isOpen && answer.ok && spoken.has(answer.value.broken ?? '')) {
        const found = await api.detectEra({ server });
        if (found.ok && found.value.era !== null) answer = await api.diagnose({ server });
      }
      progress.end();
      if (!answer.ok) throw new Error(answer.error.message);
      if (answer.value.broken !== null) code = exitCodes.failuresFound;
      const inSettings = await settingsOf(config.name, machine, run.io.folder);
      if (json) output.printMaskedJson({ ...answer.value, server: config.name, settings: inSettings });
      else {
        // Before lines are broken: half a secret is not recognized.
        const report = output.masker.value(answer.value) as DoctorReport;
        for (const line of [...reportLines(output.terminal, config.name, report), ...settingsLines(inSettings)])
          output.printMaskedStyled(line);
      }
    }
    return code;
  });
}

interface ServerSettings {
  entries: Pick<WatchEntry, 'id' | 'path' | 'ignored'>[];
  orders: SettingsOrder[];
}

/** Entries of this name in clients' settings: a server that works may still not be the one that a client starts. */
async function settingsOf(name: string, machine: Machine, folder: string): Promise<ServerSettings> {
  const { found } = await findClientEntries(machine, folder);
  const ignored = await ignoredEntries(found, machine, folder);
  const entries = found.filter(({ server }) => server === name);
  const owners = new Set(entries.map(({ row }) => row.owner));
  const orders = (await settingsOrders(found, machine, folder)).filter(({ client }) => owners.has(client));
  return {
    entries: entries.map((entry) => ({ id: entry.id, path: entry.path, ignored: ignored.get(entry) ?? '' })),
    orders,
  };
}

function settingsLines({ entries, orders }: ServerSettings): Styled[] {
  if (entries.length === 0) return [];
  return [
    'In the settings of clients:',
    ...entries.map(({ id, path, ignored }) => [
      `  ${id} in `,
      linked(path, pathToFileURL(path).href),
      ignored === '' ? '' : `. Ignored: ${ignored}`,
    ]),
    ...orders.flatMap(orderLines),
  ];
}

/** Something answered there, in words that were not expected. */
const spoken: ReadonlySet<string> = new Set(['http_status', 'content_type', 'handshake', 'version']);

/** Words for a pipe, where scripts look for them; signs for a person. */
const words: Record<DoctorCheck['state'], string> = {
  ok: 'ok    ',
  warning: 'WARN  ',
  broken: 'BROKEN',
  not_reached: '-     ',
};
const signs: Record<DoctorCheck['state'], StyledSpan> = {
  ok: green('✓'),
  warning: yellow('!'),
  broken: red('✗'),
  not_reached: dim('·'),
};

function reportLines({ isTerminal, columns }: Terminal, name: string, report: DoctorReport): Styled[] {
  const lines = report.checks.flatMap(({ state, title, words: found, evidence }): Styled[] => [
    ...(isTerminal
      ? checkLines(state, title, found, columns)
      : [`  ${words[state]}  ${title}${found === '' ? '' : `: ${found}`}`]),
    ...(state === 'broken' || state === 'warning'
      ? evidence.flatMap((line): Styled[] =>
          isTerminal
            ? wrapText(line, Math.max(20, columns - 6)).map((part) => dim(`      ${part}`))
            : [`            ${line}`],
        )
      : []),
  ]);
  const steps = report.fixes.flatMap(({ words: step }, index) =>
    indented(`${index + 1}. ${step}`, isTerminal, columns),
  );
  const copies = report.copies.flatMap(({ words: seen }) => indented(seen, isTerminal, columns));
  return [
    bold(visibleName(name)),
    ...lines,
    ...(report.verdict === 'broken' ? [] : [verdictLine(report)]),
    ...(steps.length === 0 ? [] : [bold('How to fix it:'), ...steps]),
    ...(copies.length === 0 ? [] : [bold('Also running:'), ...copies]),
  ];
}

function verdictLine({ verdict }: DoctorReport): Styled {
  return verdict === 'works' ? green(connectVerdictWords.works) : yellow(connectVerdictWords[verdict]);
}

/** The sign, the title, and what was found, broken between words. */
function checkLines(state: DoctorCheck['state'], title: string, found: string, columns: number): Styled[] {
  const head = found === '' ? title : `${title}: ${found}`;
  const [first = '', ...more] = wrapText(head, Math.max(20, columns - 4));
  const shown = state === 'not_reached' ? dim(first) : first;
  return [['  ', signs[state], ' ', shown], ...more.map((line) => `    ${line}`)];
}

function indented(text: string, isTerminal: boolean, columns: number): Styled[] {
  if (!isTerminal) return [`  ${text}`];
  const [first = '', ...more] = wrapText(text, Math.max(20, columns - 5));
  return [`  ${first}`, ...more.map((line) => `     ${line}`)];
}
