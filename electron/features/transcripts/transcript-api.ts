// The API for transcripts: lists those on this machine, counts failures, imports one into a recording and follows it from there. A window
// names a file, so only files that the search finds are opened.

import { nameOfClient } from '../../../shared/clients/clients.ts';
import { type Ask, done, refused } from '../../../shared/contract/api.ts';
import { fileProblem } from '../../foreign-files/foreign-file.ts';
import type { Machine } from '../../inspector/client-configs/base-folder.ts';
import type { Captures, TranscriptPart } from '../../inspector/recordings/captures.ts';
import { printOfFile } from '../../inspector/recordings/print-of-file.ts';
import type { Recordings } from '../../inspector/recordings/recordings.ts';
import { countInTranscript } from './count-failures.ts';
import { type FoundTranscript, findTranscripts } from './find-transcripts.ts';
import { type GrowingTranscript, openGrowing } from './growing-transcript.ts';
import { TranscriptFollower } from './transcript-follower.ts';

interface Reading {
  file: string;
  client: string;
  kind: FoundTranscript['kind'];
  source: GrowingTranscript;
  bytes: number;
  size: number;
}

export class TranscriptApi {
  readonly #machine: Machine;
  readonly #captures: Captures;
  readonly #recordings: Recordings;
  readonly #readings = new Map<number, Reading>();
  readonly follower: TranscriptFollower;

  constructor(machine: Machine, captures: Captures, recordings: Recordings, onChange: () => void) {
    this.#machine = machine;
    this.#captures = captures;
    this.#recordings = recordings;
    this.follower = new TranscriptFollower({
      append: (recording, part) => captures.append(recording, part),
      end: (recording) => captures.endFollowing(recording),
      onChange,
    });
  }

  readonly transcripts: Ask<'transcripts'> = async () => {
    const found = await findTranscripts(this.#machine);
    return done({ transcripts: found.map((one) => ({ ...one, client: nameOfClient(one.client) })) });
  };

  readonly countTranscript: Ask<'countTranscript'> = async ({ file }) => {
    if (!(await this.#find(file))) return unknownFile(file);
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
    const found = await this.#find(file);
    if (!found) return unknownFile(file);
    try {
      const { size, print } = await printOfFile(file);
      const begun = await this.#captures.beginImport({ name: file, print }, (id) => this.#end(id));
      if (!begun.ok) return begun;
      const { import: id, known } = begun.value;
      const client = nameOfClient(found.client);
      this.#readings.set(id, { file, client, kind: found.kind, source: openGrowing(file), bytes: 0, size });
      const followed = this.follower.all.find((one) => one.file === file);
      return done({ import: id, size, known: followed ? this.#recordings.view(followed.recording) : known });
    } catch (problem) {
      return unreadable(file, problem);
    }
  };

  /** Reads the next part of the file, and records its calls. After the last part the file is followed. */
  readonly transcriptPart: Ask<'transcriptPart'> = async ({ import: id }) => {
    const reading = this.#readings.get(id);
    if (!reading) return refused('not_found', 'Reading this transcript has ended. Start it again.');
    let part: TranscriptPart | null;
    try {
      part = reading.source.next();
    } catch (problem) {
      await this.#cancel(id);
      return unreadable('The transcript', problem);
    }
    if (part?.isRestart) {
      await this.#cancel(id);
      return refused('refused', 'The client replaced the transcript while it was read. Read it again.');
    }
    reading.bytes += part === null ? 0 : Buffer.byteLength(part.text);
    const bytes = Math.min(reading.bytes, reading.size);
    if (part !== null) {
      const answer = await this.#captures.importPart({ import: id, text: part.text, last: false });
      if (!answer.ok) this.#end(id);
      return answer.ok ? done({ ...answer.value, bytes }) : answer;
    }
    const answer = await this.#captures.followOn(id);
    if (!answer.ok || !answer.value.recording) {
      this.#end(id);
      return answer.ok ? done({ ...answer.value, bytes }) : answer;
    }
    this.#readings.delete(id);
    const { file, client, kind, source } = reading;
    await this.follower.follow(
      { recording: answer.value.recording.id, file, client, kind, at: null, problem: '' },
      source,
    );
    return done({ ...answer.value, bytes });
  };

  readonly followedTranscripts: Ask<'followedTranscripts'> = async () => done({ followed: this.follower.all });

  readonly stopFollowing: Ask<'stopFollowing'> = async ({ recording }) => {
    await this.follower.stop(recording);
    return done(null);
  };

  readonly unknownLines: Ask<'unknownLines'> = async ({ recording }) =>
    done({ lines: this.#captures.unknownLines(recording) });

  /** A recording that is deleted gets nothing more. The one on the screen is not deleted. */
  async release(recording: number): Promise<void> {
    if (this.#recordings.shownView.id !== recording) await this.follower.stop(recording);
  }

  async close(): Promise<void> {
    for (const id of [...this.#readings.keys()]) this.#end(id);
    await this.follower.close();
  }

  async #cancel(id: number): Promise<void> {
    this.#end(id);
    await this.#captures.cancelImport({ import: id });
  }

  /** Closes the file. */
  #end(id: number): void {
    this.#readings.get(id)?.source.close();
    this.#readings.delete(id);
  }

  async #find(file: string): Promise<FoundTranscript | undefined> {
    return (await findTranscripts(this.#machine)).find((one) => one.file === file);
  }
}

const unknownFile = (file: string) =>
  refused('not_found', `${file} is gone: its client may have deleted it. List the transcripts again.`);

function unreadable(file: string, problem: unknown) {
  const { code } = problem as NodeJS.ErrnoException;
  if (code === 'ENOENT') return unknownFile(file);
  if (code === 'EACCES' || code === 'EPERM')
    return refused('refused', `You are not allowed to read ${file}. Check its permissions.`);
  return refused('refused', `${file} cannot be read: ${fileProblem(problem)}.`);
}
