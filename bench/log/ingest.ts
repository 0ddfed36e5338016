// Ingest: J1, S1 and S4. Parsing, pairing and decoding compared with JSON.parse, storing compared with bare inserts.

import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Log } from '../../electron/inspector/log/log.ts';
import { openRecordings } from '../../electron/inspector/log/open-store.ts';
import { MemoryStore } from '../../electron/inspector/log/store/memory-store.ts';
import type { LogState, LogStore, RowPut } from '../../electron/inspector/log/store/store.ts';
import type { TransportEvent } from '../../electron/transports/transport.ts';
import { Pairing } from '../../shared/exchange/pairing.ts';
import { parseJson } from '../../shared/json/json.ts';
import type { StoredEvent, WireEvent } from '../../shared/wire.ts';
import { Bare } from './bare.ts';
import { decoder, feed, open } from './logs.ts';
import { allCpu, allCpuOf, cpu, type Figure, figure, interleaved, median, wall } from './measure-cpu.ts';
import { pair } from './messages.ts';

/** J1: parse, pair, decode and derive the row, against JSON.parse alone. */
export function ingestBesideParse(): Figure[] {
  const kinds = [
    { size: 300, errors: 160 },
    { size: 2000, errors: 160 },
    { size: 2000, errors: 2000 },
    { size: 50_000, errors: 160 },
    { size: 1_000_000, errors: 160 },
  ];
  return kinds.map(({ size, errors }) => {
    const pairs = Math.max(20, Math.round(4_000_000 / size));
    const events = Array.from({ length: pairs }, (_, n) => pair(n, size, n, errors)).flat();
    const stored = events.map((event, i) => ({ ...event, server: 's', epoch: 1, seq: i + 1 }) as StoredEvent);
    const pass = () => {
      const pairing = new Pairing(decoder);
      let taken = 0;
      // Iterates as below: iterating over numbered entries would count as ingest.
      for (const event of stored) {
        pairing.take({ event, message: parseJson((event as { text: string }).text) });
        taken += 1;
        if (taken % 400 === 0) pairing.drain();
      }
      pairing.drain();
    };
    const bare = () => {
      for (const event of stored) JSON.parse((event as { text: string }).text);
    };
    pass();
    bare();
    // The thread's CPU clock has millisecond steps: a round must be much longer.
    const again = Math.max(1, Math.ceil(400 / wall(bare)));
    const often = (work: () => void) => () => {
      for (let i = 0; i < again; i += 1) work();
    };
    const found = interleaved(5, { ours: () => cpu(often(pass)) / again, bare: () => cpu(often(bare)) / again });
    const ratio = found.ours / found.bare;
    const must = size >= 50_000 ? 1.5 : size >= 2000 ? 4.5 : 4;
    const each = (ms: number) => `${((ms / events.length) * 1000).toFixed(2)} µs`;
    return figure(
      'J1',
      `take in a message, answers of ${size} B, errors of ${errors} B`,
      each(found.ours),
      each(found.bare),
      ratio,
      `≤ ${must}`,
      ratio <= must,
    );
  });
}

