// Reads what a client did from the events of one or more recordings: its calls with their findings, and the messages around them.
// Owns which rows are the client's and how a row is named. Judging is left to the rules.

import type { ClientMistake } from '../../account/client-mistake.ts';
import { isCounted } from '../../actors.ts';
import type { Capture, CaptureEntry } from '../../capture/capture.ts';
import { knownClientName } from '../../clients/clients.ts';
import { modelCallId } from '../../clients/model-call-id.ts';
import { callKey, idKey } from '../../exchange/canonical.ts';
import { readRows } from '../../exchange/decode-capture.ts';
import { firstSeq } from '../../exchange/ledger.ts';
import type { Failure } from '../../failure.ts';
import { isObject, type Json, member, parseJson } from '../../json/json.ts';
import { isModernRevision, metaMember } from '../../protocol/revision.ts';
import { beganAt, type Outcome } from '../../timeline.ts';
import { clientLeft, type HttpExchange, type WireEvent } from '../../wire.ts';

/** A row as proof. In a file it is a line, in the window the id of a row. */
export interface RowRef {
  row: number;
  file?: string;
}

/** One request of the client. */
export interface RunCall {
  ref: RowRef;
  server: string;
  epoch: number;
  method: string;
  /** Tool, prompt or resource. */
  target: string | null;
  arguments: Json | undefined;
  /** Equal for attempts at the same call of one client. */
  key: string;
  /** The id of the model's tool use, where the client puts it into `_meta`. */
  useId: string | null;
  at: number;
  endAt: number | null;
  outcome: Outcome | null;
  failure: Failure | null;
  /** What was done to it on purpose, for example `answer:rate_limited`. */
  injected: string | null;
  /** The response's result, as received. */
  result: Json | undefined;
  http: HttpExchange | null;
  /** The client canceled it before its answer came. */
  canceledAt: number | null;
}

interface RunNote {
  ref: RowRef;
  at: number;
  server: string;
  epoch: number;
}

/** What a server says about repeating a tool. null: it says nothing. */
interface ToolHints {
  readOnly: boolean | null;
  destructive: boolean | null;
  idempotent: boolean | null;
}

export interface RecordedRun {
  client: { name: string; version: string | null } | null;
  plan: string;
  servers: string[];
  injected: number;
  /** In the order of time. */
  calls: RunCall[];
  /** HTTP exchanges, also those of notifications. */
  exchanges: (RunNote & { http: HttpExchange; method: string | null })[];
  /** `tools`, `prompts` or `resources`. */
  listChanges: (RunNote & { list: string })[];
  /** The process of a server ended, or its connection did. `byClient`: the client closed it. */
  ends: (RunNote & { byClient: boolean; injected: string | null })[];
  /** A client's mistake that the decoder found, by its name. */
  mistakes: (RunNote & { kind: string })[];
  /** null: no list names the tool. */
  hintsOf(server: string, tool: string): ToolHints | null;
  /** The latest time that the recording covers. */
  until: number;
}

export interface RunSource {
  /** Left out: the rows of the log that is shown. */
  file?: string;
  entries: readonly CaptureEntry[];
}

/** A file that a wrap or proxy wrote names its client once, in its header. */
export function sourceOf(file: string, { header: { client }, entries }: Capture): RunSource {
  if (typeof client !== 'string') return { file, entries };
  return { file, entries: entries.map((entry) => ({ ...entry, event: { client, ...entry.event } })) };
}

