// Answers about sessions, in the shapes of shared/api.ts. Owns the words of refusals and when the past is tidied.

import { type Answer, done, type Results, refused } from '../../../shared/api.ts';
import type { Ask } from '../answering.ts';
import type { InspectorOptions } from '../contract.ts';
import { suggestGroups } from '../log/group-reading.ts';
import { Captures } from './captures.ts';
import { RetentionRule } from './retention-rule.ts';
import type { Sessions } from './sessions.ts';

/** The past is tidied a while after the start, when nobody waits for anything. */
const tidyDelayMs = 10_000;
const suggestions = 30;

export class SessionApi {
  readonly captures: Captures;
  readonly #sessions: Sessions;
  readonly #rule: RetentionRule;
  readonly #tidyTimer: NodeJS.Timeout;

  constructor(sessions: Sessions, options: InspectorOptions, onChange: () => void) {
    this.#sessions = sessions;
    this.#rule = new RetentionRule(options.dataDir);
    this.captures = new Captures(sessions, options.version, onChange);
    this.#tidyTimer = setTimeout(() => void this.#tidy(), tidyDelayMs);
    this.#tidyTimer.unref();
  }

  readonly sessions = async (): Promise<Answer<Results['sessions']>> => done({ sessions: this.#sessions.list() });

  readonly openSession: Ask<'openSession'> = async ({ session }) =>
    this.#sessions.open(session) ? done(this.#sessions.shownView) : noSession();

  readonly newSession: Ask<'newSession'> = async ({ name }) => {
    // To leave this one now would lose what its file has not taken.
    if (this.#sessions.isWaiting) return refused('refused', `No new session can begin now. ${this.#sessions.notice}`);
    this.#sessions.begin(name.trim());
    return done(this.#sessions.shownView);
  };

  readonly changeSession: Ask<'changeSession'> = async ({ session, name, note }) => {
    try {
      this.#sessions.change(session, {
        ...(name === undefined ? {} : { name: name.trim() }),
        ...(note === undefined ? {} : { note }),
      });
    } catch (error) {
      return refused('refused', `That could not be saved: ${(error as Error).message}.`);
    }
    const view = this.#sessions.view(session);
    return view ? done(view) : noSession();
  };

  readonly deleteSession: Ask<'deleteSession'> = async ({ session }) => {
    if (!this.#sessions.view(session)) return noSession();
    if (this.#sessions.isOpen(session))
      return refused('refused', 'This session is in use. Open another one, or begin a new one, then delete it.');
    try {
      await this.#sessions.remove(session);
    } catch (error) {
      return refused('refused', `The session could not be deleted whole: ${(error as Error).message}.`);
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
    const { shown } = this.#sessions;
    shown.flush();
    if (key === 'group') return done({ values: suggestGroups(shown.figures.groups, prefix, suggestions) });
    const values = shown.facets.suggest(key, prefix, suggestions);
    return done({
      values: key === 'server' ? values.map((it) => ({ ...it, value: shown.serverName(it.value) })) : values,
    });
  };

  close(): void {
    clearTimeout(this.#tidyTimer);
    this.captures.close();
  }

  /** A file that takes nothing is tidied another time. */
  async #tidy(): Promise<void> {
    await this.#sessions.retain(this.#rule.get()).catch(() => {});
  }
}

function noSession() {
  return refused('not_found', 'There is no such session. It may have been deleted.');
}
