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
  if (core.isFollowing) void open.follow();
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

interface LogUse {
  dataDir: string;
  version: string;
}

/** Imports the spool and then releases the log. false: another Misfire holds the log, and imports it itself. */
export function takeInSpool(use: LogUse): Promise<boolean> {
  return withLog(use, async ({ spool }) => {
    spool?.start();
    await spool?.caughtUp();
  });
}

/** Derives the rows of a recording that an earlier version made, and then releases the log. false: another Misfire holds the log. */
export function deriveAgain(use: LogUse, recording: number): Promise<boolean> {
  return withLog(use, async ({ recordings }) => {
    recordings.open(recording);
    await recordings.shown.caughtUp;
  });
}

async function withLog({ dataDir, version }: LogUse, work: (core: Core) => Promise<void>): Promise<boolean> {
  const vault = await openVault(dataDir);
  const logFile = await openRecordings({ path: join(dataDir, 'log.db'), patienceMs: 0 });
  if (logFile.kind !== 'sqlite') {
    logFile.close();
    return false;
  }
  const abilities = { openExternal: false, secureStorage: false };
  const core: Core = new Core({ dataDir, version, abilities, vault }, logFile, new OpenFeatures([], () => core));
  await work(core);
  await core.close();
  return true;
}
