// Export and import: starts them, transfers their text in parts, and ends those that are no longer fetched. shared/formats defines the file
// formats; an imported file becomes a read-only recording.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExportOptions } from '../../../shared/api/capture-methods.ts';
import { type Answer, type Ask, type Checked, done, type Results, refused } from '../../../shared/contract/api.ts';
import { slackMs } from '../../../shared/exchange/seen-calls.ts';
import { AnyReader, importFormats } from '../../../shared/formats/read-any.ts';
import { isObject, type Json, type JsonObject, member, parseJson } from '../../../shared/json/json.ts';
import { jsonText } from '../../../shared/json/json-text.ts';
import { maskEvent } from '../../../shared/mask/mask-event.ts';
import { checkPattern, Masker } from '../../../shared/mask/masker.ts';
import { readSeenText } from '../../../shared/transcripts/seen-text.ts';
import type { UnknownLines } from '../../../shared/transcripts/transcript-lines.ts';
import type { WireEvent } from '../../../shared/wire.ts';
import type { Log } from '../log/log.ts';
import type { RecordingChange } from '../log/store/recordings-file.ts';
import { type ExportSource, eventsOf, exportText, textLength } from './export-text.ts';
import { followImportedMarks } from './imported-marks.ts';
import { joinedCalls } from './joined-calls.ts';
import type { Recordings } from './recordings.ts';
import { type WatchedName, WireBeside } from './wire-beside.ts';

/** Approximate amount of text in one answer; less after this time, so that the window can show progress. */
const partLength = 500_000;
const partMs = 500;
const openLimit = 8;
/** A preview that takes longer returns what it has. */
const previewMs = 1200;
/** Recorded without a pause: some milliseconds of work, be it many events or one large one. */
const portionEvents = 500;
const portionLength = 200_000;
/** Calls of a transcript that are remembered, in case its client writes the file again. */
const rememberedCalls = 50_000;

interface Export {
  parts: AsyncGenerator<string>;
  masker: Masker;
  progress: { share: number };
}

/** What a client added to its transcript. */
export interface TranscriptPart {
  text: string;
  /** The file was replaced or cut, so this is the beginning of another text. */
  isRestart: boolean;
}

interface Import {
  name: string;
  /** Identifies the contents of the file; '' if unknown before they are read. */
  print: string;
  reader: AnyReader;
  log: Log | null;
  /** Maps each event of the file to its event in the log, for events that refer to another. */
  seqs: number[];
  /** Events that were given to the log. */
  recorded: number;
  /** Parts are processed one after the other. */
  busy: Promise<unknown>;
  stopped: boolean;
  /** Closes what its text comes from. */
  stopReading: (id: number) => void;
  /** Its rows and events are being removed. */
  dropped: Promise<void> | null;
  /** The wire that was watched while a transcript was written. */
  beside: WireBeside;
  /** Calls of a transcript that are recorded. */
  taken: Set<string>;
  /** Then only transcripts are read: its client may write something else into the file. */
  isFollowed: boolean;
  /** Lines that were not understood, as last written. */
  unknown: number;
}

/** `for now`: the file may grow. */
type End = 'no' | 'for now' | 'yes';

export interface CaptureParts {
  watchedName?: WatchedName | undefined;
  /** Resolves once everything that was watched until now is in the log. */
  watchedWire?: (() => Promise<void>) | undefined;
}

export class Captures {
  readonly #recordings: Recordings;
  readonly #version: string;
  readonly #onChange: () => void;
  readonly #exports = new Map<number, Export>();
  readonly #imports = new Map<number, Import>();
  /** Transcripts that were read and may grow, by their recordings. */
  readonly #followed = new Map<number, Import>();
  #next = 1;
  #closed = false;

  readonly #parts: CaptureParts;

  constructor(recordings: Recordings, version: string, onChange: () => void, parts: CaptureParts = {}) {
    this.#parts = parts;
    this.#recordings = recordings;
    this.#version = version;
    this.#onChange = onChange;
  }

  readonly previewExport: Ask<'previewExport'> = async (options) => {
    const opened = await this.#source(options);
    if (!('source' in opened)) return opened;
    const { source } = opened;
    const { log, masker, view } = source;
    if (source.recording.header !== null) masker.mask(source.recording.header);
    let events = 0;
    let cut = false;
    const until = performance.now() + previewMs;
    for await (const page of eventsOf(source)) {
      for (const event of page) maskEvent(masker, { ...event, server: log.serverName(event.server) });
      events += page.length;
      cut = performance.now() > until;
      if (cut) break;
    }
    return done({ rows: view ? view.ords.length : log.counters.rows, events, cut, masked: masker.summary() });
  };

