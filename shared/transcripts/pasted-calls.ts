// The calls in a pasted part of a transcript. Such a part may begin anywhere, so any of its lines may tell which client wrote it.

import { clients } from '../clients/clients.ts';
import { isObject, type Json } from '../json/json.ts';
import type { TranscriptReader } from './parts/reader.ts';
import { callsInMessages, isMessage, type PastedCall } from './transcript-messages.ts';

export function pastedCalls(lines: readonly Json[]): PastedCall[] {
  const reader = readerOf(lines);
  if (reader === null) return lines.some(isMessage) ? callsInMessages(lines) : [];
  const calls = lines.flatMap((line, index) => {
    const read = isObject(line) ? reader.read(line, index + 1) : [];
    return Array.isArray(read) ? read : [];
  });
  return [...calls, ...reader.finish()];
}

function readerOf(lines: readonly Json[]): TranscriptReader | null {
  for (const line of lines)
    for (const { transcripts } of clients) if (transcripts?.fitsPasted?.(line)) return transcripts.reader();
  return null;
}
