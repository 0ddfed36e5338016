// Opens a session of the log for a command, without disturbing an app that is recording into it.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ExpectedFailures } from '../../inspector/log/expected-failures.ts';
import { openToRead } from '../../inspector/log/open-store.ts';
import type { SessionRecord } from '../../inspector/log/session-file.ts';
import { StillLog } from '../../inspector/log/still-log.ts';
import { SavedServers } from '../../inspector/saved-servers.ts';
import { sessionName } from '../../inspector/sessions/session-name.ts';
import { findDataFolder } from '../data-folder.ts';
import { UsageError } from './exit-codes.ts';

export interface KeptSession {
  log: StillLog;
  session: { name: string; isNamed: boolean; note: string; startedAt: number; header: string | null };
}

export async function openKept(data: string | undefined): Promise<{
  sessions: SessionRecord[];
  open: (wanted: number | undefined) => KeptSession;
  close: () => void;
}> {
  const folder = findDataFolder(data);
  const path = join(folder, 'log.db');
  if (!existsSync(path)) throw new UsageError(`Nothing has been recorded in ${folder} yet.`);
  const { shelf, store } = await openToRead(path).catch((problem: Error) => {
    throw new UsageError(problem.message);
  });
  const names = new Map(new SavedServers(folder).load().map(({ id, config }) => [id, config.name]));
  const sessions = shelf.list();
  return {
    sessions,
    open(wanted) {
      // What was recorded or read in last, since that is what a person means who does not say.
      const id = wanted ?? (sessions.find(({ rows }) => rows > 0) ?? sessions[0])?.id;
      const record = sessions.find((session) => session.id === id);
      if (!record) {
        throw new UsageError(
          wanted === undefined
            ? 'The log holds no session yet.'
            : `There is no session ${wanted}. "misfire log --sessions" lists them.`,
        );
      }
      const { note, startedAt } = record;
      const header = shelf.header(record.id);
      const session = { name: sessionName(record), isNamed: record.name !== '', note, startedAt, header };
      // What was recorded here has names; what was read from a file is called as the file calls it.
      const name = (server: string) => (record.kind === 'recorded' ? (names.get(server) ?? server) : server);
      const expected = new ExpectedFailures(folder).groups;
      return { log: new StillLog(store(record.id), name, expected), session };
    },
    close: () => shelf.close(),
  };
}
