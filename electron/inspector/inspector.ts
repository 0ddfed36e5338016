// Opens the inspector for its hosts. Hosts use only this interface.

import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { answerWith } from './answer-api.ts';
import type { InspectorHandle, InspectorOptions } from './inspector-handle.ts';
import { openRecordings } from './log/open-store.ts';
import { openVault } from './secrets/open-vault.ts';
import { Services } from './services.ts';

export async function openInspector(options: InspectorOptions): Promise<InspectorHandle> {
  const vault = options.vault ?? (await openVault(options.ephemeral ? null : options.dataDir));
  const logFile = await openRecordings({ path: options.ephemeral ? null : join(options.dataDir, 'log.db') });
  const services = new Services({ ...options, vault }, logFile);
  // After a failure, the app opens with that failure, not with the previous view.
  if (options.follow) await Promise.race([services.spool?.caughtUp(), pause(longestLookBackMs, null, { ref: false })]);
  return {
    api: answerWith(services),
    onBatch: (listener) => services.batches.onBatch(listener),
    close: () => services.close(),
  };
}

/** How long a window may wait for background traffic; the rest is imported while it is open. */
const longestLookBackMs = 1500;

/** Imports the spool and then releases the log. false: another Misfire holds the log, and imports it itself. */
export async function takeInSpool({ dataDir, version }: { dataDir: string; version: string }): Promise<boolean> {
  const vault = await openVault(dataDir);
  const logFile = await openRecordings({ path: join(dataDir, 'log.db'), patienceMs: 0 });
  if (logFile.kind !== 'sqlite') {
    logFile.close();
    return false;
  }
  const abilities = { openExternal: false, secureStorage: false };
  const services = new Services({ dataDir, version, abilities, vault }, logFile);
  services.spool?.start();
  await services.spool?.caughtUp();
  await services.close();
  return true;
}
