// `misfire doctor --clients`: whether a server will work in each measured client. Prints a table, or one JSON line per client.

import { clients } from '../../../../shared/clients/clients.ts';
import {
  type ClientResult,
  type ClientVerdict,
  clientResultWords,
  comparedVerdicts,
} from '../../../../shared/features/doctor/client-check.ts';
import { wrapText } from '../../../../shared/text/text-width.ts';
import { visibleName } from '../../../../shared/text/visible-text.ts';
import { withInspector } from '../../../hosts/cli/common/command-inspector.ts';
import { chosenServers } from '../../../hosts/cli/common/find-server.ts';
import { dataFolderOf } from '../../../hosts/cli/common/open-data-folder.ts';
import { applyFlags, type ReachingFlags } from '../../../hosts/cli/common/reaching-options.ts';
import type { CommandRun } from '../../../hosts/cli/terminal/command-run.ts';
import { type ExitCode, exitCodes } from '../../../hosts/cli/terminal/exit-codes.ts';
import { bold, dim, green, red, type Styled, type StyledSpan, yellow } from '../../../hosts/cli/terminal/styled.ts';
import { type Column, tableLines } from '../../../hosts/cli/terminal/table.ts';

interface ClientsOptions {
  json: boolean;
  /** A server's command, word by word. */
  afterDashes: readonly string[];
  reaching: ReachingFlags;
  data: string | undefined;
}

const measured = clients.filter(({ opening }) => opening !== undefined);

export async function checkForClients(
  run: CommandRun,
  servers: readonly string[],
  { json, afterDashes, reaching, data }: ClientsOptions,
): Promise<ExitCode> {
  const { output } = run;
  const found = await chosenServers(run, servers, afterDashes, dataFolderOf(run, data));
  const configs = await Promise.all(found.map((config) => applyFlags(run, config, reaching)));
  return withInspector(run, async ({ api }) => {
    let code: ExitCode = exitCodes.done;
    for (const config of configs) {
      const added = await api.addServer({ config, connect: false });
      if (!added.ok) throw new Error(added.error.message);
      const { server } = added.value;
      const progress = output.startProgress(`Meeting ${config.name} as ${measured.length} clients`);
      const met: ClientVerdict[] = [];
      // All at once: they wait for each other, and one that only waits lets the next one begin.
      const asked = measured.map(({ id }) => api.checkClient({ server, client: id }));
      try {
        for (const answer of asked) {
          const told = await answer;
          if (!told.ok) throw new Error(told.error.message);
          met.push(told.value);
        }
      } finally {
        progress.end();
      }
      const verdicts = comparedVerdicts(met);
      if (verdicts.some(({ works }) => !works)) code = exitCodes.failuresFound;
      if (json) {
        for (const verdict of verdicts) output.printMaskedJson(jsonLine(verdict, config.name));
        continue;
      }
      output.printMaskedStyled(bold(visibleName(config.name)));
      const { isTerminal, columns: width } = output.terminal;
      // Before lines are broken: half a secret is not recognized.
      const masked = output.masker.value(verdicts) as ClientVerdict[];
      const lines = isTerminal && width < leastColumns ? stacked(masked, width) : table(masked, width);
      for (const line of lines) output.printMaskedStyled(line);
      output.printMaskedStyled(summary(verdicts));
    }
    return code;
  });
}

/** The first five members are what scripts rely on. A row exists only in the window, so it is left out. */
function jsonLine(verdict: ClientVerdict, server: string) {
  const { client, version, result, but, why, fix, works, lost, basis, evidence } = verdict;
  return { client, version, result, why, fix, server, works, ...(but && { but }), lost, basis, evidence };
}

const paints: Record<ClientResult, (text: string) => StyledSpan> = {
  works: green,
  loses: yellow,
  dies: red,
  hangs: red,
  slow: red,
};

const columns: readonly Column[] = [
  { shrink: 1, min: 18 },
  { shrink: 3, min: 0 },
  { shrink: 1, min: 10 },
  { shrink: 2, min: 24, wraps: true },
  { shrink: 0, min: 20, wraps: true },
];

function table(verdicts: readonly ClientVerdict[], width: number): Styled[] {
  const head = ['Client', 'Version', 'Result', 'Why', 'Fix'].map((title): Styled => dim(title));
  const rows = verdicts.map((verdict): Styled[] => {
    const { name, version, fix } = verdict;
    return [name, dim(version), painted(verdict), whyOf(verdict), fix === '' ? '-' : fix];
  });
  return tableLines(columns, [head, ...rows], width);
}

/** Below this the reasons go below the client. */
const leastColumns = 80;

function stacked(verdicts: readonly ClientVerdict[], width: number): Styled[] {
  return verdicts.flatMap((verdict): Styled[] => {
    const { name, version, fix } = verdict;
    const below = [whyOf(verdict), fix].flatMap((text) => (text === '' ? [] : wrapText(text, width - 4)));
    return [[painted(verdict), `  ${name} `, dim(version)], ...below.map((line): Styled => `    ${line}`)];
  });
}

/** `loses 2`, `renames 1`, `works, but slowly` */
function painted(verdict: ClientVerdict): StyledSpan {
  const paint = verdict.but === undefined ? paints[verdict.result] : yellow;
  return paint(
    clientResultWords(verdict)
      .toLowerCase()
      .replace(/ tools?$/, ''),
  );
}

const whyOf = ({ why, basis }: ClientVerdict): string =>
  basis === 'documentation' ? `${why} (from its documentation, not run)` : why;

function summary(verdicts: readonly ClientVerdict[]): Styled {
  const working = verdicts.filter(({ works }) => works);
  const lossy = working.filter(({ result }) => result === 'loses').length;
  const slow = working.filter(({ but }) => but === 'slowly').length;
  const text = [
    `Works in ${working.length} of ${verdicts.length} clients`,
    ...(lossy === 0 ? [] : [`in ${lossy} with a loss`]),
    ...(slow === 0 ? [] : [`in ${slow} slowly`]),
    ...(working.some(({ but }) => but === 'lists nothing') ? ['but lists nothing'] : []),
  ].join(', ');
  const isFine = working.length === verdicts.length && verdicts.every(({ but }) => but === undefined);
  return (isFine ? green : yellow)(`${text}.`);
}
