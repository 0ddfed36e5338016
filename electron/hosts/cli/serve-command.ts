// `misfire serve`: the browser door, from the start of the inspector to the end of its last server.

import type { TelemetryFlags } from '../../telemetry/settings.ts';
import { type BrowserDoor, type BrowserDoorOptions, openBrowserDoor } from '../browser-door.ts';
import type { Front, WebHost } from '../web-host.ts';
import { hasDesktop, openLink } from './common/open-browser.ts';
import { openDataFolder } from './common/open-data-folder.ts';
import { type CommandRun, stopLimitMs } from './terminal/command-run.ts';
import { type ExitCode, exitCodeOf, UsageError } from './terminal/exit-codes.ts';

export interface ServeOptions extends TelemetryFlags {
  port: number;
  open: boolean;
  json: boolean;
  data: string | undefined;
  front?: Front;
}

export async function serve(run: CommandRun, options: ServeOptions): Promise<ExitCode> {
  const { output } = run;
  // Watched from the beginning: being told to stop while starting must end the servers too.
  const stop = run.io.watchStops(stopLimitMs);
  // A bug must not end the servers and the log of everything else.
  run.io.surviveBugs(output.printBug);
  const dataDir = openDataFolder(run, options.data);
  const { env, folder } = run.io;
  const door = await openDoor({ ...options, env, folder, dataDir, report: output.printBug });
  try {
    announce(run, door.host, options, dataDir);
    return exitCodeOf(await stop.asked);
  } finally {
    const lost = await door.close();
    if (lost) output.printMessage(lost);
  }
}

async function openDoor(options: BrowserDoorOptions): Promise<BrowserDoor> {
  try {
    return await openBrowserDoor(options);
  } catch (problem) {
    const { port } = options;
    const code = (problem as NodeJS.ErrnoException).code;
    if (code === 'EADDRINUSE') throw new UsageError(`Port ${port} is in use. Choose another, or 0 for any free port.`);
    if (code === 'EACCES')
      throw new UsageError(`Port ${port} is not permitted. Choose one above 1023, or 0 for any free port.`);
    throw problem;
  }
}

function announce({ io, output }: CommandRun, host: WebHost, { open, json }: ServeOptions, dataDir: string): void {
  if (json) output.printJson({ url: host.address });
  else
    output.printLine(
      `Misfire is at ${host.address}\nThis link works once; "misfire serve --link" prints another.\nPress Ctrl-C to stop Misfire and the servers it started.`,
    );
  if (open && hasDesktop(io.env)) openLink(host.createLink(), dataDir);
}
