// Joins calls of a client's transcript with watched calls: by the id that some clients send, else by server, tool, equal arguments and
// time. Ambiguous matches stay separate. Remembers a bounded number of watched calls; a forgotten one costs a join, never a row.

import { modelCallId } from '../clients/model-call-id.ts';
import { type Json, member, parseJson } from '../json/json.ts';
import type { SeenDifference } from '../seen/compare-seen.ts';
import { readServerAnswer } from '../seen/read-server-answer.ts';
import { compareCall } from '../transcripts/compare-call.ts';
import type { SeenCall } from '../transcripts/parts/seen-call.ts';
import type { StoredEvent } from '../wire.ts';
import { callKey } from './canonical.ts';
import type { ConnectionState, WatchedTime } from './connection.ts';
import type { Entry, PairedRow } from './ledger.ts';
import type { PendingCall } from './pending-call.ts';
import { RecentMap } from './recent-map.ts';

const memory = 2000;
const connectionMemory = 200;
/** The newest responses are kept for comparison, limited in number and characters. */
const mostAnswers = 500;
const answerBudget = 4_000_000;
/** The clocks of a transcript and a wire differ by the time between writing a line and sending a message. */
export const slackMs = 1000;

interface WatchedCall {
  entry: Entry;
  server: string;
  /** The id that the client put on the wire; null: it sends none. */
  id: string | null;
  key: string;
  at: number;
  /** By whom: a hook and a transcript may both have the call. */
  joined: { report: boolean; transcript: boolean };
  answeredAt: number | null;
  answer: string | null;
  /** As the server listed it; undefined: unknown. */
  outputSchema: Json | undefined;
}

/** The response of a watched call. `outputSchema` as the server listed it; undefined: unknown. */
interface Answer {
  text: string;
  at: number;
  outputSchema: Json | undefined;
}

export type Joined =
  | { how: 'id' | 'time'; call: WatchedCall }
  /** `alike`: the watched calls that match equally well. `ended`: the server's last connection, if it was over before the call. */
  | { how: 'none'; alike: readonly WatchedCall[]; wasWatched: boolean; ended: WatchedTime | null };

export class SeenCalls {
  readonly #calls = new RecentMap<number, WatchedCall>(memory);
  readonly #byId = new RecentMap<string, WatchedCall>(memory);
  readonly #byKey = new RecentMap<string, WatchedCall[]>(memory);
  readonly #connections: WatchedTime[] = [];
  /** The first call of a client's session that lost its server. */
  readonly #lost = new RecentMap<string, PairedRow>(connectionMemory);
  readonly #answered: WatchedCall[] = [];
  #held = 0;

