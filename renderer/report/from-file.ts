// A report's own data instead of a host: the window's parts ask as usual and get responses from the file. Owns what a report supports;
// anything that would reach a server or a disk is rejected with a message.

import { type Answer, done, refused } from '../../shared/api/answer.ts';
import { type GroupMark, isQuietMark } from '../../shared/api/marks.ts';
import type { Counters, Overview, RecordingView, ServerView } from '../../shared/api/views.ts';
import type { Input, Method, Results } from '../../shared/contract/api.ts';
import { severities } from '../../shared/failure.ts';
import { completing, countedKeys, countedValues } from '../../shared/filter/counted-values.ts';
import { compileWords } from '../../shared/filter/filter-words.ts';
import { compileFilter } from '../../shared/filter/match.ts';
import { parseFilter } from '../../shared/filter/parse-filter.ts';
import { countsAsFailed, type Facts, noFailureFacts, rowHasFailed } from '../../shared/filter/row-facts.ts';
import { addSeen, hasTranscript, type SeenCount, seenStateOf } from '../../shared/filter/seen-state.ts';
import { compareRows, isPlainOrder } from '../../shared/filter/sort-rows.ts';
import { countFailedCalls, isFailedCall } from '../../shared/incident/failed-calls.ts';
import type { Row, RowDetail } from '../../shared/timeline.ts';
import { browserFiles } from '../platform/browser-files.ts';
import type { Platform } from '../platform/platform.ts';
import type { RecordingData } from './report-data.ts';

const notHere = 'A report holds what was recorded. Open the capture in Misfire to do this.';

export function filePlatform(data: RecordingData): Platform {
  const answers = answersOf(data);
  return {
    ...browserFiles,
    async call<M extends Method>(method: M, input: Input<M>): Promise<Answer<Results[M]>> {
      const answer = answers[method] as ((input: Input<M>) => Answer<Results[M]>) | undefined;
      return answer ? answer(input) : refused('refused', notHere);
    },
    onBatch: () => () => undefined,
    onCommand: () => () => undefined,
    onHostEvent: () => () => undefined,
    onStatus: (listener) => {
      listener('connected');
      return () => undefined;
    },
    setLooks: () => undefined,
    zoom: null,
  };
}

type Answers = { [M in Method]?: (input: Input<M>) => Answer<Results[M]> };

function answersOf(data: RecordingData): Answers {
  const { rows, recording } = data;
  const views = new Map<string, Row[]>([['', rows]]);
  const serverNames = namesOf(data);
  const viewOf = (name: string): Row[] => views.get(name) ?? [];

  return {
    hello: () =>
      done({
        version: recording.version,
        store: { kind: 'memory', path: null, notice: '', isRefused: false, isWaiting: false },
        abilities: { openExternal: false, secureStorage: false },
        dataFolder: '',
        runtime: { node: '', electron: null, sqlite: null, system: '' },
        preferences: '',
        samples: [],
      }),
    snapshot: () =>
      done({
        rev: 1,
        recording: recordingView(data),
        servers: serverViews(data),
        counters: countersOf(rows, recording.marks),
        marks: recording.marks,
        past: null,
      }),
    openView: ({ filter, sort }) => {
      const parsed = parseFilter(filter);
      if (!parsed.ok) return refused('bad_filter', parsed.problem);
      const isPlain = sort === undefined || isPlainOrder(sort);
      const name = isPlain ? filter.trim() : `${sort.by} ${sort.isDown} ${filter.trim()}`;
      const passing = rowsPassing(data, filter);
      if (!isPlain) passing.sort(compareRows(sort, (id) => serverNames.get(id) ?? id));
      if (name !== '') views.set(name, passing);
      const total = viewOf(name).length;
      return done({ view: name, total, hidden: rows.length - total, rev: 1 });
    },
    rows: ({ view, from, count }) =>
      done({ rows: viewOf(view).slice(from, from + count), total: viewOf(view).length, rev: 1 }),
    changes: () => done({ rows: [], rev: 1, truncated: false }),
    rowDetail: ({ id }) => {
      const detail = data.details.get(id);
      if (detail) return done(wholeDetail(data, id, detail));
      return refused(
        'not_found',
        data.byId.has(id)
          ? 'The messages of this row were left out: the report would have become too large.'
          : 'This row is not in the report.',
      );
    },
    locate: ({ view, id, want }) => done(locate(viewOf(view), id, want)),
    locateTime: ({ view, at }) => {
      const list = viewOf(view);
      const found = list.findIndex((row) => row.at >= at);
      const index = found < 0 ? list.length - 1 : found;
      const row = list[index];
      return done(row ? { index, id: row.id } : null);
    },
    overview: ({ view, buckets }) => done(overviewOf(rows, view === '' ? null : viewOf(view), buckets)),
    suggest: ({ key, prefix }) => done({ values: valuesOf(rows, key, prefix, serverNames) }),
    asks: () => done({ asks: [] }),
    replays: () => done({ replays: [] }),
    probes: () => done({ probes: [] }),
    rehearsal: () => done({ running: null }),
    dialects: () => done({ dialects: [], problems: [], folder: '' }),
  };
}

const namesOf = ({ recording }: RecordingData): Map<string, string> =>
  new Map(recording.servers.map(({ id, name }) => [id, name]));

/** The listed rows that match a filter; all of them if it is invalid. */
export function rowsPassing(data: RecordingData, filter: string): Row[] {
  const parsed = parseFilter(filter);
  if (!parsed.ok) return [...data.rows];
  const names = namesOf(data);
  const passes = compileFilter(parsed.filter, data.recording.madeAt);
  return data.rows.filter((row) => passes(factsOf(data, row, names.get(row.server) ?? row.server)));
}

