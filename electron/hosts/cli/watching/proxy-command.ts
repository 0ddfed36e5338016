// `misfire proxy`: runs the proxy until it is told to stop, and prints the address that clients use meanwhile.

import type { TelemetryFlags } from '../../../telemetry/settings.ts';
import { openProxy } from '../../../watch/proxy/proxy.ts';
import { ProxyCopy } from '../../../watch/proxy/proxy-copy.ts';
import { findRehearsal } from '../../../watch/rehearse/find-rehearsal.ts';
import { observersOf } from '../../collector.ts';
import { handleUncaughtErrors } from '../../uncaught-errors.ts';
import { openDataFolder } from '../common/open-data-folder.ts';
import { type ExitCode, exitCodes, UsageError } from '../terminal/exit-codes.ts';
import { printBug, printJson, printLine, printMessage } from '../terminal/output.ts';
import { watchStopSignals } from '../terminal/stop-signals.ts';
import { httpRehearsal, laterRehearsal } from './rehearsing.ts';

export interface ProxyCommandOptions extends TelemetryFlags {
  port: number;
  name?: string;
  json: boolean;
  data: string | undefined;
  /** A plan of failures to inject. */
  rehearse?: string;
}

export async function proxy(address: string, options: ProxyCommandOptions): Promise<ExitCode> {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw new UsageError('The address must start with http:// or https://.');
  const collector = observersOf(options, url);
  const dataDir = openDataFolder(options.data);
  const name = options.name ?? url.hostname;
  const wanted = findRehearsal(options.rehearse, name);
  const rehearsal = await httpRehearsal(wanted);
  const copy = new ProxyCopy({
    dataDir,
    name,
    url: `${url.origin}${url.pathname}`,
    ...(collector ? { observe: collector.observe } : {}),
  });
  // Clients depend on it: a bug met with one exchange is reported, and the others go on.
  handleUncaughtErrors(printBug);
  let isTold = false;
  const stop = watchStopSignals();
  const running = await openProxy({
    url,
    port: options.port,
    copy,
    ...(rehearsal ? { rehearsal } : {}),
    ...(wanted?.by === 'option' ? {} : { later: laterRehearsal(dataDir, name) }),
    onChallenge() {
      if (isTold) return;
      isTold = true;
      printMessage(
        `This server requires a sign-in that is bound to its own address, so a proxy cannot forward it. Use the bridge instead: misfire wrap -- ${address}`,
      );
    },
  }).catch((problem: NodeJS.ErrnoException) => {
    if (problem.code === 'EADDRINUSE')
      throw new UsageError(`Port ${options.port} is in use. Choose another, or 0 for any free port.`);
    throw problem;
  });
  if (options.json) printJson({ url: running.url });
  else
    printLine(
      `Use this address in your client instead of ${url.origin}${url.pathname}:\n${running.url}\nPress Ctrl-C to stop.`,
    );
  await stop.asked;
  await running.close();
  await copy.close();
  const lost = await collector?.close();
  if (lost) printMessage(lost);
  return exitCodes.done;
}
