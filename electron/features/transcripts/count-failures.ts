// Counts the calls of a transcript and how many failed. Reads it once, in parts, and stores nothing.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { Learner } from '../../../shared/decode/learner.ts';
import { Pairing } from '../../../shared/exchange/pairing.ts';
import { AnyReader } from '../../../shared/formats/read-any.ts';
import { FailedCallCounter } from '../../../shared/incident/failed-calls.ts';
import type { WireEvent } from '../../../shared/wire.ts';
import { transcriptParts } from '../../inspector/transcripts/transcript-source.ts';

export interface TranscriptFigures {
  calls: number;
  failedCalls: number;
  causes: number;
  /** Lines that Misfire does not understand. */
  unknown: number;
}

/** null: the file is not a transcript. Throws if it cannot be read. */
export async function countInTranscript(file: string): Promise<TranscriptFigures | null> {
  const learner = new Learner({});
  const pairing = new Pairing({ decode: (...told) => learner.decode(...told), tools: learner.tools });
  const reader = new AnyReader();
  const counter = new FailedCallCounter(new Set());
  let calls = 0;
  let events = 0;
  const take = (read: readonly WireEvent[]): void => {
    for (const event of read) {
      events += 1;
      if (event.lane === 'seen') calls += 1;
      pairing.take({ event: { ...event, seq: events } });
      if (pairing.changed > 100) for (const { row } of pairing.drain()) counter.take(row);
    }
  };
  for (const part of transcriptParts(file)) {
    const read = reader.read(part);
    if (reader.format !== null && reader.transcript === null) return null;
    take(read);
    await nextTurn();
  }
  const rest = reader.finish();
  if (reader.transcript === null) return null;
  take(rest);
  pairing.endOpen();
  for (const { row } of pairing.drain()) counter.take(row);
  const unknown = reader.transcript.unknownLines().reduce((sum, { count }) => sum + count, 0);
  const { failedCalls, causes } = counter.count;
  return { calls, failedCalls, causes, unknown };
}