  /** Any event of a wire: when its connection was watched. */
  noteConnection(connection: ConnectionState, event: StoredEvent): void {
    if (event.actor !== 'client' || event.lane === 'seen' || event.lane === 'log') return;
    if (connection.watched === null) {
      const { server, epoch } = event;
      connection.watched = {
        connection: { server, epoch },
        name: nameKey(server),
        from: event.at,
        to: null,
        hasGaps: false,
      };
      this.#connections.push(connection.watched);
      if (this.#connections.length > connectionMemory) this.#connections.shift();
    }
    if (event.lane !== 'life') return;
    if (event.event === 'missing') connection.watched.hasGaps = true;
    if (event.event === 'exited' || event.event === 'closed') connection.watched.to ??= event.at;
  }

  noteCall({ entry, params, method }: PendingCall, event: StoredEvent): void {
    if (method !== 'tools/call' || event.actor !== 'client') return;
    const tool = member(params, 'name');
    if (typeof tool !== 'string') return;
    const watched: WatchedCall = {
      entry,
      server: nameKey(event.server),
      id: modelCallId(params),
      key: keyOf(event.server, tool, member(params, 'arguments')),
      at: event.at,
      joined: { report: false, transcript: false },
      answeredAt: null,
      answer: null,
      outputSchema: undefined,
    };
    this.#calls.set(entry.row.id, watched);
    if (watched.id !== null) this.#byId.set(watched.id, watched);
    const alike = this.#byKey.get(watched.key) ?? [];
    alike.push(watched);
    if (alike.length > 100) alike.shift();
    this.#byKey.set(watched.key, alike);
  }

  noteAnswer(entry: Entry, { text, at, outputSchema }: Answer): void {
    const watched = this.#calls.get(entry.row.id);
    if (watched !== undefined) watched.answeredAt = at;
    if (watched === undefined || text.length > answerBudget) return;
    watched.answer = text;
    watched.outputSchema = outputSchema;
    this.#answered.push(watched);
    this.#held += text.length;
    while (this.#answered.length > mostAnswers || this.#held > answerBudget) this.#forgetAnswer();
  }

  join(seen: SeenCall): Joined {
    const exact = seen.callId === '' ? undefined : this.#byId.get(seen.callId);
    if (exact !== undefined) return take(exact, seen, 'id');
    if (seen.isReported && seen.started === null) return this.#joinReport(seen);
    const from = (seen.started ?? seen.ended) - slackMs;
    const alike = (this.#byKey.get(keyOf(seen.server, seen.tool, seen.args)) ?? []).filter(
      ({ at, joined, id }) => !joined[sourceOf(seen)] && id === null && at >= from && at <= seen.ended + slackMs,
    );
    const [only, second] = alike;
    if (only !== undefined && second === undefined) return take(only, seen, 'time');
    const within = alike.filter(({ at }) => at >= from + slackMs && at <= seen.ended);
    const [inside, another] = within;
    if (inside !== undefined && another === undefined) return take(inside, seen, 'time');
    return this.#apart(alike, seen);
  }

  /** A hook that reports only when the call ended: its response came at that time, or was not read yet. */
  #joinReport(seen: SeenCall): Joined {
    const alike = (this.#byKey.get(keyOf(seen.server, seen.tool, seen.args)) ?? []).filter(
      ({ at, answeredAt, joined }) =>
        !joined.report && at <= seen.ended + slackMs && Math.abs((answeredAt ?? seen.ended) - seen.ended) <= slackMs,
    );
    const [only, second] = alike;
    if (only !== undefined && second === undefined) return take(only, seen, 'time');
    return this.#apart(alike, seen);
  }

  /** Both ends of the connection were open during the whole call. */
  #wasWatched({ server, started, ended }: SeenCall): boolean {
    const name = nameKey(server);
    for (const watched of this.#connections)
      if (watched.name === name && watched.from <= (started ?? ended) && (watched.to ?? ended) >= ended)
        return !watched.hasGaps;
    return false;
  }

  #apart(alike: readonly WatchedCall[], seen: SeenCall): Joined {
    return { how: 'none', alike, wasWatched: this.#wasWatched(seen), ended: this.#endedBefore(seen) };
  }

  #endedBefore({ server, started, ended }: SeenCall): WatchedTime | null {
    const name = nameKey(server);
    const last = this.#connections.findLast((watched) => watched.name === name && watched.from <= ended);
    if (last === undefined || last.hasGaps || last.to === null || last.to > (started ?? ended)) return null;
    return last;
  }

  /** The failed call that a call without a server belongs to: the one that was open when the server exited. */
  lastWithServer(seen: SeenCall, row: PairedRow): PairedRow {
    const known = this.#lost.get(sessionKey(seen));
    if (known === undefined) this.#lost.set(sessionKey(seen), row);
    return known ?? row;
  }

  /** The server answered in this session. */
  noteServer(seen: SeenCall): void {
    this.#lost.delete(sessionKey(seen));
  }

  #forgetAnswer(): void {
    const oldest = this.#answered.shift();
    this.#held -= oldest?.answer?.length ?? 0;
    if (oldest !== undefined) oldest.answer = null;
  }
}

const sessionKey = ({ client, session, server }: SeenCall): string => `${client}\n${session}\n${nameKey(server)}`;

const sourceOf = ({ isReported }: SeenCall): 'report' | 'transcript' => (isReported ? 'report' : 'transcript');

function take(call: WatchedCall, seen: SeenCall, how: 'id' | 'time'): Joined {
  call.joined[sourceOf(seen)] = true;
  return { how, call };
}

/** What the model did not receive of a watched response; null: nothing is missing. */
export function differenceOf(
  { answer, outputSchema }: WatchedCall,
  seen: SeenCall,
): SeenDifference | 'not comparable' | null {
  const parsed = answer === null ? null : parseJson(answer);
  const said = parsed?.ok ? readServerAnswer(parsed.value) : null;
  return said?.ok ? compareCall(seen, said.answer, outputSchema) : 'not comparable';
}

/** Clients replace characters in a name that their model's API rejects. */
export const nameKey = (server: string): string => server.replace(/[^a-zA-Z0-9-]/g, '_').toLowerCase();

const keyOf = (server: string, tool: string, args: Json | undefined): string =>
  callKey(`${nameKey(server)}\n${tool.replace(/[^a-zA-Z0-9]/g, '_')}`, args ?? {});
