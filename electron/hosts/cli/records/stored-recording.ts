// Opens a recording of the log for a command, without disturbing an app that is recording into it.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FailedCalls } from '../../../../shared/incident/failed-calls.ts';
import { SavedServers } from '../../../inspector/connections/saved-servers.ts';
import { Marks, marksInFolder, marksInHeader } from '../../../inspector/log/counts/marks.ts';
import { openToRead } from '../../../inspector/log/open-store.ts';
import { ReadOnlyLog } from '../../../inspector/log/read-only-log.ts';
import { type RecordingEntry, withoutMarked } from '../../../inspector/log/store/recordings-file.ts';
import { appVersion } from '../../../inspector/paths/app-paths.ts';
import { recordingName } from '../../../inspector/recordings/recording-name.ts';
import { SpoolIntake } from '../../take-in-spool.ts';
import { dataFolderOf } from '../common/open-data-folder.ts';
import type { CommandRun } from '../terminal/command-run.ts';
import { UsageError } from '../terminal/exit-codes.ts';

interface KeptRecording {
  log: ReadOnlyLog;
  recording: { name: string; isNamed: boolean; note: string; startedAt: number; header: string | null };
}

/** The log of a data folder, with what the spool held when it was opened. */
export interface Kept {
  /** Newest first, as they are now. */
  recordings: () => RecordingEntry[];
  open: (wanted: number | undefined) => Promise<KeptRecording>;
  /** null: an earlier version counted differently, and nothing has opened it since. */
  count: (recording: RecordingEntry) => FailedCalls | null;
  /** Takes in what came to the spool since. */
  refresh: () => Promise<void>;
  /** Another number once something was written to the log. */
  version: () => number;
  close: () => void;
}

/** `waits`: where nothing was recorded yet, asks again until something is, or until it says that it waited enough. */
export async function openStoredLog(
  run: CommandRun,
  data: string | undefined,
  waits?: () => Promise<boolean>,
): Promise<Kept> {
  const { output } = run;
  const folder = dataFolderOf(run, data);
  const path = join(folder, 'log.db');
  const intake = new SpoolIntake(folder);
  const refresh = async () => {
    const missing = await intake.takeIn();
    if (missing !== '') output.printMessage(missing);
  };
  await refresh();
  while (!existsSync(path)) {
    if (!(await waits?.())) throw new UsageError(`Nothing has been recorded in ${folder} yet.`);
    await refresh();
  }
  const read = () =>
    openToRead(path).catch((problem: Error) => {
      throw new UsageError(problem.message);
    });
  let file = await read();
  const recordings = () => file.logFile.list();
  const marksOf = ({ kind, id }: RecordingEntry) => {
    const header = () => file.logFile.header(id);
    return new Marks(kind === 'recorded' ? marksInFolder(folder) : marksInHeader({ header, change: () => {} }));
  };
  return {
    recordings,
    refresh,
    count(recording) {
      return withoutMarked(recording.counted, file.logFile.countIn(recording.id, marksOf(recording).quiet));
    },
    async open(wanted) {
      const listed = recordings();
      // What was recorded or read in last, since that is what a person means who does not say.
      const id = wanted ?? (listed.find(({ rows }) => rows > 0) ?? listed[0])?.id;
      const record = listed.find((recording) => recording.id === id);
      if (!record) {
        throw new UsageError(
          wanted === undefined
            ? 'The log holds no recording yet.'
            : `There is no recording ${wanted}. "misfire log --recordings" lists them.`,
        );
      }
      if (record.counted === null) {
        file.logFile.close();
        const isDone = await updateRecording(folder, record.id);
        file = await read();
        if (!isDone) output.printMessage(heldWords(record.id));
      }
      const { note, startedAt } = record;
      const header = file.logFile.header(record.id);
      const recording = { name: recordingName(record), isNamed: record.name !== '', note, startedAt, header };
      // A client that is watched for the first time becomes a server of the list when its traffic is taken in.
      const names = new Map(new SavedServers(folder).load().map(({ id, config }) => [id, config.name]));
      // What was recorded here has names; what was read from a file is called as the file calls it.
      const name = (server: string) => (record.kind === 'recorded' ? (names.get(server) ?? server) : server);
      return { log: new ReadOnlyLog(file.store(record.id), name, marksOf(record)), recording };
    },
    version: () => file.version(),
    close: () => file.logFile.close(),
  };
}

/** Loading the inspector takes longer than most commands, and is needed once per recording and update. */
async function updateRecording(dataDir: string, recording: number): Promise<boolean> {
  const { deriveAgain } = await import('../../../app/open-inspector.ts');
  return deriveAgain({ dataDir, version: appVersion() }, recording);
}

const heldWords = (recording: number): string =>
  `An earlier version counted the failures of recording ${recording}. Open it in the window that has the log, to count failed calls.`;
