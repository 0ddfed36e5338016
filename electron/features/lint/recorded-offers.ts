// What a server offered, from the answers to list requests in a recording. Clients ask for all lists one after the other, so the answers
// are looked for around the newest list of tools, or around the handshake of a server without tools.

import { isHandshake } from '../../../shared/ending/handshake.ts';
import type { RecordedOffers } from '../../../shared/features/lint/definition-history.ts';
import { type Json, member, parseJson } from '../../../shared/json/json.ts';
import type { Row } from '../../../shared/timeline.ts';
import type { RecordingReader } from '../../inspector/log/store/recordings-file.ts';

export interface OffersAt {
  at: number;
  offers: RecordedOffers;
}

const lists: Readonly<Record<string, keyof RecordedOffers>> = {
  'tools/list': 'tools',
  'prompts/list': 'prompts',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
};
/** A connection without any list is not the last word. */
const epochsBack = 3;
const mostEpochs = 30;
const rowsAround = 200;

const epochOf = (store: RecordingReader, server: string): number =>
  store.state()?.servers.find(([id]) => id === server)?.[1].epoch ?? 0;

/** The newest ones. null: the recording has no list of the server. */
export function recordedOffers(store: RecordingReader, server: string): OffersAt | null {
  const newest = epochOf(store, server);
  for (let epoch = newest; epoch > Math.max(0, newest - epochsBack); epoch -= 1) {
    const found = offersOf(store, server, epoch, 'last');
    if (found) return found;
  }
  return null;
}

/** The first ones of the recording, or of its last connections if there are many. */
export function firstOffers(store: RecordingReader, server: string): OffersAt | null {
  const newest = epochOf(store, server);
  for (let epoch = Math.max(1, newest - mostEpochs); epoch <= newest; epoch += 1) {
    const found = offersOf(store, server, epoch, 'first');
    if (found) return found;
  }
  return null;
}

function offersOf(store: RecordingReader, server: string, epoch: number, which: 'first' | 'last'): OffersAt | null {
  const telling = store.contextRows(server, epoch, 0).sort((one, other) => one.id - other.id);
  if (which === 'last') telling.reverse();
  const anchor = telling.find(({ method }) => method === 'tools/list') ?? telling[0];
  const offers = anchor && offersAround(store, anchor, which);
  const hasLists = offers && Object.values(lists).some((kind) => offers[kind] !== undefined);
  return hasLists ? { at: anchor.at, offers } : null;
}

function offersAround(store: RecordingReader, { server, epoch, ord }: Row, which: 'first' | 'last'): RecordedOffers {
  const offers: Partial<Record<keyof RecordedOffers, Json>> = {};
  /** A list whose last page has not been seen. */
  const begun = new Map<keyof RecordedOffers, { items: Json[]; next: Json }>();
  for (const row of store.rowsBefore(server, ord + 1 + rowsAround, 2 * rowsAround)) {
    const { method, outcome, rehearsed } = row;
    if (row.epoch !== epoch || outcome !== 'answered' || rehearsed !== null || method === null) continue;
    const kind = lists[method];
    if (kind === undefined && !isHandshake(method)) continue;
    const [params, result] = exchangeOf(store, row);
    if (kind === undefined) {
      offers.instructions = member(result, 'instructions') ?? '';
      continue;
    }
    const items = member(result, kind);
    if (!Array.isArray(items)) continue;
    const cursor = member(params, 'cursor');
    const next = member(result, 'nextCursor');
    const before = begun.get(kind);
    begun.delete(kind);
    if (cursor !== undefined && cursor !== before?.next) continue;
    const whole = cursor === undefined ? items : [...(before?.items ?? []), ...items];
    if (typeof next === 'string') begun.set(kind, { items: whole, next });
    else if (which === 'last' || offers[kind] === undefined) offers[kind] = whole;
  }
  return offers as RecordedOffers;
}

function exchangeOf(store: RecordingReader, { id }: Row): [params: Json | undefined, result: Json | undefined] {
  let [params, result]: (Json | undefined)[] = [];
  for (const seq of store.eventsOf(id)) {
    const event = store.event(seq);
    if (event?.lane !== 'in' && event?.lane !== 'out') continue;
    const parsed = parseJson(event.text);
    if (!parsed.ok) continue;
    if (event.lane === 'out') params ??= member(parsed.value, 'params');
    else result ??= member(parsed.value, 'result');
  }
  return [params, result];
}
