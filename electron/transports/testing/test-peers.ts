// For tests only: real peers. Small programs in a temporary folder, and an event log that can be awaited.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SpawnedCommand } from '../spawn-failure.ts';
import type { TransportEvent } from '../transport.ts';

interface ScriptFolder {
  path: string;
  /** A command that runs `source` in Node. */
  node(source: string): SpawnedCommand;
  remove(): void;
}

export function makeScriptFolder(): ScriptFolder {
  const path = mkdtempSync(join(tmpdir(), 'misfire-test-'));
  let count = 0;
  return {
    path,
    node(source) {
      count += 1;
      const file = join(path, `peer-${count}.mjs`);
      writeFileSync(file, source);
      return { command: process.execPath, args: [file], env: {} };
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** Collects the events of a transport; `until` waits for an event instead of time. */
export class EventLog {
  readonly events: TransportEvent[] = [];
  /** One entry per call of OnEvents: its number of events. */
  readonly batches: number[] = [];
  readonly #waiting = new Set<() => void>();

  readonly onEvents = (events: TransportEvent[]): void => {
    this.events.push(...events);
    this.batches.push(events.length);
    for (const check of this.#waiting) check();
  };

  until(wanted: (event: TransportEvent) => boolean): Promise<TransportEvent> {
    return new Promise((resolve) => {
      const check = () => {
        const found = this.events.find(wanted);
        if (!found) return;
        this.#waiting.delete(check);
        resolve(found);
      };
      this.#waiting.add(check);
      check();
    });
  }

  untilLife(name: string): Promise<TransportEvent> {
    return this.until((event) => event.lane === 'life' && event.event === name);
  }

  texts(lane: 'in' | 'out' | 'err'): string[] {
    return this.events.flatMap((event) => (event.lane === lane && 'text' in event ? [event.text] : []));
  }

  /** Lanes and life names in order: `life:spawned`, `out`, `http`, `in`. */
  outline(): string[] {
    return this.events.map((event) => (event.lane === 'life' ? `life:${event.event}` : event.lane));
  }
}
