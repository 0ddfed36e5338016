// Two recordings of the log, call by call, as `misfire compare` compares two files. Reads both from their events, in steps, so that other
// work goes on.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CaptureEntry } from '../../../shared/capture/capture.ts';
import { type Ask, done, refused } from '../../../shared/contract/api.ts';
import type { Dialect } from '../../../shared/dialects/dialect-schema.ts';
import { readRowsInSteps } from '../../../shared/exchange/decode-capture.ts';
import { compareCalls, type PairableCall, pairableCall } from '../../../shared/features/compare/compare-recordings.ts';
import { listChanged } from '../../../shared/features/compare/list-changed.ts';
import type { EventReader } from '../../inspector/log/store/recordings-file.ts';
import type { Recordings } from '../../inspector/recordings/recordings.ts';

const pageSize = 500;
const callsInStep = 100;
/** Rows of both are in memory at once. */
const mostMessages = 200_000;

export interface RecordingComparisonsOptions {
  recordings: Pick<Recordings, 'view' | 'readerOf'>;
  dialects: () => readonly Dialect[];
  pinned: (server: string) => string | undefined;
  serverName: (server: string) => string;
}

export class RecordingComparisons {
  readonly #options: RecordingComparisonsOptions;

  constructor(options: RecordingComparisonsOptions) {
    this.#options = options;
  }

  readonly compareRecordings: Ask<'compareRecordings'> = async ({ before, after }) => {
    const { recordings } = this.#options;
    const views = [recordings.view(before), recordings.view(after)];
    for (const view of views) {
      if (view === null) return refused('not_found', 'There is no such recording. It may have been deleted.');
      if (view.messages > mostMessages)
        return refused(
          'refused',
          `${view.name} has more than ${mostMessages} messages. Compare it in a terminal: misfire compare ${before} ${after}`,
        );
    }
    return done(listChanged(compareCalls(await this.#callsOf(before), await this.#callsOf(after))));
  };

  async #callsOf(recording: number): Promise<PairableCall[]> {
    const { recordings, dialects, pinned, serverName } = this.#options;
    const view = recordings.view(recording);
    const events = recordings.readerOf(recording);
    // Pinned dialects belong to the servers of this list, not to those of a file.
    const own = view?.kind === 'imported' ? {} : { pinned };
    const steps = readRowsInSteps(new Entries(events), { dialects, ...own, isLive: view?.isLive === true });
    let step = steps.next();
    for (; !step.done; step = steps.next()) await nextTurn();
    const calls: PairableCall[] = [];
    for (const [index, row] of step.value.entries()) {
      const call = pairableCall(row, (seq) => events.eventsAfter(seq - 1, 1)[0]);
      // A file has the names of servers, and the log their ids.
      if (call) calls.push({ ...call, server: serverName(call.server) });
      if (index % callsInStep === 0) await nextTurn();
    }
    return calls;
  }
}

/** The events up to now, in pages; read once or twice. */
class Entries implements Iterable<CaptureEntry> {
  readonly #events: EventReader;
  readonly #span: readonly [first: number, last: number];

  constructor(events: EventReader) {
    this.#events = events;
    this.#span = events.seqSpan();
  }

  *[Symbol.iterator](): Generator<CaptureEntry> {
    const [first, last] = this.#span;
    for (let after = first - 1; after < last; ) {
      const page = this.#events.eventsAfter(after, pageSize);
      if (page.length === 0) return;
      for (const event of page) if (event.seq <= last) yield { line: event.seq, event, extra: {} };
      after = page.at(-1)?.seq ?? last;
    }
  }
}
