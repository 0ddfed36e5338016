// The failing calls of a capture file, as they would be sent again. A temporary log reads the events, and the selection is the same as for
// replaying all failures.

import { type CaptureProblem, readCapture } from '../../../shared/capture/capture.ts';
import { identityOfRow } from '../../../shared/diff/verdict.ts';
import { shellWord } from '../../../shared/snippets/shell.ts';
import { memoryLogOf } from '../../inspector/log/memory-log.ts';
import { LogQueries } from '../../inspector/log/queries.ts';
import { chooseFailures } from './bulk.ts';
import type { ReproCall } from './repro-set.ts';

interface CaptureCalls {
  calls: ReproCall[];
  leftOut: string[];
  /** The command line or address of a server, if the capture names it. */
  commands: ReadonlyMap<string, string>;
  /** Lines that could not be read. */
  problems: CaptureProblem[];
}

/** A string says what is wrong with the filter. */
export async function readCaptureCalls(text: string, filter: string): Promise<CaptureCalls | string> {
  const capture = readCapture(text);
  const log = await memoryLogOf(capture.entries.map(({ event }) => event));
  try {
    const choice = await chooseFailures(log, new LogQueries(log), filter);
    if (typeof choice === 'string') return choice;
    const calls = choice.chosen.map(({ call: { row, method, params, failure } }) => ({
      server: row.server,
      method,
      params,
      target: row.target,
      title: row.headline,
      failure: identityOfRow(row, failure),
    }));
    return { calls, leftOut: choice.leftOut, commands: commandsIn(capture), problems: capture.problems };
  } finally {
    log.close();
  }
}

/** The header of a spool names the command; over HTTP each exchange names its address. */
function commandsIn({ header, entries }: ReturnType<typeof readCapture>): Map<string, string> {
  const found = new Map<string, string>();
  for (const { event } of entries) {
    if (event.lane !== 'http' || event.http.step !== undefined || found.has(event.server)) continue;
    if (event.http.url !== '') found.set(event.server, event.http.url);
  }
  const { server, command, url } = header;
  if (typeof server !== 'string') return found;
  if (typeof url === 'string') found.set(server, url);
  const words = Array.isArray(command) ? command.filter((word) => typeof word === 'string') : [];
  if (words.length > 0) found.set(server, words.map((word) => shellWord([word])).join(' '));
  return found;
}
