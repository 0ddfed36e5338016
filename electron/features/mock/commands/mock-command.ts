// `misfire mock`: serves a recording as an MCP server, over stdio or on this machine by HTTP.

import { readCapture } from '../../../../shared/capture/capture.ts';
import { RecordedReplies, recordedServers } from '../../../../shared/features/mock/recorded-replies.ts';
import { maskEvent } from '../../../../shared/mask/mask-event.ts';
import type { RecordingFlags } from '../../../hosts/cli/common/recording-options.ts';
import { givenRecordings, passing } from '../../../hosts/cli/records/recording-text.ts';
import { type CommandRun, stopLimitMs } from '../../../hosts/cli/terminal/command-run.ts';
import { type ExitCode, exitCodes, UsageError } from '../../../hosts/cli/terminal/exit-codes.ts';
import { serveHttp } from '../mock-http.ts';
import { MockServer } from '../mock-server.ts';
import { serveStdio } from '../mock-stdio.ts';

export interface MockCommandOptions extends RecordingFlags {
  http?: number;
  server?: string;
  atOnce: boolean;
  json: boolean;
}

export async function mock(
  run: CommandRun,
  given: string | undefined,
  options: MockCommandOptions & { data: string | undefined },
): Promise<ExitCode> {
  const { output } = run;
  if ((given === '-' || options.recording === '-') && options.http === undefined)
    throw new UsageError('stdin is the connection of the client here. Name a file, or use --http.');
  const [recorded] = await givenRecordings(run, given === undefined ? [] : [given], options);
  const { name: file = '', text = '' } = recorded ?? {};
  const { entries, problems } = readCapture(text);
  const passed = await passing(entries, options.filter);
  if (passed.length === 0 && entries.length > 0) throw new UsageError('Nothing matches the filter.');
  // Answers are served as recorded, unless masking was asked for.
  const masks = options.mask.length > 0 && !options.unmasked;
  const events = passed.map(({ event }) => (masks ? maskEvent(output.masker, event) : event));
  const name = chooseServer(recordedServers(events), options.server, file);
  for (const { line, message } of problems.slice(0, 5)) output.printMessage(`misfire: ${file}:${line}: ${message}`);
  const server = new MockServer({ replies: new RecordedReplies(events, name), name, atOnce: options.atOnce });
  // The code of a recorded server may be any number.
  if (options.http === undefined) return (await serveStdio(server, run.io, output.printMessage)) as ExitCode;
  const stop = run.io.watchStops(stopLimitMs);
  const running = await serveHttp(server, options.http, output.printMessage).catch((problem: NodeJS.ErrnoException) => {
    if (problem.code === 'EADDRINUSE')
      throw new UsageError(`Port ${options.http} is in use. Choose another, or 0 for any free port.`);
    throw problem;
  });
  if (options.json) output.printJson({ url: running.url });
  else output.printLine(`Serving the recording of ${name}:\n${running.url}\nPress Ctrl-C to stop.`);
  await stop.asked;
  await running.close();
  return exitCodes.done;
}

function chooseServer(servers: readonly string[], wanted: string | undefined, file: string): string {
  const [only] = servers;
  if (only === undefined) throw new UsageError(`${file} has no request of a client, so there is nothing to serve.`);
  if (wanted === undefined && servers.length === 1) return only;
  const known = servers.join(', ');
  if (wanted === undefined) throw new UsageError(`${file} has several servers. Choose one with --server: ${known}.`);
  if (!servers.includes(wanted)) throw new UsageError(`${file} has no server ${wanted}. It has ${known}.`);
  return wanted;
}
