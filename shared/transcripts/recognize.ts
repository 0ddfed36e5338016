// Which client wrote a transcript or a log, by its first line.

import { clientOfId, clients } from '../clients/clients.ts';
import { isObject, type Json, type ParsedJson, parseJson } from '../json/json.ts';
import { ClientLogLines } from './client-log-lines.ts';
import { textAt } from './parts/reader.ts';
import { type LineReader, TranscriptLines } from './transcript-lines.ts';

/** For a log whose lines do not name the server. The code that opens the file puts this line before it. */
export const logHeader = (client: string, server: string): string => JSON.stringify({ clientLog: client, server });

/** null: it is the first line of something else. */
export function lineReaderOf(first: string, known?: ParsedJson): LineReader | null {
  const line = first.charCodeAt(0) === 0xfeff ? first.slice(1) : first;
  const parsed = known ?? parseJson(line);
  const json = parsed.ok ? parsed.value : undefined;
  if (json !== undefined) {
    const lines = transcriptLinesOf(json) ?? headedLogOf(json);
    if (lines !== null) return lines;
  }
  const logs = clients.find((client) => client.logs?.fits(line, json))?.logs;
  return logs ? new ClientLogLines(logs.reader(unnamed), false) : null;
}

function transcriptLinesOf(first: Json): TranscriptLines | null {
  if (!isObject(first) || 'misfire' in first || 'lane' in first || 'jsonrpc' in first) return null;
  const found = clients.find(({ transcripts }) => transcripts?.fits(first))?.transcripts;
  return found ? new TranscriptLines(found.reader()) : null;
}

function headedLogOf(first: Json): ClientLogLines | null {
  const logs = clientOfId(textAt(first, 'clientLog'))?.logs;
  return logs ? new ClientLogLines(logs.reader(textAt(first, 'server')), true) : null;
}

/** As in captures without names. */
const unnamed = '?';
