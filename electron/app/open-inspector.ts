// Opens the inspector with its features for its hosts. Hosts use only this interface.

import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { InspectorApi } from '../../shared/contract/api.ts';
import { Core } from '../inspector/core.ts';
import type { InspectorHandle, InspectorOptions } from '../inspector/inspector-handle.ts';
import { openRecordings } from '../inspector/log/open-store.ts';
import { openVault } from '../inspector/secrets/open-vault.ts';
import { coreAnswers } from './core-answers.ts';
import { features } from './features.ts';
import { OpenFeatures } from './open-features.ts';

export async function openInspector(options: InspectorOptions): Promise<InspectorHandle> {
  const vault = options.vault ?? (await openVault(options.ephemeral ? null : options.dataDir));
  const logFile = await openRecordings({ path: options.ephemeral ? null : join(options.dataDir, 'log.db') });
  const open = new OpenFeatures(features, () => core);
  const core: Core = new Core({ ...options, vault }, logFile, open);
  // After a failure, the app opens with that failure, not with the previous view.
  if (options.follow) await Promise.race([core.spool?.caughtUp(), pause(longestLookBackMs, null, { ref: false })]);
  return {
    // The compiler knows the answers of each feature, but not of a list of features (features.test.ts).
    api: { ...coreAnswers(core), ...open.answers } as InspectorApi,
    onBatch: (listener) => core.batches.onBatch(listener),
    close: () => core.close(),
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
  const core: Core = new Core({ dataDir, version, abilities, vault }, logFile, new OpenFeatures([], () => core));
  core.spool?.start();
  await core.spool?.caughtUp();
  await core.close();
  return true;
}
