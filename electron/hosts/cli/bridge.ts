// `misfire wrap -- URL`: the bridge as a command. Uses the sign-in that a person made in the app for a server of that address.

import { grantHeader } from '../../inspector/sign-in/stored-grant.ts';
import { runBridge } from '../../watch/bridge.ts';
import { SpoolWriter } from '../../watch/spool-writer.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { openDataFolder } from './open-data-folder.ts';
import { printMessage } from './output.ts';

interface BridgeWish {
  name?: string;
  client?: string;
  data: string | undefined;
}

export async function bridge(url: string, { name, client, data }: BridgeWish): Promise<ExitCode> {
  const dataDir = openDataFolder(data);
  const spool = new SpoolWriter(dataDir, {
    server: name ?? new URL(url).hostname,
    ...(client === undefined ? {} : { client }),
    pid: process.pid,
    command: [],
    cwd: process.cwd(),
    url,
  });
  let isTold = false;
  try {
    await runBridge({
      url,
      isOld: /\/sse\/?(?:[?#]|$)/i.test(url),
      spool,
      authorise: await grantHeader(dataDir, url),
      input: process.stdin,
      write: (line) => process.stdout.write(`${line}\n`),
      onChallenge() {
        if (!isTold)
          printMessage(`misfire: ${url} wants a sign-in. Add it in Misfire, sign in there, and start this again.`);
        isTold = true;
      },
    });
    spool.life('exited', { code: 0, signal: null });
    return exitCodes.done;
  } catch (problem) {
    printMessage(`misfire: ${(problem as Error).message}`);
    return exitCodes.unreachable;
  } finally {
    await spool.close(500);
  }
}
