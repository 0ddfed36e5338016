// The API for recordings, in the shapes of shared/contract/api.ts. Owns the refusal messages and when old recordings are deleted.

import type { Ask } from '../../../shared/contract/api.ts';
import { type Answer, done, type Results, refused } from '../../../shared/contract/api.ts';
import { suggestGroups } from '../log/group-queries.ts';
import { type CaptureParts, Captures } from './captures.ts';
import type { Recordings } from './recordings.ts';
import { RetentionRule } from './retention-rule.ts';

/** Old recordings are deleted some time after the start, when the app is idle, and at intervals after that. */
const tidyDelayMs = 10_000;
const tidyEveryMs = 600_000;
const suggestions = 30;

export class RecordingApi {
  readonly captures: Captures;
  readonly #recordings: Recordings;
  readonly #rule: RetentionRule;
  #tidyTimer: NodeJS.Timeout;
  #isClosed = false;

  constructor(
    recordings: Recordings,
    options: { dataDir: string; version: string },
    onChange: () => void,
    parts: CaptureParts = {},
  ) {
    this.#recordings = recordings;
    this.#rule = new RetentionRule(options.dataDir);
    this.captures = new Captures(recordings, options.version, onChange, parts);
    this.#tidyTimer = this.#tidyIn(tidyDelayMs);
  }

  readonly recordings = async (): Promise<Answer<Results['recordings']>> =>
    done({ recordings: this.#recordings.list() });

  readonly openRecording: Ask<'openRecording'> = async ({ recording }) =>
    this.#recordings.open(recording) ? done(this.#recordings.shownView) : noRecording();

  readonly newRecording: Ask<'newRecording'> = async ({ name }) => {
    // Leaving this recording now would lose what its file has not accepted.
    if (this.#recordings.isWaiting)
      return refused('refused', `No new recording can begin now. ${this.#recordings.notice}`);
    this.#recordings.begin(name.trim());
    return done(this.#recordings.shownView);
  };

  readonly changeRecording: Ask<'changeRecording'> = async ({ recording, name, note }) => {
    try {
      this.#recordings.change(recording, {
        ...(name === undefined ? {} : { name: name.trim() }),
        ...(note === undefined ? {} : { note }),
      });
    } catch (error) {
      return refused('refused', `That could not be saved: ${(error as Error).message}.`);
    }
    const view = this.#recordings.view(recording);
    return view ? done(view) : noRecording();
  };

  readonly deleteRecording: Ask<'deleteRecording'> = async ({ recording }) => {
    if (!this.#recordings.view(recording)) return noRecording();
    if (this.#recordings.isOpen(recording))
      return refused('refused', 'This recording is in use. Open another one, or begin a new one, then delete it.');
    try {
      await this.#recordings.remove(recording);
    } catch (error) {
      return refused('refused', `The recording could not be deleted whole: ${(error as Error).message}.`);
    }
    return done(null);
  };

  readonly retention: Ask<'retention'> = async ({ rule }) => {
    if (rule === undefined) return done(this.#rule.get());
    try {
      this.#rule.set(rule);
    } catch (error) {
      return refused('refused', `The rule could not be saved: ${(error as Error).message}.`);
    }
    await this.#tidy();
    return done(rule);
  };

  readonly suggest: Ask<'suggest'> = async ({ key, prefix }) => {
    const { shown } = this.#recordings;
    shown.flush();
    if (key === 'group') return done({ values: suggestGroups(shown.figures.groups, prefix, suggestions) });
    const values = shown.facets.suggest(key, prefix, suggestions);
    return done({
      values: key === 'server' ? values.map((it) => ({ ...it, value: shown.serverName(it.value) })) : values,
    });
  };

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#tidyTimer);
    this.captures.close();
  }

  #tidyIn(ms: number): NodeJS.Timeout {
    return setTimeout(async () => {
      await this.#tidy();
      if (!this.#isClosed) this.#tidyTimer = this.#tidyIn(tidyEveryMs);
    }, ms).unref();
  }

  /** If the file rejects writes, cleanup is retried later. */
  async #tidy(): Promise<void> {
    await this.#recordings.retain(this.#rule.get()).catch(() => {});
  }
}

function noRecording() {
  return refused('not_found', 'There is no such recording. It may have been deleted.');
}
