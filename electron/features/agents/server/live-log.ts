// Reads the log while a window writes it. Opens it again for each request, so that every answer is current. If no window runs,
// imports the spool first and releases the log at once.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bodyOf } from '../../../../shared/exchange/row-event.ts';
import type { Row, RowDetail } from '../../../../shared/timeline.ts';
import { deriveAgain, takeInSpool } from '../../../app/open-inspector.ts';
import { SavedServers } from '../../../inspector/connections/saved-servers.ts';
import { Marks, marksInFolder } from '../../../inspector/log/counts/marks.ts';
import { openToRead } from '../../../inspector/log/open-store.ts';
import { ReadOnlyLog } from '../../../inspector/log/read-only-log.ts';
import { readDetail } from '../../../inspector/log/rows/row-detail.ts';
import { recordingName } from '../../../inspector/recordings/recording-name.ts';
import { spoolState } from '../../../inspector/spool/spool-state.ts';

interface LiveRow {
  detail: RowDetail;
  serverName: string;
  body: (seq: number) => string;
}

/** The current content of one recording of the log. */
export interface KeptRecording {
  name: string;
  log: ReadOnlyLog;
  expected: ReadonlySet<string>;
}

type Opened = Awaited<ReturnType<typeof openToRead>>;

export class LiveLog {
  readonly #dataDir: string;
  readonly #version: string;
  /** The state of the spool at the last import. */
  #seen = '';
  #derived = false;

  constructor(dataDir: string, version: string) {
    this.#dataDir = dataDir;
    this.#version = version;
  }

  /** The newest recorded recording; null if there is none yet. */
  read<T>(work: (recording: KeptRecording) => T): Promise<T | null> {
    return this.#open((opened, marks) => {
      const newest = opened.logFile.list().find(({ kind, rows }) => kind === 'recorded' && rows > 0);
      if (!newest) return null;
      const log = new ReadOnlyLog(opened.store(newest.id), this.#names(), marks);
      return work({ name: recordingName(newest), log, expected: marks.quiet });
    });
  }

  /** A row of any recording. */
  row(id: number): Promise<LiveRow | null> {
    return this.#open(({ logFile, store }, marks) => {
      for (const recording of logFile.list()) {
        const log = new ReadOnlyLog(store(recording.id), this.#names(), marks);
        const row = log.store.row(id);
        if (row) return keptRow(log, row);
      }
      return null;
    });
  }

  async #open<T>(work: (opened: Opened, marks: Marks) => T | null): Promise<T | null> {
    await this.#takeIn();
    const path = join(this.#dataDir, 'log.db');
    if (!existsSync(path)) return null;
    let opened = await openToRead(path);
    const newest = opened.logFile.list().find(({ kind }) => kind === 'recorded');
    // An earlier version made it. Once is enough: if a window has the log, it does the same.
    if (newest?.counted === null && !this.#derived) {
      this.#derived = true;
      opened.logFile.close();
      await deriveAgain({ dataDir: this.#dataDir, version: this.#version }, newest.id);
      opened = await openToRead(path);
    }
    try {
      return work(opened, new Marks(marksInFolder(this.#dataDir)));
    } finally {
      opened.logFile.close();
    }
  }

  /** Only if the spool has grown: importing opens the whole log. */
  async #takeIn(): Promise<void> {
    const now = spoolState(this.#dataDir);
    if (now === this.#seen) return;
    if (await takeInSpool({ dataDir: this.#dataDir, version: this.#version })) this.#seen = now;
  }

  #names(): (server: string) => string {
    const names = new Map(new SavedServers(this.#dataDir).load().map(({ id, config }) => [id, config.name]));
    return (server) => names.get(server) ?? server;
  }
}

function keptRow(log: ReadOnlyLog, row: Row): LiveRow {
  // Read now, because the file is closed when the answer is written.
  const detail = readDetail(log, row, Date.now());
  const bodies = new Map(
    detail.events.map(({ seq }) => {
      const event = log.store.event(seq);
      return [seq, event ? bodyOf(event).text : ''];
    }),
  );
  return { detail, serverName: log.serverName(row.server), body: (seq) => bodies.get(seq) ?? '' };
}
