// The available dialects, and which ones decode each log: implements the API for them. Owns the learners and when failures are decoded
// again. dialect-folder.ts owns the folder, shared/decode/learner.ts the learning.

import type { Ask } from '../../../shared/contract/api.ts';
import { done, noSuchRow, refused } from '../../../shared/contract/api.ts';
import { Learner } from '../../../shared/decode/learner.ts';
import type { Dialect } from '../../../shared/dialects/dialect-schema.ts';
import { describeProblem, parseDialect } from '../../../shared/dialects/parse-dialect.ts';
import { failedRows } from '../../../shared/exchange/decode-capture.ts';
import type { Connections } from '../connections/connections.ts';
import { withServer } from '../connections/with-server.ts';
import type { Log, LogOptions } from '../log/log.ts';
import type { RecordingEntry } from '../log/store/recordings-file.ts';
import { dialectFolderOf } from '../paths/data-file-path.ts';
import type { Recordings } from '../recordings/recordings.ts';
import { DialectFolder } from './dialect-folder.ts';

interface DialectServiceOptions {
  dataDir: string;
  /** Logs are opened before there are connections. */
  connections: () => Connections | undefined;
  recordings: () => Recordings;
  onChange: () => void;
}

export class DialectService {
  readonly #options: DialectServiceOptions;
  readonly #folder: DialectFolder;
  /** The dialects of the servers in the list. */
  readonly #own: Learner;

  constructor(options: DialectServiceOptions) {
    this.#options = options;
    this.#folder = new DialectFolder(dialectFolderOf(options.dataDir), () => this.#rereadAll());
    this.#own = new Learner({
      dialects: () => this.all,
      pinned: (server) => options.connections()?.get(server)?.config.dialect,
      // Not while it is being read.
      onClear: (server) => setImmediate(() => void this.#reread(server)),
    });
  }

  /** Built-in dialects and the user's; the same array until something changes. */
  get all(): readonly Dialect[] {
    return this.#folder.loaded.all;
  }

  dialectOf(server: string): ReturnType<Learner['dialectOf']> {
    return this.#own.dialectOf(server);
  }

  /** Opens a log that uses the right learner for its failures. */
  open(
    kind: RecordingEntry['kind'],
    open: (decoders: Pick<LogOptions, 'decode' | 'decodeAgain' | 'tools'>) => Log,
  ): Log {
    // The dialects of a recording's servers are learned from the recording alone.
    const learner: Learner =
      kind === 'imported'
        ? new Learner({ dialects: () => this.all, onClear: (server) => log.rederiveSoon(server) })
        : this.#own;
    const log: Log = open({
      decode: (account, context, server) => learner.decode(account, context, server),
      decodeAgain: (account, context, server) => learner.decodeAgain(account, context, server),
      tools: learner.tools,
    });
    return log;
  }

  close(): void {
    this.#folder.close();
  }

  readonly dialects: Ask<'dialects'> = async () => {
    const { all, own, problems } = this.#folder.loaded;
    const ids = new Set(own.map(({ dialect }) => dialect.id));
    return done({
      dialects: all.map(({ id, name, about }) => ({ id, name, about: about ?? '', own: ids.has(id) })),
      problems: [...problems],
      folder: this.#folder.path ?? '',
    });
  };

  readonly pinDialect: Ask<'pinDialect'> = withServer<'pinDialect'>(
    () => this.#options.connections() as Connections,
    async (connection, { dialect }) => {
      const known = this.all.some(({ id }) => id === dialect);
      if (dialect !== null && !known) return refused('not_found', `There is no dialect "${dialect}".`);
      this.#options.connections()?.change(connection, { dialect: dialect ?? undefined });
      await this.#reread(connection.id);
      return done(null);
    },
  );

  readonly addDialect: Ask<'addDialect'> = async ({ fileName, text }) => {
    const problem = this.#folder.add(fileName, text);
    return problem === '' ? done(null) : refused('bad_input', problem);
  };

  /** Decodes the events of one row as a separate capture. */
  readonly tryDialect: Ask<'tryDialect'> = async ({ row: id, text }) => {
    const parsed = parseDialect('The rule', text);
    if (!parsed.ok) return refused('bad_input', parsed.problems.map(describeProblem).join('\n'));
    const { shown } = this.#options.recordings();
    shown.flush();
    const row = shown.store.row(id);
    if (!row) return noSuchRow();
    const entries = shown.store.eventsOf(id).flatMap((seq) => {
      const event = shown.store.event(seq);
      return event ? [{ line: seq, event: { ...event, server: shown.serverName(event.server) }, extra: {} }] : [];
    });
    // One with the same id is the previous version.
    const others = this.all.filter((known) => known.id !== parsed.dialect.id);
    const rows = failedRows(entries, { dialects: () => [...others, parsed.dialect] });
    return done({ failure: rows.find((each) => each.row.kind === row.kind)?.failure ?? null });
  };

  /** The dialects themselves changed. */
  #rereadAll(): void {
    for (const { id } of this.#options.connections()?.list() ?? []) void this.#reread(id);
    const { shown, shownView } = this.#options.recordings();
    // A read-only recording shows its failures as decoded now, so its rows must match.
    if (shownView.isLive) return;
    for (const server of shown.serverIds) shown.rederiveSoon(server);
  }

  async #reread(server: string): Promise<void> {
    await this.#options.recordings().current.rederive(server);
    this.#options.onChange();
  }
}
