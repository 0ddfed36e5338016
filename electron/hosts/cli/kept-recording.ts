// Opens a recording of the log for a command, without disturbing an app that is recording into it.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SavedServers } from '../../inspector/connections/saved-servers.ts';
import { Marks, marksInFolder, marksInHeader } from '../../inspector/log/counts/marks.ts';
import { openToRead } from '../../inspector/log/open-store.ts';
import { ReadOnlyLog } from '../../inspector/log/read-only-log.ts';
import type { RecordingEntry } from '../../inspector/log/store/recordings-file.ts';
import { recordingName } from '../../inspector/recordings/recording-name.ts';
import { findDataFolder } from '../data-folder.ts';
import { UsageError } from './exit-codes.ts';

export interface KeptRecording {
  log: ReadOnlyLog;
  recording: { name: string; isNamed: boolean; note: string; startedAt: number; header: string | null };
}

export async function openKept(data: string | undefined): Promise<{
  recordings: RecordingEntry[];
  open: (wanted: number | undefined) => KeptRecording;
  /** Another number once something was written to the log. */
  version: () => number;
  close: () => void;
}> {
  const folder = findDataFolder(data);
  const path = join(folder, 'log.db');
  if (!existsSync(path)) throw new UsageError(`Nothing has been recorded in ${folder} yet.`);
  const { logFile, store, version } = await openToRead(path).catch((problem: Error) => {
    throw new UsageError(problem.message);
  });
  const names = new Map(new SavedServers(folder).load().map(({ id, config }) => [id, config.name]));
  const recordings = logFile.list();
  return {
    recordings,
    open(wanted) {
      // What was recorded or read in last, since that is what a person means who does not say.
      const id = wanted ?? (recordings.find(({ rows }) => rows > 0) ?? recordings[0])?.id;
      const record = recordings.find((recording) => recording.id === id);
      if (!record) {
        throw new UsageError(
          wanted === undefined
            ? 'The log holds no recording yet.'
            : `There is no recording ${wanted}. "misfire log --recordings" lists them.`,
        );
      }
      const { note, startedAt } = record;
      const header = logFile.header(record.id);
      const recording = { name: recordingName(record), isNamed: record.name !== '', note, startedAt, header };
      // What was recorded here has names; what was read from a file is called as the file calls it.
      const name = (server: string) => (record.kind === 'recorded' ? (names.get(server) ?? server) : server);
      const kept =
        record.kind === 'recorded' ? marksInFolder(folder) : marksInHeader({ header: () => header, change: () => {} });
      return { log: new ReadOnlyLog(store(record.id), name, new Marks(kept)), recording };
    },
    version,
    close: () => logFile.close(),
  };
}
