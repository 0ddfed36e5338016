// Follows transcripts that were read: what their clients write on is added to their recordings. The system reports changes; if it does not,
// a look every second finds them. captures.ts records what is read.

import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { FollowedTranscript } from '../../../shared/api/transcripts.ts';
import { fileProblem } from '../../foreign-files/foreign-file.ts';
import type { TranscriptPart } from '../../inspector/recordings/captures.ts';
import type { GrowingTranscript } from './growing-transcript.ts';

/** Beyond this number the oldest is no longer followed. */
const mostFollowed = 4;
const lookEveryMs = 1000;
/** A client that writes line by line causes one look, not one per line. */
const gatherMs = 150;

interface Followed {
  view: FollowedTranscript;
  source: GrowingTranscript;
  watcher: FSWatcher | null;
  soon: NodeJS.Timeout | null;
  looking: Promise<void> | null;
  isStopped: boolean;
}

interface FollowerParts {
  append: (recording: number, part: TranscriptPart | null) => Promise<void>;
  end: (recording: number) => Promise<void>;
  onChange: () => void;
}

export class TranscriptFollower {
  readonly #parts: FollowerParts;
  readonly #followed = new Map<number, Followed>();
  #timer: NodeJS.Timeout | null = null;
  #hasChanged = false;

  constructor(parts: FollowerParts) {
    this.#parts = parts;
  }

  get all(): FollowedTranscript[] {
    return [...this.#followed.values()].map(({ view }) => ({ ...view }));
  }

  /** null: unchanged since the last call. */
  takeChanged(): FollowedTranscript[] | null {
    if (!this.#hasChanged) return null;
    this.#hasChanged = false;
    return this.all;
  }

  async follow(view: FollowedTranscript, source: GrowingTranscript): Promise<void> {
    const followed: Followed = { view, source, watcher: null, soon: null, looking: null, isStopped: false };
    this.#followed.set(view.recording, followed);
    try {
      const name = basename(view.file);
      followed.watcher = watch(dirname(view.file), (_event, changed) => {
        // A database has its newest rows in a file with a longer name.
        if (changed === null || changed.startsWith(name)) this.#lookSoon(followed);
      });
      followed.watcher.on('error', () => {});
      followed.watcher.unref();
    } catch {
      // Then only the timer finds changes.
    }
    this.#timer ??= setInterval(() => {
      for (const each of this.#followed.values()) this.#look(each);
    }, lookEveryMs).unref();
    this.#change();
    const [oldest] = this.#followed.keys();
    if (this.#followed.size > mostFollowed && oldest !== undefined) await this.stop(oldest);
  }

  /** The rows stay. */
  async stop(recording: number): Promise<void> {
    const followed = this.#followed.get(recording);
    if (!followed) return;
    this.#followed.delete(recording);
    followed.isStopped = true;
    followed.watcher?.close();
    if (followed.soon) clearTimeout(followed.soon);
    if (this.#followed.size === 0 && this.#timer) {
      clearInterval(this.#timer);
      this.#timer = null;
    }
    await followed.looking;
    followed.source.close();
    await this.#parts.end(recording);
    this.#change();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#followed.keys()].map((recording) => this.stop(recording)));
  }

  #lookSoon(followed: Followed): void {
    followed.soon ??= setTimeout(() => {
      followed.soon = null;
      this.#look(followed);
    }, gatherMs).unref();
  }

  #look(followed: Followed): void {
    followed.looking ??= this.#readOn(followed).finally(() => {
      followed.looking = null;
    });
  }

  async #readOn(followed: Followed): Promise<void> {
    const { view, source } = followed;
    let problem = '';
    try {
      if (followed.isStopped || !source.hasChanged()) return;
      for (let part = source.next(); part !== null && !followed.isStopped; part = source.next())
        await this.#parts.append(view.recording, part);
      if (!followed.isStopped) await this.#parts.append(view.recording, null);
      view.at = Date.now();
    } catch (error) {
      // A copy of a database that is being written may be incomplete; the next look copies it again.
      problem = `It cannot be read now: ${fileProblem(error)}.`;
    }
    view.problem = problem;
    this.#change();
  }

  #change(): void {
    this.#hasChanged = true;
    this.#parts.onChange();
  }
}