function factsOf(data: RecordingData, row: Row, serverName: string): Facts {
  const detail = data.details.get(row.id);
  return {
    ...(data.facts.get(row.id) ?? noFailureFacts),
    row,
    serverName,
    http: detail?.events.findLast(({ http }) => http?.status != null)?.http?.status ?? null,
    said: (words) => detail?.events.map(({ text }) => text).some(compileWords(words)) ?? false,
  };
}

/** Neighbors in the file are linked again. */
export function wholeDetail(
  { byId }: RecordingData,
  id: number,
  { attempts, breadcrumbs, incident, ...detail }: NonNullable<ReturnType<RecordingData['details']['get']>>,
): RowDetail {
  const known = (ids: readonly number[]): Row[] => ids.flatMap((other) => byId.get(other) ?? []);
  return {
    ...detail,
    row: byId.get(id) as Row,
    attempts: known(attempts),
    breadcrumbs: known(breadcrumbs),
    incident: incident && { ...incident, rows: known(incident.rows) },
  };
}

function locate(list: readonly Row[], id: number, want: Input<'locate'>['want']): { index: number; id: number } | null {
  const at = list.findIndex((row) => row.id === id);
  const failedAt = (index: number) => rowHasFailed(list[index] as Row);
  const indexes = [...list.keys()];
  const index =
    want === 'self'
      ? at
      : want === 'next_failure'
        ? (indexes.find((i) => i > at && failedAt(i)) ?? -1)
        : (indexes.findLast((i) => (want === 'newest_failure' || i < at) && failedAt(i)) ?? -1);
  const row = list[index];
  return row ? { index, id: row.id } : null;
}

export function countersOf(rows: readonly Row[], marks: readonly GroupMark[]): Counters {
  const quiet = new Set(marks.filter(isQuietMark).map(({ group }) => group));
  const seen: SeenCount[] = [];
  for (const row of rows) {
    const state = seenStateOf(row);
    if (state !== null) addSeen(seen, row.client, state, 1);
  }
  const failed = rows.filter(countsAsFailed);
  const ranks = failed.map(({ failure }) => severities.indexOf(failure?.severity ?? 'error'));
  return {
    rows: rows.length,
    messages: rows.reduce((sum, { times }) => sum + times, 0),
    failedRows: failed.length,
    ...countFailedCalls(rows, quiet),
    recovered: rows.filter(({ remarks }) => remarks.includes('recovered')).length,
    pending: rows.filter(({ pending }) => pending).length,
    ...(hasTranscript(seen) ? { seen } : {}),
    worst: ranks.length === 0 ? null : (severities[Math.min(...ranks)] ?? null),
  };
}

function overviewOf(rows: readonly Row[], passing: readonly Row[] | null, buckets: number): Overview | null {
  const first = rows[0];
  if (!first) return null;
  const from = rows.reduce((least, { at }) => Math.min(least, at), first.at);
  const to = rows.reduce((most, { at, endAt }) => Math.max(most, endAt ?? at), from + 1);
  const partOf = (at: number) => Math.min(buckets - 1, Math.floor(((at - from) / (to - from)) * buckets));
  const none = () => Array.from({ length: buckets }, () => 0);
  const overview: Overview = { from, to, messages: none(), failures: none(), worst: none().fill(-1), passing: null };
  for (const row of rows) {
    const part = partOf(row.at);
    overview.messages[part] = (overview.messages[part] ?? 0) + row.times;
    if (!isFailedCall(row)) continue;
    const end = partOf(row.endAt ?? row.at);
    const rank = severities.indexOf(row.failure?.severity ?? 'error');
    const known = overview.worst[end] ?? -1;
    overview.failures[end] = (overview.failures[end] ?? 0) + 1;
    overview.worst[end] = known < 0 ? rank : Math.min(known, rank);
  }
  if (passing) {
    overview.passing = none();
    for (const { at } of passing) overview.passing[partOf(at)] = (overview.passing[partOf(at)] ?? 0) + 1;
  }
  return overview;
}

function valuesOf(rows: readonly Row[], key: string, typed: string, names: ReadonlyMap<string, string>) {
  const at = countedKeys.indexOf(key);
  const counts = new Map<string, number>();
  for (const row of rows) {
    const value = countedValues(row)[at];
    if (value == null) continue;
    const shown = key === 'server' ? (names.get(value) ?? value) : value;
    counts.set(shown, (counts.get(shown) ?? 0) + 1);
  }
  return completing(counts, typed, 12);
}

function recordingView({ recording, rows }: RecordingData): RecordingView {
  return {
    id: 1,
    name: recording.title,
    isNamed: true,
    note: recording.note,
    kind: 'imported',
    source: '',
    startedAt: recording.startedAt,
    touchedAt: recording.madeAt,
    bytes: 0,
    rows: rows.length,
    messages: rows.length,
    counted: null,
    isLive: false,
    isShown: true,
  };
}

function serverViews({ recording, rows }: RecordingData): ServerView[] {
  return recording.servers.map(({ id, name }, index) => {
    const own = rows.filter(({ server }) => server === id);
    const { messages, failedRows, failedCalls, expected, pending } = countersOf(own, recording.marks);
    return {
      id,
      name,
      colour: index,
      state: 'idle',
      reason: '',
      transport: 'stdio',
      endpoint: '',
      sample: null,
      watched: null,
      protocolVersion: null,
      serverInfo: null,
      pid: null,
      counts: { messages, failedRows, failedCalls, expected, pending },
      recent: [],
      dialect: null,
      pinnedDialect: null,
      callTimeoutMs: 0,
      era: 'legacy',
      signIn: { state: 'none', words: '', url: null, scopes: [], expiresAt: null },
    };
  });
}
