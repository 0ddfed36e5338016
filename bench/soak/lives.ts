// The servers of the soak: each is connected, called, interrupted and reconnected, with its own faults, until the soak ends. Counts what
// was sent, and checks that complete responses are shown as answered.

import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { InspectorHandle } from '../../electron/inspector/inspector-handle.ts';
import type { Answer } from '../../shared/contract/api.ts';
import { serverConfigSchema } from '../../shared/server/server-config.ts';
import { type CuttingServer, startCuttingServer } from './cutting-server.ts';

export interface Pace {
  /** Timeout of calls. */
  limitMs: number;
  /** Maximum calls per connection. */
  calls: number;
  /** Maximum pause between two calls and between two connections. */
  callPauseMs: number;
  connectPauseMs: number;
  /** One in this many servers is a process, the others are HTTP. */
  processes: number;
}

interface Sent {
  n: number;
  row: number;
  /** Before it was sent: its timeout cannot have passed before this plus the timeout. */
  at: number;
}

export function ok<T>(answer: Answer<T>): T | null {
  return answer.ok ? answer.value : null;
}

const dying = fileURLToPath(new URL('dying-server.ts', import.meta.url));
const stdioFaults = ['none', 'exit', 'kill', 'half', 'noise', 'stderr', 'silent'];

export class Lives {
  /** Rows of all calls; one number each, so that the measured memory is Misfire's, not the soak's. */
  readonly rows: number[] = [];
  readonly faults = new Map<string, number>();
  /** What happened to responses that were completely readable. */
  readonly whole = { shown: 0, tooLate: 0, brokenOff: 0, wrong: 0 };
  connections = 0;
  #nextCall = 0;
  readonly #inspector: InspectorHandle;
  readonly #pace: Pace;
  readonly #goesOn: () => boolean;

  constructor(inspector: InspectorHandle, pace: Pace, goesOn: () => boolean) {
    this.#inspector = inspector;
    this.#pace = pace;
    this.#goesOn = goesOn;
  }

  count(fault: string, times = 1): void {
    this.faults.set(fault, (this.faults.get(fault) ?? 0) + times);
  }

  async live(index: number, random: () => number): Promise<void> {
    const { api } = this.#inspector;
    const { limitMs, calls: most, callPauseMs, connectPauseMs, processes } = this.#pace;
    const http = (index + 1) % processes === 0 ? null : await startCuttingServer(random);
    const configure = () => this.#configure(index, http, random);
    const added = ok(await api.addServer({ config: configure(), connect: false }));
    if (!added) return;
    const { server } = added;
    const unjudged: { calls: Sent[]; brokenOffAt: number }[] = [];
    while (this.#goesOn()) {
      this.connections += 1;
      if (!http) await api.changeServer({ server, config: configure() });
      await api.connect({ server });
      const calls: Sent[] = [];
      for (let left = 1 + Math.floor(random() * most); left > 0; left -= 1) {
        const sent = await this.#call(server);
        if (!sent) break; // The connection is gone.
        calls.push(sent);
        await pause(callPauseMs * (0.15 + random()));
      }
      // Half of the time open calls may end; the other half they are interrupted.
      if (random() < 0.5) await pause(limitMs + 100);
      const brokenOffAt = performance.now();
      await api.disconnect({ server });
      await pause(connectPauseMs * (0.2 + random()));
      if (!http) continue;
      unjudged.push({ calls, brokenOffAt });
      // Some connections later, when everything on it has been read.
      if (unjudged.length > 10) await this.#judge(http, unjudged.splice(0, 1));
    }
    if (http) await this.#judge(http, unjudged);
    await api.disconnect({ server });
    for (const [name, times] of http?.faults ?? []) this.count(`http: ${name}`, times);
    await http?.close();
  }

  /** How many calls are not in the log, and how many never ended. */
  async account(): Promise<{ lost: number; unsettled: number }> {
    let lost = 0;
    let unsettled = 0;
    for (const id of this.rows) {
      const detail = ok(await this.#inspector.api.rowDetail({ id }));
      if (!detail) lost += 1;
      else if (detail.row.pending) unsettled += 1;
    }
    return { lost, unsettled };
  }

  #configure(index: number, http: CuttingServer | null, random: () => number) {
    const fault = stdioFaults[Math.floor(random() * stdioFaults.length)] as string;
    const step = String(Math.floor(random() * 9));
    if (!http && fault !== 'none') this.count(`stdio: ${fault}`);
    const transport = http
      ? { kind: 'http', url: http.url }
      : { kind: 'stdio', command: process.execPath, args: [dying, fault, step] };
    return serverConfigSchema.parse({ name: `server ${index}`, transport, callTimeoutMs: this.#pace.limitMs });
  }

  async #call(server: string): Promise<Sent | null> {
    const n = this.#nextCall;
    this.#nextCall += 1;
    const params = JSON.stringify({ name: 'say', arguments: { n } });
    const at = performance.now();
    const { limitMs: timeoutMs } = this.#pace;
    const sent = ok(await this.#inspector.api.call({ server, method: 'tools/call', params, timeoutMs }));
    if (!sent) return null;
    this.rows.push(sent.id);
    return { n, row: sent.id, at };
  }

  /** A complete response may have arrived too late, or after we closed the connection; any other must be shown as the response. */
  async #judge(http: CuttingServer, ended: readonly { calls: Sent[]; brokenOffAt: number }[]): Promise<void> {
    for (const { calls, brokenOffAt } of ended) for (const call of calls) await this.#judgeOne(http, call, brokenOffAt);
  }

  async #judgeOne(http: CuttingServer, call: Sent, brokenOffAt: number): Promise<void> {
    const there = http.answered.get(call.n);
    http.answered.delete(call.n);
    if (there === undefined) return;
    const row = ok(await this.#inspector.api.rowDetail({ id: call.row }))?.row;
    const { whole } = this;
    if (row?.outcome === 'answered') whole.shown += 1;
    else if (there >= brokenOffAt) whole.brokenOff += 1;
    else if (there >= call.at + this.#pace.limitMs) whole.tooLate += 1;
    else {
      whole.wrong += 1;
      if (whole.wrong <= 3) console.log(`Call ${call.n}: ${row?.outcome}, ${row?.headline}: ${row?.detail}`);
    }
  }
}