/** S1 and S4: all the way to the disk, compared with inserts alone. */
export async function storeBesideInserts(folder: string): Promise<Figure[]> {
  // Enough that the start of the other thread does not count.
  const count = 60_000;
  const chunks = Array.from({ length: count / 2 }, (_, n) => pair(n, 1800, n)).flat();
  // Rows as the log derives them from these messages; deriving them is measured by J1.
  const { puts, states } = derive(chunks);
  const rounds: Record<'ours' | 'bare' | 'whole' | 'searched' | 'bareSearched', number[]> = {
    ours: [],
    bare: [],
    whole: [],
    searched: [],
    bareSearched: [],
  };
  let bytes = 0;
  let bareBytes = 0;
  for (let round = 0; round < 5; round += 1) {
    for (const fts of [false, true]) {
      const barePath = join(folder, `bare-${round}-${fts}.db`);
      const bare = new Bare(barePath, fts);
      rounds[fts ? 'bareSearched' : 'bare'].push(allCpu(() => bare.insert(chunks)));
      bare.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      bare.close();
      const path = join(folder, `ours-${round}-${fts}.db`);
      const logFile = await openRecordings({ path });
      const store = logFile.open(logFile.create({ kind: 'recorded', startedAt: 0 }));
      // Without search it is the recorder's own work: indexing runs in parallel.
      if (!fts) rounds.ours.push(cpu(() => keep(store, chunks, puts, states)));
      else {
        // The other thread is running; its start is not part of storing a message.
        await store.indexed();
        rounds.searched.push(
          await allCpuOf(async () => {
            keep(store, chunks, puts, states);
            await store.indexed();
          }),
        );
      }
      store.close();
      logFile.close();
      if (!fts) {
        // The other thread may have been busy when the file was closed; the rest is indexed now.
        const rest = new DatabaseSync(path, { timeout: 3000 });
        rest.exec('PRAGMA wal_checkpoint(TRUNCATE)');
        // From SQLite: the other thread may still hold the empty write-ahead log open.
        const { size } = rest
          .prepare('SELECT page_count * page_size AS size FROM pragma_page_count, pragma_page_size')
          .get()!;
        rest.close();
        bytes = Number(size);
        bareBytes = sizeOf(barePath);
      }
      if (!fts) {
        const whole = await open(`${path}.whole`);
        // The recorder's work, as above: the indexing thread is measured with search on.
        rounds.whole.push(cpu(() => feed(whole.log, chunks)));
        whole.log.close();
        whole.logFile.close();
        rmSync(`${path}.whole`, { force: true });
      }
      for (const gone of [barePath, path]) rmSync(gone, { force: true });
    }
  }
  const rate = (ms: number) => `${Math.round(count / ms)} k/s`;
  const ratios = rounds.ours.map((ms, i) => (rounds.bare[i] as number) / ms);
  const searched = rounds.searched.map((ms, i) => (rounds.bareSearched[i] as number) / ms);
  return [
    figure(
      'S1',
      'keep a message (rows per CPU second)',
      rate(median(rounds.ours)),
      rate(median(rounds.bare)),
      median(ratios),
      '≥ 0.5',
      median(ratios) >= 0.5,
    ),
    figure(
      'S1',
      'keep it with search on',
      rate(median(rounds.searched)),
      rate(median(rounds.bareSearched)),
      median(searched),
      '≥ 0.7',
      median(searched) >= 0.7,
    ),
    figure(
      '–',
      'from the wire to the disk, J1 and S1 together',
      rate(median(rounds.whole)),
      rate(median(rounds.bare)),
      median(rounds.bare) / median(rounds.whole),
      '',
      true,
    ),
    figure(
      'S4',
      'bytes a message',
      String(Math.round(bytes / count)),
      String(Math.round(bareBytes / count)),
      bytes / bareBytes,
      '≤ 1.25',
      bytes / bareBytes <= 1.25,
    ),
  ];
}

/** Events as they arrive, 50 at a time, and rows as they are written. */
function keep(store: LogStore, events: readonly TransportEvent[], puts: RowPut[], states: LogState[]): void {
  let written = 0;
  for (let from = 0; from < events.length; from += 50) {
    store.append(events.slice(from, from + 50).map((event) => ({ ...event, server: 's', epoch: 1 }) as WireEvent));
    if ((from + 50) % 300 !== 0 && from + 50 < events.length) continue;
    const end = Math.min(puts.length, written + 150);
    store.put(puts.slice(written, end), states[0] as LogState);
    written = end;
  }
}

/** What the log passes to its store. */
function derive(events: readonly TransportEvent[]): { puts: RowPut[]; states: LogState[] } {
  const puts: RowPut[] = [];
  const states: LogState[] = [];
  const memory = new MemoryStore();
  const put = memory.put.bind(memory);
  memory.put = (rows, state, facets) => {
    puts.push(...rows);
    states[0] = structuredClone(state);
    put(rows, state, facets);
  };
  const log = new Log({ store: memory, ...decoder });
  feed(log, events);
  log.close();
  return { puts, states };
}

/** Including what is not in the file yet. */
function sizeOf(path: string): number {
  const wal = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  return statSync(path).size + wal;
}