  readonly startExport: Ask<'startExport'> = async (options) => {
    const opened = await this.#source(options);
    if (!('source' in opened)) return opened;
    const { source } = opened;
    const progress = { share: 0 };
    const begun = { parts: exportText({ ...source, progress }), masker: source.masker, progress };
    const id = this.#take(this.#exports, begun, (old) => void this.#exports.delete(old));
    const stem = source.recording.name.replace(/\.(?:jsonl|json|har|html)$/i, '').replace(/[^\p{L}\p{N}._-]+/gu, '-');
    const fileName = `misfire-${stem.slice(0, 80) || 'recording'}.${options.format}`;
    const mediaTypes = { jsonl: 'application/jsonl', har: 'application/json', html: 'text/html' };
    return done({ export: id, fileName, mediaType: mediaTypes[options.format] });
  };

  readonly exportPart: Ask<'exportPart'> = async ({ export: id }) => {
    const open = this.#exports.get(id);
    if (!open) return refused('not_found', 'That export has ended. Start it again.');
    const texts: string[] = [];
    let isDone = false;
    const until = performance.now() + partMs;
    for (let length = 0; length < partLength && !isDone && performance.now() < until; ) {
      const next = await open.parts.next();
      isDone = next.done === true || this.#closed;
      if (isDone) break;
      texts.push(next.value as string);
      length += (next.value as string).length;
    }
    if (isDone) this.#exports.delete(id);
    return done({ text: texts.join(''), done: isDone, masked: open.masker.count, share: open.progress.share });
  };

  readonly cancelExport: Ask<'cancelExport'> = async ({ export: id }) => {
    void this.#exports.get(id)?.parts.return(undefined);
    this.#exports.delete(id);
    return done(null);
  };

  readonly startImport: Ask<'startImport'> = (input) => this.beginImport(input);

