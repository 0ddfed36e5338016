// What all tools share: the log, the sender, the servers, and one masker per agent, so that a secret has the same placeholder in
// every answer. Owns the names of rows: the number in the log, or `own-N` before the log has the row.

import type { Readable, Writable } from 'node:stream';
import { Masker } from '../../../../shared/mask/masker.ts';
import type { ServerConfig } from '../../../../shared/server/server-config.ts';
import type { RowDetail } from '../../../../shared/timeline.ts';
import { LiveLog } from './live-log.ts';
import { Sender, type SenderOptions, SendRefusal } from './sender.ts';

export interface McpOptions extends Pick<SenderOptions, 'version' | 'openSpool' | 'surroundings'> {
  dataDir: string;
  /** Where messages of the agent come from and go to. */
  input: Readable;
  output: Writable;
  /** The transport of a server that the user has allowed: saved, a sample, or named at start. null if there is none. */
  findServer: (name: string) => ServerConfig | null;
  serverNames: () => string[];
  /** Tools that may be called although they are marked as destructive, as `server/tool`. */
  allowed: ReadonlySet<string>;
}

export interface FoundRow {
  id: string;
  serverName: string;
  detail: RowDetail;
  /** The whole text of one event. */
  body: (seq: number) => Promise<string>;
}

const longestBody = 1_000_000;

export class AgentContext {
  readonly options: McpOptions;
  readonly masker = new Masker();
  readonly kept: LiveLog;
  readonly sender: Sender;
  /** Running and finished fixes, by the id that the agent used. */
  readonly fixes = new Map<string, string>();
  /** The client's own name. */
  agent = '';

  constructor(options: McpOptions) {
    this.options = options;
    this.kept = new LiveLog(options.dataDir, options.version);
    this.sender = new Sender({ ...options, agent: () => this.agent });
  }

  /** Throws a Refusal that names the known servers. */
  server(name: string): ServerConfig {
    const found = this.options.findServer(name);
    if (found) return found;
    const names = this.options.serverNames();
    const known =
      names.length === 0 ? 'There is none yet.' : `There are: ${names.slice(0, 20).join(', ')}, and sample:NAME.`;
    throw new SendRefusal(
      `There is no server "${name}" that a person has added to Misfire. ${known} A person adds one in the window, or starts "misfire mcp --server SERVER".`,
    );
  }

  async row(id: string): Promise<FoundRow> {
    const own = /^own-(\d{1,16})$/.exec(id);
    if (own) return this.#ownRow(id, Number(own[1]));
    const kept = /^\d{1,16}$/.test(id) ? await this.kept.row(Number(id)) : null;
    if (!kept)
      throw new SendRefusal(`There is no failure or call "${id}" in the log. The tool failures lists what there is.`);
    const { detail, serverName, body } = kept;
    return { id, serverName, detail, body: async (seq) => body(seq) };
  }

  async #ownRow(id: string, row: number): Promise<FoundRow> {
    const api = await this.sender.api();
    const detail = await api.rowDetail({ id: row });
    if (!detail.ok)
      throw new SendRefusal(`There is no call "${id}" of this run. The tool failures lists what there is.`);
    const servers = await api.snapshot({});
    const server = servers.ok ? servers.value.servers.find((each) => each.id === detail.value.row.server) : undefined;
    return {
      id,
      serverName: server?.name ?? detail.value.row.server,
      detail: detail.value,
      body: async (seq) => {
        const whole = await api.body({ seq, offset: 0, length: longestBody });
        return whole.ok ? whole.value.text : '';
      },
    };
  }
}
