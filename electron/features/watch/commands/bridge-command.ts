// `misfire wrap -- URL`: the bridge as a command. Where the server wants a sign-in it uses the one that was made in the app, or asks the
// person in their browser. Headers come from the environment, where the entry that starts it has put them.

import { endsInSse } from '../../../../shared/server-text/read-entry.ts';
import type { WireEvent } from '../../../../shared/wire.ts';
import { makeFolders } from '../../../foreign-files/make-folders.ts';
import { hasDesktop, openBrowser } from '../../../hosts/cli/common/open-browser.ts';
import { dataFolderOrNone } from '../../../hosts/cli/common/open-data-folder.ts';
import { type CommandRun, stopLimitMs } from '../../../hosts/cli/terminal/command-run.ts';
import { type ExitCode, exitCodes, UsageError } from '../../../hosts/cli/terminal/exit-codes.ts';
import { observersOf } from '../../../hosts/collector.ts';
import { headersOfVariables } from '../../../inspector/client-configs/address-edit.ts';
import { missingWords, resolveReferences } from '../../../inspector/secrets/references.ts';
import { AddressSignIn } from '../../../inspector/sign-in/address-sign-in.ts';
import { readChallenge } from '../../../inspector/sign-in/challenge.ts';
import { SpoolSecrets } from '../../../spool/spool-secrets.ts';
import { SpoolWriter } from '../../../spool/spool-writer.ts';
import type { TelemetryFlags } from '../../../telemetry/settings.ts';
import { rehearsalOf } from '../../rehearse/commands/rehearsing.ts';
import { ActiveFile, activePath } from '../../rehearse/running/active-file.ts';
import { findRehearsal, type WantedRehearsal } from '../../rehearse/running/find-rehearsal.ts';
import type { Parties } from '../../rehearse/running/rehearse-lines.ts';
import { addressWithoutKeys, type BeginRehearsal, runBridge } from '../programs/bridge/bridge.ts';
import { firstPart } from '../programs/later/first-part.ts';
import { laterLines } from '../programs/later/later-lines.ts';

interface BridgeWish extends TelemetryFlags {
  name?: string;
  client?: string;
  data: string | undefined;
  transport?: 'http' | 'sse';
  rehearse?: string;
}

