// Meets a server with the opening of one client: the same messages in the same order, the client's environment and its patience. Each run
// has its own process or connection, which is closed at its end with everything it started. All of it is recorded as the doctor's.

import type { ClientOpening, OpeningStep } from '../../../shared/clients/client.ts';
import { type ProcessEndFacts, processAdvice, processEnd } from '../../../shared/decode/silent/process-end.ts';
import { environmentFor } from '../../../shared/features/doctor/client-environment.ts';
import { type OpeningRequest, type OpeningRun, refusesEra } from '../../../shared/features/doctor/opening-run.ts';
import { isObject, type Json, type JsonObject, member, parseJson } from '../../../shared/json/json.ts';
import { isModernRevision } from '../../../shared/protocol/revision.ts';
import { lastWords } from '../../../shared/stderr/last-words.ts';
import type { StoredEvent } from '../../../shared/wire.ts';
import type { Connection, Connections } from '../../inspector/connections/connections.ts';
import type { Recorder } from '../../inspector/log/recorder.ts';
import type { Settled } from '../../inspector/session/open-requests.ts';
import type { Session } from '../../inspector/session/session.ts';
import type { DoctorEvidence } from './doctor-evidence.ts';

interface OpeningParts {
  connections: Connections;
  connection: Connection;
  recorder: Recorder;
  /** The environment of the user; the client passes on a part of it. */
  env: Readonly<Record<string, string | undefined>>;
  /** How long a server may be silent before the run ends. */
  waitMs: number;
  /** How long a list after the handshake may be silent. */
  listMs: number;
  evidence: DoctorEvidence;
  signal: AbortSignal;
  /** Called when a request has been silent for so long that other runs may begin. */
  onIdle?: () => void;
}

/** Of each stream, so that a flood on stderr does not hide what stdout says. */
const mostLines = 2_000;
const mostText = 8_000_000;
const mostPages = 20;
/** How much longer than with its first request a server may take to end without one. */
const aloneMs = 1_000;
/** A server that is silent for this long is waiting, not working. */
const idleMs = 4_000;
const shownNoise = 200;

export function runOpening(opening: ClientOpening, parts: OpeningParts): Promise<OpeningRun> {
  return new Opening(opening, parts).run();
}

class Opening {
  readonly #opening: ClientOpening;
  readonly #parts: OpeningParts;
  readonly #requests: OpeningRequest[] = [];
  readonly #events: StoredEvent[] = [];
  readonly #kept = { in: { lines: 0, text: 0 }, err: { lines: 0, text: 0 } };
  #session: Session | null = null;
  /** Of the session. */
  #ended = Promise.withResolvers<void>();
  #starts = 0;
  #failure: string | null = null;
  /** Ended by the server, in the session that counts. */
  #end: OpeningRun['end'] = null;
  #exit: Session['exit'] = null;
  #noise: OpeningRun['noise'] = null;
  #nextId = 1_000;

  constructor(opening: ClientOpening, parts: OpeningParts) {
    this.#opening = opening;
    this.#parts = parts;
  }

