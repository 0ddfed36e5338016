// `misfire transcripts`: which transcripts of clients are on this machine. Reads none of them, unless their failures are asked for or
// they are followed.

import { clientNamed, nameOfClient, transcriptClientIds } from '../../../../shared/clients/clients.ts';
import { failedCallWords } from '../../../../shared/incident/failed-calls.ts';
import { visibleName } from '../../../../shared/text/visible-text.ts';
import type { CommandRun } from '../../../hosts/cli/terminal/command-run.ts';
import { type ExitCode, exitCodes, UsageError } from '../../../hosts/cli/terminal/exit-codes.ts';
import { homeOrNowhere } from '../../../inspector/paths/home-folder.ts';
import { countInTranscript, type TranscriptFigures } from '../count-failures.ts';
import { type FoundTranscript, findTranscripts, newestOf } from '../find-transcripts.ts';
import { followTranscripts } from './follow-transcripts.ts';

export interface TranscriptsOptions {
  client?: string;
  limit: number;
  failures: boolean;
  follow: boolean;
  json: boolean;
}

export async function listTranscripts(
  run: CommandRun,
  { client: wanted, limit, failures, follow, json }: TranscriptsOptions,
): Promise<ExitCode> {
  const { output } = run;
  const client = wanted === undefined ? undefined : clientNamed(wanted)?.id;
  if (wanted !== undefined && (client === undefined || !transcriptClientIds().includes(client)))
    throw new UsageError(`Unknown client "${wanted}". Known: ${transcriptClientIds().join(', ')}.`);
  const machine = { platform: process.platform, home: homeOrNowhere(run.io.env), env: run.io.env };
  const find = async () =>
    (await findTranscripts(machine)).filter((one) => client === undefined || one.client === client);
  if (follow) return followTranscripts(run, find, { limit, failures, json });
  const found = await find();
  const newest = newestOf(found, limit);
  for (const one of newest) {
    const figures = failures ? await figuresOf(one.file) : undefined;
    if (json)
      output.printJson({
        ...one,
        ...(figures === undefined ? {} : (figures ?? { calls: null, failedCalls: null, causes: null, unknown: null })),
      });
    else output.printLine(lineOf(one, figures));
  }
  if (json) return exitCodes.done;
  if (found.length === 0) output.printMessage('No transcripts or MCP logs were found on this machine.');
  else if (found.length > newest.length)
    output.printMessage(`${found.length - newest.length} older ones are left out. See --limit.`);
  if (found.length > 0 && !failures) output.printMessage('Use --failures to read them and count what failed.');
  return exitCodes.done;
}

/** null: it cannot be read. */
const figuresOf = (file: string): Promise<TranscriptFigures | null> => countInTranscript(file).catch(() => null);

function lineOf(
  { client, kind, project, file, at }: FoundTranscript,
  figures: TranscriptFigures | null | undefined,
): string {
  const time = `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')}Z`;
  const name = kind === 'log' ? `${nameOfClient(client)} log` : nameOfClient(client);
  return [time, name, visibleName(project), countWords(figures), visibleName(file)]
    .filter((part) => part !== '')
    .join('  ');
}

function countWords(figures: TranscriptFigures | null | undefined): string {
  if (figures === undefined) return '';
  if (figures === null) return 'cannot be read';
  const { calls, failedCalls, causes, unknown } = figures;
  const strange = unknown === 0 ? '' : `, ${unknown === 1 ? '1 line' : `${unknown} lines`} not understood`;
  return `${calls === 1 ? '1 call' : `${calls} calls`}, ${failedCallWords({ failedCalls, causes, expected: 0 })}${strange}`;
}