  /** `stopReading` is called if the import is canceled. */
  async beginImport(
    { name, print = '' }: Checked<'startImport'>,
    stopReading: (id: number) => void = () => {},
  ): Promise<Answer<Results['startImport']>> {
    // If nothing is stored at all, an opened file lasts until exit like everything else.
    if (this.#recordings.trouble !== '' && this.#recordings.logFile.kind !== 'memory') {
      return refused('refused', `Files cannot be read in now. ${this.#recordings.trouble}`);
    }
    const bare = name.split(/[\\/]/).at(-1) || 'capture';
    const open: Import = {
      name: bare,
      print,
      reader: new AnyReader(),
      log: null,
      seqs: [],
      recorded: 0,
      busy: Promise.resolve(),
      stopped: false,
      stopReading,
      dropped: null,
      beside: new WireBeside((at) => this.#recordings.recordedSince(at), this.#parts.watchedName ?? (() => null)),
      taken: new Set(),
      isFollowed: false,
      unknown: 0,
    };
    const id = this.#take(this.#imports, open, (old, begun) => {
      begun.stopped = true;
      void begun.busy.then(() => this.#discard(old, begun));
    });
    return done({ import: id, known: this.#recordings.importedAs(print) });
  }

  readonly importPart: Ask<'importPart'> = ({ import: id, text, last }) =>
    this.#importPart(id, text, last ? 'yes' : 'no');

  /** All that a transcript has now was read. Its import stays open for `append`. */
  readonly followOn = (id: number) => this.#importPart(id, '', 'for now');

  async #importPart(id: number, text: string, end: End): Promise<Answer<Results['importPart']>> {
    const open = this.#imports.get(id);
    if (!open) return refused('not_found', 'That import has ended. Start it again.');
    const work = open.busy.then(() => this.#read(open, text, end));
    open.busy = work.catch(() => undefined);
    try {
      await work;
    } catch (error) {
      await this.#discard(id, open);
      return refused('refused', `${open.name} could not be read in: ${(error as Error).message}.`);
    }
    if (open.stopped) return refused('refused', `${open.name} was not opened: it was stopped.`);
    if (end === 'no') return done({ recording: null, problems: [], format: '' });
    this.#imports.delete(id);
    const { format } = open.reader;
    const problems = open.reader.problemsSoFar;
    if (!open.log && open.reader.transcript)
      return refused('bad_input', `${open.name} is a ${open.reader.transcript.kind} without calls to MCP servers.`);
    if (!open.log) {
      const reason = problems[0]?.message ?? 'It is empty.';
      return refused('bad_input', `${open.name} contains nothing that Misfire can read. ${reason}`);
    }
    const { recording } = open.log.store;
    if (end === 'yes') open.log.endOpen();
    await open.log.settled;
    const { heldEvents = 0, notice } = open.log.store;
    if (heldEvents > 0) {
      await this.#discard(id, open);
      const stored = `${open.recorded - heldEvents} of ${open.recorded} messages could be stored`;
      return refused('refused', `${open.name} was not imported: only ${stored}. ${notice}`);
    }
    this.#recordings.change(recording, { ...keptOf(headerOf(open)), isWhole: true });
    open.log.marks.load();
    followImportedMarks(open.log);
    open.log.noteMarks();
    if (end === 'yes') this.#recordings.keepImport(open.log);
    else {
      open.isFollowed = true;
      this.#followed.set(recording, open);
      this.#recordings.followImport(open.log);
    }
    this.#onChange();
    return done({
      recording: this.#recordings.view(recording),
      problems: problems.slice(0, 50),
      format: format === null ? '' : importFormats[format],
      ...(open.reader.transcript?.kind === 'transcript' ? { calls: joinedCalls(open.log.store, open.beside) } : {}),
    });
  }

  /** What was added to a transcript that is followed. `null`: nothing was, but its wire may have gone on. */
  async append(recording: number, part: TranscriptPart | null): Promise<void> {
    const open = this.#followed.get(recording);
    if (!open) return;
    const work = open.busy.then(async () => {
      if (part?.isRestart) {
        await this.#read(open, '', 'yes');
        open.reader = new AnyReader();
      }
      await this.#read(open, part?.text ?? '', part === null ? 'for now' : 'no');
      if (part === null) this.#noteUnknown(recording, open);
    });
    open.busy = work.catch(() => undefined);
    await work;
  }

  /** Written only when there are more of them: it is a write to the file of recordings. */
  #noteUnknown(recording: number, open: Import): void {
    const count = (open.reader.transcript?.unknownLines() ?? []).reduce((sum, lines) => sum + lines.count, 0);
    if (count === open.unknown) return;
    open.unknown = count;
    this.#recordings.change(recording, keptOf(headerOf(open)));
  }

  /** Lines of the recording's transcript that Misfire does not understand, as its header keeps them. */
  unknownLines(recording: number): UnknownLines[] {
    const header = parseJson(this.#recordings.logFile.header(recording) ?? '{}');
    const lines = header.ok ? member(header.value, 'notUnderstood') : undefined;
    return Array.isArray(lines) ? lines.flatMap((value) => readUnknown(value) ?? []) : [];
  }

  /** Nothing more is added: calls that are open get no result. */
  async endFollowing(recording: number): Promise<void> {
    const open = this.#followed.get(recording);
    if (!open?.log) return;
    this.#followed.delete(recording);
    await open.busy;
    await this.#read(open, '', 'yes').catch(() => undefined);
    open.log.endOpen();
    this.#recordings.keepImport(open.log);
    this.#onChange();
  }

  readonly cancelImport: Ask<'cancelImport'> = async ({ import: id }) => {
    const open = this.#imports.get(id);
    if (!open) return done(null);
    open.stopped = true;
    // The part being read ends at its next step.
    await open.busy;
    await this.#discard(id, open);
    return done(null);
  };

  /** Resolves when everything is removed, also for a second caller. */
  #discard(id: number, open: Import): Promise<void> {
    open.stopReading(id);
    open.dropped ??= (async () => {
      if (open.log) await this.#recordings.dropImport(open.log);
      this.#imports.delete(id);
      if (open.log) this.#onChange();
    })();
    return open.dropped;
  }

  close(): void {
    this.#closed = true;
    for (const { log } of this.#imports.values()) log?.close();
    this.#imports.clear();
    this.#followed.clear();
    this.#exports.clear();
  }

  async #read(open: Import, text: string, end: End): Promise<void> {
    const read = open.reader.read(text);
    if (end === 'for now') read.push(...open.reader.pause());
    if (end === 'yes') read.push(...open.reader.finish());
    await nextTurn();
    const isTranscript = open.reader.transcript !== null;
    const events = isTranscript ? await this.#withWire(open, read, end !== 'no') : open.isFollowed ? [] : read;
    for (let from = 0; from < events.length && !this.#closed && !open.stopped; ) {
      const to = portionEnd(events, from);
      open.log ??= this.#recordings.openImport(open.name, (events[from] as WireEvent).at, open.print);
      const named = events.slice(from, to).map((event) => nameOriginal(event, open.seqs));
      // A transcript that is followed is complete already. Its events refer to no others.
      if (isTranscript) open.log.recordAll(named);
      else open.seqs.push(...(await open.log.recordInTurns(named)));
      open.recorded += named.length;
      from = to;
      await nextTurn();
    }
  }

  /** A client writes its transcript after its wire, so what is watched by now has all of these calls. */
  async #withWire(open: Import, read: readonly WireEvent[], isEnd: boolean): Promise<WireEvent[]> {
    // Calls of a log are not joined: they have no ids, and their times are those of writing.
    if (open.reader.transcript?.kind === 'log') return [...read];
    if (read.length > 0 || isEnd) await this.#parts.watchedWire?.();
    if (this.#closed) return [];
    open.beside.expect(callIdsOf(read));
    open.beside.refresh();
    return [...withWire(read, open, isEnd)];
  }

  async #source(options: ExportOptions): Promise<{ source: ExportSource } | ReturnType<typeof refused>> {
    for (const pattern of options.patterns) {
      const problem = checkPattern(pattern);
      if (problem !== null) return refused('bad_input', `Invalid pattern ${pattern}. ${problem}`);
    }
    const { shown: log, shownView: recording } = this.#recordings;
    log.flush();
    const view = await log.views.open(options.filter);
    if (view && 'problem' in view) return refused('bad_filter', view.problem);
    const masker = new Masker({ patterns: options.patterns, keep: options.keep });
    return {
      source: {
        log,
        recording: { ...recording, header: this.#recordings.logFile.header(recording.id) },
        view: view && { ...view, ords: view.ords.copy() },
        version: this.#version,
        options,
        masker,
      },
    };
  }

  /** Beyond the limit the oldest is ended. */
  #take<T>(open: Map<number, T>, value: T, end: (id: number, value: T) => void): number {
    const id = this.#next;
    this.#next += 1;
    open.set(id, value);
    const [oldest] = open;
    if (open.size > openLimit && oldest) end(...oldest);
    return id;
  }
}

