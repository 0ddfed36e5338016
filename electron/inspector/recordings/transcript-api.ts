// The API for transcripts: lists those on this machine, counts failures, and imports one into a recording. A window names a file, so only
// files that the search finds are opened.

import { type Ask, done, refused } from '../../../shared/api/api.ts';
import { transcriptClients } from '../../../shared/transcripts/parts/seen-call.ts';
import type { Machine } from '../client-configs/find-servers.ts';
import { countInTranscript } from '../transcripts/count-failures.ts';
import { findTranscripts } from '../transcripts/find-transcripts.ts';
import { transcriptParts } from '../transcripts/transcript-source.ts';
import type { Captures } from './captures.ts';
import { printOfFile } from './print-of-file.ts';

interface Reading {
  parts: Generator<string>;
  bytes: number;
  size: number;
}

export class TranscriptApi {
  readonly #machine: Machine;
  readonly #captures: Captures;
  readonly #readings = new Map<number, Reading>();

  constructor(machine: Machine, captures: Captures) {
    this.#machine = machine;
    this.#captures = captures;
  }

  readonly transcripts: Ask<'transcripts'> = async () => {
    const found = await findTranscripts(this.#machine);
    return done({ transcripts: found.map((one) => ({ ...one, client: transcriptClients[one.client] })) });
  };

  readonly countTranscript: Ask<'countTranscript'> = async ({ file }) => {
    if (!(await this.#isKnown(file))) return unknownFile(file);
    try {
      const figures = await countInTranscript(file);
      return figures === null
        ? refused('bad_input', `${file} is not a transcript that Misfire can read.`)
        : done(figures);
    } catch (problem) {
      return unreadable(file, problem);
    }
  };

  readonly readTranscript: Ask<'readTranscript'> = async ({ file }) => {
    if (!(await this.#isKnown(file))) return unknownFile(file);
    try {
      const { size, print } = await printOfFile(file);
      const begun = await this.#captures.startImport({ name: file, print });
      if (begun.ok) this.#readings.set(begun.value.import, { parts: transcriptParts(file), bytes: 0, size });
      return begun.ok ? done({ ...begun.value, size }) : begun;
    } catch (problem) {
      return unreadable(file, problem);
    }
  };

  /** Reads the next part of the file, and records its calls. */
  readonly transcriptPart: Ask<'transcriptPart'> = async ({ import: id }) => {
    const reading = this.#readings.get(id);
    if (!reading) return refused('not_found', 'Reading this transcript has ended. Start it again.');
    let next: IteratorResult<string>;
    try {
      next = reading.parts.next();
    } catch (problem) {
      await this.cancelImport({ import: id });
      return unreadable('The transcript', problem);
    }
    const last = next.done === true;
    const text = last ? '' : next.value;
    reading.bytes += Buffer.byteLength(text);
    const answer = await this.#captures.importPart({ import: id, text, last });
    if (last || !answer.ok) this.#end(id);
    return answer.ok ? done({ ...answer.value, bytes: Math.min(reading.bytes, reading.size) }) : answer;
  };

  /** Called for every import; an import sent by a window has no file to close. */
  readonly cancelImport: Ask<'cancelImport'> = async (input) => {
    this.#end(input.import);
    return await this.#captures.cancelImport(input);
  };

  close(): void {
    for (const id of [...this.#readings.keys()]) this.#end(id);
  }

  /** Closes the file. */
  #end(id: number): void {
    this.#readings.get(id)?.parts.return(undefined);
    this.#readings.delete(id);
  }

  async #isKnown(file: string): Promise<boolean> {
    return (await findTranscripts(this.#machine)).some((one) => one.file === file);
  }
}

const unknownFile = (file: string) =>
  refused('not_found', `${file} is no transcript on this machine. List them again.`);

const unreadable = (file: string, problem: unknown) =>
  refused('refused', `${file} cannot be read: ${(problem as Error).message}.`);
