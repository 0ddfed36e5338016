// `misfire proxy`: runs the proxy until it is told to stop, and prints the address that clients use meanwhile.

import { openDataFolder } from '../../../hosts/cli/common/open-data-folder.ts';
import { type CommandRun, stopLimitMs } from '../../../hosts/cli/terminal/command-run.ts';
import { type ExitCode, exitCodes, UsageError } from '../../../hosts/cli/terminal/exit-codes.ts';
import { observersOf } from '../../../hosts/collector.ts';
import type { TelemetryFlags } from '../../../telemetry/settings.ts';
import { httpRehearsal } from '../../rehearse/commands/rehearsing.ts';
import { ActiveFile, activePath } from '../../rehearse/running/active-file.ts';
import { findRehearsal } from '../../rehearse/running/find-rehearsal.ts';
import { firstPart } from '../programs/later/first-part.ts';
import { laterHttp } from '../programs/later/later-http.ts';
import { openProxy } from '../programs/proxy/proxy.ts';
import { ProxyCopy } from '../programs/proxy/proxy-copy.ts';
import type { LaterRehearsal } from '../programs/proxy/proxy-rehearsals.ts';

export interface ProxyCommandOptions extends TelemetryFlags {
  port: number;
  name?: string;
  json: boolean;
  data: string | undefined;
  /** A plan of failures to inject. */
  rehearse?: string;
}

export async function proxy(run: CommandRun, address: string, options: ProxyCommandOptions): Promise<ExitCode> {
  const { output } = run;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw new UsageError('The address must start with http:// or https://.');
  const collector = observersOf(options, run.io.env, url);
  const dataDir = openDataFolder(run, options.data);
  const name = options.name ?? url.hostname;
  const wanted = findRehearsal(options.rehearse, name, run.io.env);
  const rehearsal = await httpRehearsal(run, wanted);
  const copy = new ProxyCopy({
    dataDir,
    name,
    url: `${url.origin}${url.pathname}`,
    folder: run.io.folder,
    ...(collector ? { observe: collector.observe } : {}),
  });
  // Clients depend on it: a bug met with one exchange is reported, and the others go on.
  run.io.surviveBugs(output.printBug);
  let isTold = false;
  const stop = run.io.watchStops(stopLimitMs);
  const running = await openProxy({
    url,
    port: options.port,
    copy,
    ...(rehearsal ? { rehearsal } : {}),
    ...(wanted?.by === 'option' ? {} : { later: laterRehearsal(run, dataDir, name) }),
    onChallenge() {
      if (isTold) return;
      isTold = true;
      output.printMessage(
        `This server requires a sign-in that is bound to its own address, so a proxy cannot forward it. Use the bridge instead: misfire wrap -- ${address}`,
      );
    },
  }).catch((problem: NodeJS.ErrnoException) => {
    if (problem.code === 'EADDRINUSE')
      throw new UsageError(`Port ${options.port} is in use. Choose another, or 0 for any free port.`);
    throw problem;
  });
  if (options.json) output.printJson({ url: running.url });
  else
    output.printLine(
      `Use this address in your client instead of ${url.origin}${url.pathname}:\n${running.url}\nPress Ctrl-C to stop.`,
    );
  await stop.asked;
  await running.close();
  await copy.close();
  const lost = await collector?.close();
  if (lost) output.printMessage(lost);
  return exitCodes.done;
}

/** A rehearsal, or what another feature does, that begins while a proxy runs. */
const laterRehearsal = (run: CommandRun, dataDir: string, server: string): LaterRehearsal => ({
  active: new ActiveFile(activePath(dataDir)),
  async load(file) {
    const part = await firstPart(laterHttp, file, { server, client: null });
    return part ?? httpRehearsal(run, { source: file, by: 'file', server });
  },
});