/** Several sources are one run: a client that starts a server twice leaves two files. */
export function readRun(sources: readonly RunSource[]): RecordedRun {
  const { entries, refOf } = merge(sources);
  const byLine = new Map(entries.map(({ line, event }) => [line, event]));
  const rows = readRows(entries)
    .filter(({ row }) => isCounted(row.actor))
    .sort((one, other) => one.row.id - other.row.id);
  const cancels = cancellations(entries);
  const calls: RunCall[] = [];
  const mistakes: RecordedRun['mistakes'] = [];
  for (const { row, failure, events } of rows) {
    const ref = refOf(row.id);
    const note = { ref, at: row.at, server: row.server, epoch: row.epoch };
    if (failure?.origin === 'local' && mistakeKinds.has(failure.codeName ?? ''))
      mistakes.push({ ...note, kind: failure.codeName ?? '' });
    if (row.kind !== 'call' || row.direction !== 'out' || row.method === null) continue;
    const own = events.flatMap((line) => byLine.get(line) ?? []);
    const asked = messageOf(byLine.get(firstSeq(row.id)), (message) => member(message, 'method') === row.method);
    const params = member(asked, 'params');
    const id = member(asked, 'id');
    const at = beganAt(row);
    const canceledAt = cancels.get(`${row.server}\n${row.epoch}\n${id === undefined ? '' : idKey(id)}`) ?? null;
    calls.push({
      ...note,
      method: row.method,
      target: row.target,
      arguments: member(params, 'arguments') ?? params,
      key: callKey(`${row.method}\n${row.target ?? ''}\n${row.server}\n${row.client ?? ''}`, params),
      useId: modelCallId(params),
      at,
      endAt: row.endAt,
      outcome: row.outcome,
      failure,
      injected: own.map(injectedOf).find((kind) => kind !== null) ?? null,
      result: own.map(resultOf).find((value) => value !== undefined),
      http: own.flatMap((event) => (event.lane === 'http' ? [event.http] : [])).at(-1) ?? null,
      canceledAt: canceledOf(row, canceledAt, own),
    });
  }
  calls.sort((one, other) => one.at - other.at);
  const tools = listedTools(entries);
  return {
    client: clientOf(entries),
    plan: planOf(entries),
    servers: [...new Set(entries.filter(isTraffic).map(({ event }) => event.server))].sort(),
    injected: calls.filter(({ injected }) => injected !== null).length,
    calls,
    exchanges: exchangesOf(entries, refOf),
    listChanges: listChangesOf(entries, refOf),
    ends: endsOf(entries, refOf),
    mistakes,
    hintsOf: (server, tool) => tools.get(`${server}\n${tool}`) ?? null,
    until: entries.reduce((latest, { event }) => Math.max(latest, event.at), 0),
  };
}

/** The mistakes that a rule is about (account/client-mistake.ts). */
const mistakeKinds: ReadonlySet<string> = new Set<ClientMistake['kind']>([
  'list_not_refreshed',
  'lost_session',
  'refused_token',
]);

/** Files of one run, in the order of time. Connections of different files stay apart. */
const epochStride = 10_000;
function merge(sources: readonly RunSource[]): { entries: CaptureEntry[]; refOf: (id: number) => RowRef } {
  const [only] = sources;
  if (only && sources.length === 1) {
    const { file } = only;
    return {
      entries: [...only.entries],
      refOf: (id) => (file === undefined ? { row: id } : { row: firstSeq(id), file }),
    };
  }
  const all = sources.flatMap(({ file, entries }, index) =>
    entries.map((entry) => {
      const event = { ...entry.event, epoch: entry.event.epoch + index * epochStride };
      return { ref: { row: entry.line, ...(file === undefined ? {} : { file }) }, entry: { ...entry, event } };
    }),
  );
  all.sort((one, other) => one.entry.event.at - other.entry.event.at);
  return {
    entries: all.map(({ entry }, index) => ({ ...entry, line: index + 1 })),
    refOf: (id) => all[firstSeq(id) - 1]?.ref ?? { row: firstSeq(id) },
  };
}

const isTraffic = ({ event }: CaptureEntry): boolean => event.lane === 'out' || event.lane === 'in';

/** The message of an event, or the member of a batch that passes. */
function messageOf(event: WireEvent | undefined, isIt: (message: Json) => boolean): Json | undefined {
  if (event?.lane !== 'out' && event?.lane !== 'in') return undefined;
  const parsed = parseJson(event.text);
  if (!parsed.ok) return undefined;
  const all = Array.isArray(parsed.value) ? parsed.value : [parsed.value];
  return all.find(isIt);
}

const resultOf = (event: WireEvent): Json | undefined =>
  event.lane === 'in'
    ? member(
        messageOf(event, (message) => member(message, 'result') !== undefined),
        'result',
      )
    : undefined;

/** `answer:rate_limited`; an exchange that is only marked as rehearsed is `rehearsed`. */
function injectedOf(event: WireEvent): string | null {
  if (event.rehearsed !== true) return null;
  return event.injected ?? 'rehearsed';
}

function cancellations(entries: readonly CaptureEntry[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const { event } of entries) {
    if (event.lane !== 'out' || !event.text.includes('notifications/cancelled')) continue;
    const message = messageOf(event, (one) => member(one, 'method') === 'notifications/cancelled');
    const id = member(member(message, 'params'), 'requestId');
    const key = `${event.server}\n${event.epoch}\n${id === undefined ? '' : idKey(id)}`;
    if (id !== undefined && !found.has(key)) found.set(key, event.at);
  }
  return found;
}

