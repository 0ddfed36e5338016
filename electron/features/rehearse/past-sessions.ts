// The last session of a watched client with a server, from the rows of the live recording, for the preview of a plan. Looks at the
// newest rows only: an older session says little about the next one.

import { type Ask, done } from '../../../shared/contract/api.ts';
import type { PastEvent } from '../../../shared/features/rehearse/plan-preview.ts';
import { isObject, type Json, member, parseJson } from '../../../shared/json/json.ts';
import { beganAt, type Row } from '../../../shared/timeline.ts';
import type { Log } from '../../inspector/log/log.ts';
import { plainServerName } from './plain-server-name.ts';

const pageSize = 1000;
const mostPages = 20;
const mostPairs = 50;
/** Rows of the session that is drawn. More do not fit beside each other. */
const mostRows = 400;

interface Found {
  client: string;
  server: string;
  row: Row;
}

export class PastSessions {
  readonly #log: () => Log;

  constructor(log: () => Log) {
    this.#log = log;
  }

  readonly pastSessions: Ask<'pastSessions'> = async ({ client, server }) => {
    const found = this.#newest();
    const pairs = found.map((one) => ({ client: one.client, server: one.server }));
    const wanted = found.find(
      (one) => (client === null || one.client === client) && (server === null || one.server === server),
    );
    if (!wanted) return done({ pairs, session: null });
    const { events, isLines } = this.#session(wanted.row);
    return done({ pairs, session: { client: wanted.client, server: wanted.server, isLines, events } });
  };

  /** The newest call of each client with each server, newest first. */
  #newest(): Found[] {
    const log = this.#log();
    log.flush();
    const { store } = log;
    const found = new Map<string, Found>();
    let below = store.state()?.rows ?? 0;
    for (let page = 0; page < mostPages && below > 0 && found.size < mostPairs; page += 1) {
      const from = Math.max(0, below - pageSize);
      const calls = store.rowsFrom(from, below - from, 'call').filter(({ ord }) => ord < below);
      for (const row of calls.reverse()) {
        if (row.actor !== 'client' || row.client === null || row.method !== 'tools/call') continue;
        const server = plainServerName(log.serverName(row.server), row.client);
        const key = `${row.client}\n${server}`;
        if (!found.has(key)) found.set(key, { client: row.client, server, row });
      }
      below = from;
    }
    return [...found.values()];
  }

  #session({ server, epoch, client }: Row): { events: PastEvent[]; isLines: boolean } {
    const { store } = this.#log();
    const rows = store
      .contextRows(server, epoch, mostRows)
      .filter((row) => row.kind === 'call' && row.direction === 'out' && row.client === client);
    const isLines = rows.every((row) => store.event(row.id)?.lane !== 'out' || !hasExchange(store.event(row.id)));
    const events = rows.flatMap((row): PastEvent[] => {
      const at = beganAt(row);
      if (row.method === 'tools/call') return row.target === null ? [] : [{ at, call: row.target }];
      if (row.method !== 'tools/list') return [];
      const listed = this.#listedBy(row);
      return [{ at, asksForList: true }, ...(listed === null ? [] : [{ at: row.endAt ?? at, listed }])];
    });
    return { events: events.sort((one, other) => one.at - other.at), isLines };
  }

  /** Only what decides whether a tool may be touched. */
  #listedBy({ id }: Row): Json | null {
    const { store } = this.#log();
    for (const seq of store.eventsOf(id)) {
      const event = store.event(seq);
      if (event?.lane !== 'in') continue;
      const parsed = parseJson(event.text);
      const tools = parsed.ok ? member(member(parsed.value, 'result'), 'tools') : undefined;
      if (!Array.isArray(tools)) continue;
      return {
        tools: tools.filter(isObject).map((tool) => ({
          name: tool.name ?? null,
          annotations: { readOnlyHint: member(tool.annotations, 'readOnlyHint') === true },
        })),
      };
    }
    return null;
  }
}

const hasExchange = (event: object | null): boolean => event !== null && 'via' in event && event.via !== undefined;