export async function bridge(run: CommandRun, address: string, wish: BridgeWish): Promise<ExitCode> {
  const { io, output } = run;
  const { name, client, data, transport: kind, rehearse, ...flags } = wish;
  const target = resolveReferences({ kind: kind ?? 'http', url: address, headers: headersOfVariables(io.env) }, io.env);
  if (!target.ok) throw new UsageError(missingWords(target.missing));
  const { url, headers } = target.transport as { url: string; headers: Record<string, string> };
  const dataDir = dataFolderOrNone(run, data, (why) => output.printMessage(`misfire: ${why} Nothing is recorded.`));
  try {
    makeFolders(dataDir);
  } catch {
    // A client waits: what cannot be kept passes all the same, and is said later.
  }
  const server = name ?? new URL(url).hostname;
  const wanted = findRehearsal(rehearse, server, io.env);
  const collector = observersOf(flags, io.env, new URL(url));
  const header = {
    server,
    ...(client === undefined ? {} : { client }),
    pid: process.pid,
    command: [],
    cwd: io.folder,
    url: addressWithoutKeys(url),
    ...(kind === 'sse' ? { transport: kind } : {}),
  };
  const secrets = new SpoolSecrets();
  secrets.sent(
    Object.entries(headers).map(([header, value]) => [header.toLowerCase(), value] as const),
    url,
  );
  const spool = new SpoolWriter(dataDir, header, undefined, collector?.observe(), secrets);
  const given = wanted ? await bridgeRehearsal(run, wanted, spool) : undefined;
  const load = (file: string) => bridgeJoined(run, file, spool, { server, client: client ?? null });
  const signIn = await AddressSignIn.open({
    dataDir,
    url,
    onEvents: (events) => {
      for (const event of events) spool.event({ ...event, server: '', epoch: 2 } as WireEvent);
    },
    show(page) {
      output.printMessage(`misfire: ${url} requires you to sign in. Open ${page}`);
      if (hasDesktop(io.env)) openBrowser(page);
    },
  });
  // A key that the entry brings itself is the one to use.
  const hasKey = Object.keys(headers).some((header) => header.toLowerCase() === 'authorization');
  // A bug met in one exchange is reported; its call gets an error, and the others go on.
  io.surviveBugs(output.printBug);
  const stop = io.watchStops(stopLimitMs);
  const toClient = await io.protocolOutput();
  const outputClosed = new Promise<string>((resolve) => {
    for (const event of ['error', 'close']) toClient.on(event, () => resolve('The client closed its input.'));
  });
  try {
    const { problem } = await runBridge({
      url,
      headers,
      kind: kind ?? (endsInSse(url) ? 'sse' : undefined),
      spool,
      async authorize(target) {
        const token = hasKey ? null : await signIn.header(target);
        // Known before it is sent, so that no answer that repeats it is recorded with it.
        if (token !== null) secrets.hide(token);
        return token;
      },
      rehearse: given,
      ...(wanted?.by === 'option' || dataDir === ''
        ? {}
        : { later: { active: new ActiveFile(activePath(dataDir)), load } }),
      input: io.stdin,
      write: (line) => void toClient.write(`${line}\n`),
      stopped: Promise.race([
        stop.asked.then((signal) => `Misfire was stopped (${signal}).`),
        outputClosed,
        clientGone(),
      ]),
      async onRefusal(http) {
        const challenge = readChallenge(http);
        if (!challenge || hasKey) return false;
        try {
          return await signIn.answer(challenge);
        } catch (problem) {
          output.printMessage(`misfire: Sign-in at ${url} failed: ${(problem as Error).message}`);
          return false;
        }
      },
    });
    spool.life('exited', { code: 0, signal: null });
    if (problem !== null) output.printMessage(`misfire: ${problem}`);
    return problem === null ? exitCodes.done : exitCodes.unreachable;
  } finally {
    signIn.close();
    await spool.close(500);
    await collector?.close();
  }
}

/** undefined: nothing is injected. */
async function bridgeRehearsal(
  run: CommandRun,
  wanted: WantedRehearsal,
  spool: SpoolWriter,
): Promise<BeginRehearsal | undefined> {
  const rehearsal = await rehearsalOf(run, wanted);
  if (!rehearsal) return undefined;
  const { BridgeRehearsal } = await import('../programs/bridge/rehearse-bridge.ts');
  const { rehearsedLines } = await import('../../rehearse/running/rehearse-lines.ts');
  return (ends) => {
    spool.life('rehearsing', { message: rehearsal.plan.name, plan: rehearsal.plan });
    return new BridgeRehearsal(rehearsedLines(rehearsal), ends);
  };
}

/** What the file in the data folder says: a rehearsal, or what another feature does. */
async function bridgeJoined(
  run: CommandRun,
  file: string,
  spool: SpoolWriter,
  parties: Parties,
): Promise<BeginRehearsal | undefined> {
  const part = await firstPart(laterLines, file, parties);
  if (!part) return bridgeRehearsal(run, { source: file, by: 'file', server: parties.server }, spool);
  const { BridgeRehearsal } = await import('../programs/bridge/rehearse-bridge.ts');
  return (ends) => new BridgeRehearsal(part, ends);
}

/** How often it is checked whether the client lives: its pipe alone does not say, another process may hold the other end. */
const lookMs = 500;

function clientGone(): Promise<string> {
  const parent = process.ppid;
  return new Promise((resolve) => {
    setInterval(() => {
      if (process.ppid !== parent) resolve('The client has ended.');
    }, lookMs).unref();
  });
}