/** Some clients send a cancellation also for calls that have their answer. */
function canceledOf(
  { endAt, outcome }: { endAt: number | null; outcome: Outcome | null },
  sentAt: number | null,
  events: readonly WireEvent[],
): number | null {
  if (sentAt !== null && (endAt === null || outcome === 'cancelled' || sentAt <= endAt)) return sentAt;
  // From 2026-07-28 on, closing the stream of a response cancels the request.
  const left = events.find((event) => event.lane === 'http' && event.http.error === clientLeft);
  if (left?.lane !== 'http') return null;
  return isModernRevision(left.http.requestHeaders['mcp-protocol-version']) ? left.at : null;
}

function exchangesOf(entries: readonly CaptureEntry[], refOf: (id: number) => RowRef): RecordedRun['exchanges'] {
  const methods = new Map<string, string>();
  const found: RecordedRun['exchanges'] = [];
  for (const { line, event } of entries) {
    const { server, epoch, at } = event;
    if (event.lane === 'out' && event.via !== undefined) {
      const method = member(
        messageOf(event, (one) => member(one, 'method') !== undefined),
        'method',
      );
      if (typeof method === 'string') methods.set(`${server}\n${epoch}\n${event.via}`, method);
    }
    if (event.lane !== 'http') continue;
    const method = methods.get(`${server}\n${epoch}\n${event.http.exchange}`) ?? null;
    found.push({ ref: refOf(line), at, server, epoch, http: event.http, method });
  }
  return found;
}

function listChangesOf(entries: readonly CaptureEntry[], refOf: (id: number) => RowRef): RecordedRun['listChanges'] {
  return entries.flatMap(({ line, event }) => {
    if (event.lane !== 'in' || !event.text.includes('/list_changed')) return [];
    const message = messageOf(event, (one) => String(member(one, 'method')).endsWith('/list_changed'));
    const [, list] = /^notifications\/(\w{1,20})\/list_changed$/.exec(String(member(message, 'method'))) ?? [];
    const { at, server, epoch } = event;
    return list === undefined ? [] : [{ ref: refOf(line), at, server, epoch, list }];
  });
}

function endsOf(entries: readonly CaptureEntry[], refOf: (id: number) => RowRef): RecordedRun['ends'] {
  /** The client closed it first: how its server then ended is no loss. */
  const closed = new Set<string>();
  return entries.flatMap(({ line, event }) => {
    if (event.lane !== 'life' || (event.event !== 'exited' && event.event !== 'closed')) return [];
    const { at, server, epoch } = event;
    const connection = `${server}\n${epoch}`;
    // To a wrap, its client's side of the pipe is its own.
    const byClient = event.event === 'closed' && event.closedBy !== 'server';
    const isKnown = closed.has(connection);
    closed.add(connection);
    return isKnown ? [] : [{ ref: refOf(line), at, server, epoch, byClient, injected: injectedOf(event) }];
  });
}

function clientOf(entries: readonly CaptureEntry[]): RecordedRun['client'] {
  const named = entries.find(({ event }) => event.client !== undefined)?.event.client;
  for (const { event } of entries) {
    if (event.lane !== 'out' || !event.text.includes('clientInfo')) continue;
    const message = messageOf(event, (one) => member(one, 'params') !== undefined);
    const params = member(message, 'params');
    const info = member(params, 'clientInfo') ?? metaMember(params, 'clientInfo');
    const [name, version] = [member(info, 'name'), member(info, 'version')];
    if (typeof name === 'string')
      return { name: knownClientName(named ?? name), version: typeof version === 'string' ? version : null };
  }
  return named === undefined ? null : { name: knownClientName(named), version: null };
}

function planOf(entries: readonly CaptureEntry[]): string {
  const names = entries.flatMap(({ event }) =>
    event.lane === 'life' && event.event === 'rehearsing' && event.message ? [event.message] : [],
  );
  return [...new Set(names)].join(', ');
}

function listedTools(entries: readonly CaptureEntry[]): Map<string, ToolHints> {
  const found = new Map<string, ToolHints>();
  for (const { event } of entries) {
    if (event.lane !== 'in' || !event.text.includes('"tools"')) continue;
    const message = messageOf(event, (one) => Array.isArray(member(member(one, 'result'), 'tools')));
    const tools = member(member(message, 'result'), 'tools');
    for (const tool of Array.isArray(tools) ? tools : []) {
      const name = member(tool, 'name');
      if (isObject(tool) && typeof name === 'string') found.set(`${event.server}\n${name}`, hintsIn(tool));
    }
  }
  return found;
}

function hintsIn(tool: Json): ToolHints {
  const annotations = member(tool, 'annotations');
  const flag = (name: string) => {
    const value = member(annotations, name);
    return typeof value === 'boolean' ? value : null;
  };
  return {
    readOnly: flag('readOnlyHint'),
    destructive: flag('destructiveHint'),
    idempotent: flag('idempotentHint'),
  };
}