/** A call on the wire comes before the transcript entry that may be the same call. */
function* withWire(seen: readonly WireEvent[], { beside, taken }: Import, isEnd: boolean): Generator<WireEvent> {
  for (const event of seen) {
    const call = event.lane === 'seen' ? readSeenText(event.text, event.server) : null;
    // A client that writes its file again repeats its calls. Some models give the same id to several calls.
    const name = call === null ? '' : `${call.session} ${call.callId} ${call.started ?? call.ended}`;
    if (taken.has(name)) continue;
    if (call !== null && taken.size < rememberedCalls) taken.add(name);
    const { client = '' } = event;
    const from = call?.started ?? event.at;
    yield* beside.upTo(event.at, client, from);
    // What came a moment later comes first only if it is this call: clocks differ, and a call belongs before what it caused.
    const later = [...beside.upTo(event.at + slackMs, client, from)];
    const isLate = call !== null && later.some((wire) => wire.lane === 'out' && wire.text.includes(`"${call.tool}"`));
    yield* isLate ? [...later, event] : [event, ...later];
  }
  // Calls that are open now may still get a response.
  if (isEnd) yield* beside.rest();
}

function callIdsOf(seen: readonly WireEvent[]): string[] {
  return seen.flatMap((event) => {
    const call = event.lane === 'seen' ? readSeenText(event.text, event.server) : null;
    return call?.callId || [];
  });
}

/** A capture has its own header; a transcript gets one with what was not understood. */
function headerOf({ reader }: Import): JsonObject {
  const unknown = reader.transcript?.unknownLines() ?? [];
  return unknown.length === 0
    ? reader.header
    : { ...reader.header, notUnderstood: unknown.map((lines) => ({ ...lines })) };
}

/** null: the file was written by something else. */
function readUnknown(value: Json): UnknownLines | null {
  const { kind, count, first, shape } = isObject(value) ? value : {};
  if (typeof kind !== 'string' || typeof shape !== 'string') return null;
  if (typeof count !== 'number' || typeof first !== 'number') return null;
  return { kind: kind.slice(0, 60), count, first, shape: shape.slice(0, 500) };
}

/** Header fields that Misfire wrote become fields of the recording. Unknown fields are kept for the next export. */
function keptOf({ misfire: _version, ...header }: JsonObject): RecordingChange {
  const kept: RecordingChange = {};
  for (const [member, most] of [
    ['name', 200],
    ['note', 5000],
  ] as const) {
    const text = header[member];
    if (typeof text !== 'string' || text.length > most) continue;
    kept[member] = text;
    delete header[member];
  }
  return Object.keys(header).length === 0 ? kept : { ...kept, header: jsonText(header) };
}

/** The reference to an event of the file becomes one to an event of the log. */
function nameOriginal(event: WireEvent, seqs: readonly number[]): WireEvent {
  if (event.copyOf === undefined) return event;
  const { copyOf, ...rest } = event;
  const original = seqs[copyOf - 1];
  return (original === undefined ? rest : { ...rest, copyOf: original }) as WireEvent;
}

/** The end of a portion that starts at `from`: after a number of events or an amount of text. */
function portionEnd(events: readonly WireEvent[], from: number): number {
  let to = from;
  for (let length = 0; to < events.length && to - from < portionEvents && length < portionLength; to += 1) {
    // The original must be recorded before its copy.
    if (to > from && events[to]?.copyOf !== undefined) break;
    length += textLength(events[to] as WireEvent);
  }
  return to;
}