  async run(): Promise<OpeningRun> {
    const { signal } = this.#parts;
    const stop = () => void this.#session?.close();
    signal.addEventListener('abort', stop, { once: true });
    try {
      await this.#converse();
    } catch (problem) {
      if (!(problem instanceof Over)) throw problem;
    } finally {
      signal.removeEventListener('abort', stop);
      await this.#close();
    }
    const isSilent = this.#requests.every(({ outcome }) => outcome !== 'answered');
    if (this.#end !== null && isSilent && (await this.#endsAlone())) this.#end.during = null;
    this.#noteLateAnswers();
    const { evidence } = this.#parts;
    const stderr = this.#events.flatMap((event) => (event.lane === 'err' ? [event.text] : []));
    const { words, advice } = readEnd(this.#exit, stderr, this.#parts.connection.config.name);
    if (this.#end !== null) this.#end.advice = evidence.foreign(advice);
    return {
      requests: this.#requests,
      noise: this.#noise,
      end: this.#end,
      starts: this.#starts,
      failure: this.#failure === null ? null : evidence.foreign(this.#failure),
      // A server that is started twice says everything twice.
      stderr: evidence.stderrLines([...new Set(stderr)], 5).map((line) => line.replace(/^stderr {2}/, '')),
      lastWords: evidence.foreign(words),
    };
  }

  async #converse(): Promise<void> {
    const { probe, steps } = this.#opening;
    const kind = this.#parts.connection.config.transport.kind;
    const isHttp = kind !== 'stdio';
    if (probe && kind !== 'sse') {
      await this.#open('modern');
      const answered = await this.#send(probe.message, probe.waitMs);
      if (answered?.answer && isModern(answered.answer))
        return this.#follow(probe.steps, member(member(answered.answer, 'result'), 'capabilities') ?? {});
      if (this.#end !== null && probe.startsAgain !== true) return;
      // Over HTTP each era has its own connection; on a pipe the same process gets “initialize”.
      if (isHttp || this.#end !== null) {
        await this.#close();
        this.#end = null;
        this.#exit = null;
        await this.#open('legacy');
      }
    } else await this.#open('legacy');
    await this.#follow(steps);
    const asked = this.#requests.find(({ method }) => method === 'initialize');
    if (probe?.triesAgain !== true || isHttp || this.#end !== null || !refusesEra(asked?.answer ?? null)) return;
    this.#nextId += 1;
    const again = await this.#send({ ...probe.message, id: this.#nextId }, probe.waitMs);
    if (again?.answer && isModern(again.answer))
      await this.#follow(probe.steps, member(member(again.answer, 'result'), 'capabilities') ?? {});
  }

  async #open(era: 'legacy' | 'modern'): Promise<void> {
    const { connections, connection, recorder, env } = this.#parts;
    const tapped: Recorder = {
      record: (server, epoch, events) => {
        const recorded = recorder.record(server, epoch, events);
        for (const { event } of recorded) this.#keep(event);
        return recorded;
      },
    };
    const config = { ...connection.config, era };
    const own = { config, recorder: tapped, actor: 'doctor', env: environmentFor(this.#opening, env) } as const;
    this.#starts += 1;
    this.#ended = Promise.withResolvers();
    try {
      this.#session = connections.createSession(connection, own);
      await this.#session.start({ handshake: false });
    } catch (error) {
      this.#failure = error instanceof Error ? error.message : String(error);
      throw new Over();
    }
  }

  /** A server that lacks a variable exits before any request, so the first request is not the cause. */
  async #endsAlone(): Promise<boolean> {
    const { signal, connection } = this.#parts;
    if (signal.aborted || connection.config.transport.kind !== 'stdio') return false;
    const abort = AbortSignal.any([
      signal,
      AbortSignal.timeout(this.#requests.reduce((sum, { afterMs }) => sum + afterMs, aloneMs)),
    ]);
    try {
      await this.#open('legacy');
      await Promise.race([this.#ended.promise, aborted(abort)]);
      return this.#session?.isOpen === false && !signal.aborted;
    } catch (problem) {
      if (!(problem instanceof Over)) throw problem;
      return true;
    } finally {
      await this.#close();
    }
  }

  /** A server that is not ready answers the first request when its client has given that up. */
  #noteLateAnswers(): void {
    const probe = this.#requests.find(({ method, outcome }) => method === 'server/discover' && outcome === 'silent');
    const id = this.#opening.probe?.message.id ?? null;
    const isAnswer = (text: string) => {
      const parsed = parseJson(text);
      return parsed.ok && member(parsed.value, 'id') === id && member(parsed.value, 'method') === undefined;
    };
    if (probe && this.#events.some((event) => event.lane === 'in' && isAnswer(event.text))) probe.isLate = true;
  }

  async #close(): Promise<void> {
    const session = this.#session;
    this.#session = null;
    await session?.close();
  }

  /** A server that floods must not fill the memory. */
  #keep(event: StoredEvent): void {
    if (event.lane === 'in' || event.lane === 'err') {
      const kept = this.#kept[event.lane];
      if (kept.lines >= mostLines || kept.text + event.text.length > mostText) return;
      kept.lines += 1;
      kept.text += event.text.length;
      this.#events.push(event);
      // At the end of its input a server writes what its buffer still held; no client sees that.
      if (this.#session !== null) this.#noise ??= this.#noiseIn(event);
    }
    if (event.lane === 'life' && (event.event === 'exited' || event.event === 'closed')) this.#ended.resolve();
  }

  async #follow(steps: readonly OpeningStep[], capabilities?: Json): Promise<void> {
    const { alwaysAsksForTools = false } = this.#opening;
    for (const step of steps) {
      const wanted = step.filter((message) => isWanted(message, capabilities, alwaysAsksForTools));
      const sent = wanted.map((message) => this.#sendFirst(message));
      for (const settled of sent) {
        const request = await settled;
        if (request === null) continue;
        if (request.method === 'initialize') {
          const result = member(request.answer ?? null, 'result');
          if (!isObject(result)) return;
          const version = member(result, 'protocolVersion');
          if (typeof version === 'string') this.#session?.agreeOn(version);
          capabilities = member(result, 'capabilities') ?? {};
        } else await this.#readRest(request);
      }
      if (this.#end !== null) return;
    }
  }

  #sendFirst(message: JsonObject): Promise<OpeningRequest | null> {
    const isStart = message.method === 'initialize';
    return this.#send(message, isStart ? this.#parts.waitMs : this.#parts.listMs);
  }

  /** The next pages of a list, as every client reads them. */
  async #readRest(first: OpeningRequest): Promise<void> {
    let cursor = cursorOf(first);
    for (let page = 1; page < mostPages && cursor !== null && this.#end === null; page += 1) {
      this.#nextId += 1;
      const params = { cursor };
      const request = await this.#send(
        { jsonrpc: '2.0', id: this.#nextId, method: first.method, params },
        this.#parts.listMs,
      );
      const next = request === null ? null : cursorOf(request);
      cursor = next === cursor ? null : next;
    }
  }

  async #send(message: JsonObject, waitMs: number): Promise<OpeningRequest | null> {
    const session = this.#session;
    const method = String(message.method);
    if (session === null || !session.isOpen) return this.#noteEnd(null);
    const startedAt = performance.now();
    let sent: ReturnType<Session['sendRaw']>;
    try {
      sent = session.sendRaw(JSON.stringify(message), { timeoutMs: waitMs, totalMs: waitMs, uncancellable: true });
    } catch {
      return this.#noteEnd(null);
    }
    if (sent.settled === null) return null;
    const idle = setTimeout(() => this.#parts.onIdle?.(), idleMs);
    const settled = await sent.settled;
    clearTimeout(idle);
    const request: OpeningRequest = {
      method,
      row: sent.seq,
      // A busy machine wakes later than it was told to.
      afterMs: settled.kind === 'timeout' ? waitMs : Math.round(performance.now() - startedAt),
      ...readSettled(settled, (text) => this.#parts.evidence.foreign(text)),
    };
    this.#requests.push(request);
    if (settled.kind === 'closed') this.#noteEnd({ method, row: sent.seq });
    return request;
  }

  #noteEnd(during: { method: string; row: number } | null): null {
    if (this.#parts.signal.aborted) throw new Over();
    const exit = this.#session?.exit ?? null;
    this.#exit ??= exit;
    const last = during ?? this.#requests.at(-1) ?? null;
    this.#end ??= {
      how:
        exit === null ? 'the connection was closed' : exit.signal ? `signal ${exit.signal}` : `exit code ${exit.code}`,
      advice: '',
      during: last === null ? null : { method: last.method, row: last.row },
    };
    return null;
  }

  #noiseIn(event: StoredEvent): OpeningRun['noise'] {
    if (event.lane !== 'in' || event.via !== undefined || event.text.trim() === '') return null;
    const parsed = parseJson(event.text);
    if (parsed.ok && (isObject(parsed.value) || Array.isArray(parsed.value))) return null;
    return { text: this.#parts.evidence.foreign(event.text.slice(0, shownNoise)) };
  }
}

/** The line that says why it ended, and what to do, as the doctor reads and advises. */
function readEnd(exit: Session['exit'], stderr: readonly string[], server: string): { words: string; advice: string } {
  if (exit === null) return { words: lastWords(stderr), advice: '' };
  const { code, signal } = exit;
  const process: ProcessEndFacts = { code, signal, stderr, isStart: true, awaited: true };
  const [first] = processAdvice(process);
  return {
    words: processEnd(process, server, null)?.quote?.text ?? lastWords(stderr),
    // Each run has started it again.
    advice: first === undefined || first.action === 'connect' ? '' : first.words,
  };
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** The conversation cannot go on. */
class Over extends Error {}

const readSettled = (
  settled: Settled,
  shown: (text: string) => string,
): Pick<OpeningRequest, 'outcome' | 'answer' | 'said'> => {
  switch (settled.kind) {
    case 'answered':
      return { outcome: 'answered', answer: settled.message };
    case 'timeout':
      return { outcome: 'silent', answer: null };
    case 'closed':
    case 'cancelled':
      return { outcome: 'ended', answer: null };
    case 'stream_ended':
      return { outcome: 'silent', answer: null, said: shown(settled.message) };
    case 'http': {
      const { status, error } = settled.http;
      const said = status === null ? (error ?? 'no response') : `HTTP ${status}`;
      return { outcome: 'answered', answer: settled.message, said: shown(said) };
    }
    default:
      return settled satisfies never;
  }
};

/** It answered `server/discover` as revision 2026-07-28 says: with versions, or with a refusal that only such servers send. */
export function isModern(answer: JsonObject): boolean {
  const versions = member(member(answer, 'result'), 'supportedVersions');
  if (Array.isArray(versions)) return versions.some(isModernRevision);
  return false;
}

/** Lists are requested only of a server that has announced them. */
function isWanted(message: JsonObject, capabilities: Json | undefined, alwaysTools: boolean): boolean {
  const [kind = '', verb] = String(message.method).split('/');
  if (capabilities === undefined || verb !== 'list' || (kind === 'tools' && alwaysTools)) return true;
  return member(capabilities, kind) !== undefined;
}

function cursorOf({ answer }: OpeningRequest): string | null {
  const cursor = member(member(answer ?? null, 'result'), 'nextCursor');
  return typeof cursor === 'string' && cursor !== '' ? cursor : null;
}
