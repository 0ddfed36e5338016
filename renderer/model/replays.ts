// The newest state of all replays, and edits that are not sent yet. Owns the marked row and the open question of the guard.
// replay-actions.ts starts replays.

import type { Input } from '../../shared/contract/api.ts';
import type { ReplayDraft, ReplayGuard, ReplayView } from '../../shared/retry/replay.ts';
import { calledWords, isLive, resultWords } from '../text/replay-words.ts';
import { visibleLine } from '../text/visible-text.ts';
import { defineStore, type Model } from './model.ts';
import { say } from './notices.ts';
import { type Edits, startEdits } from './replay-edits.ts';

/** What the dialog of a bulk replay shows. */
type Bulk =
  /** Failures listed before anything is sent. */
  { kind: 'plan'; filter: string; of: string } | { kind: 'running'; id: string };

/** A call that waits for a confirmation, or for its tool's name. */
export interface Asking {
  request: Input<'startReplay'>;
  guard: ReplayGuard;
  what: string;
}

interface Replays {
  /** Oldest first. */
  views: ReplayView[];
  bulk: Bulk | null;
  /** The row whose request is edited on its card. */
  editing: number | null;
  /** By row: the edited copy. It lasts as long as the window. */
  edits: Record<number, Edits>;
  drafts: Record<number, ReplayDraft>;
  /** Rows whose draft could not be loaded, and why. */
  problems: Record<number, string>;
  asking: Asking | null;
  marked: number | null;
}

export const [replaysOf, useReplays] = defineStore<Replays>(() => ({
  views: [],
  bulk: null,
  editing: null,
  edits: {},
  drafts: {},
  problems: {},
  asking: null,
  marked: null,
}));

export function noteReplays(model: Model, changed: readonly ReplayView[]): void {
  const before = new Map(
    replaysOf(model)
      .getState()
      .views.map((view) => [view.id, view]),
  );
  for (const view of changed) {
    const was = before.get(view.id);
    // Those of a bulk replay are counted in its dialog; a message for each would be noise.
    if (was && isLive(was) && !isLive(view) && view.bulk === null)
      say(
        model,
        `${visibleLine(calledWords(view))}: ${visibleLine(resultWords(view))}`,
        view.state === 'failed' ? 'bad' : 'plain',
      );
  }
  replaysOf(model).setState(({ views }) => {
    const known = new Map(views.map((view) => [view.id, view]));
    for (const view of changed) known.set(view.id, view);
    return { views: [...known.values()] };
  });
}

/** All replays, after a start or an interruption: one that the host forgot is removed here too. */
export async function loadReplays(model: Model): Promise<void> {
  const answer = await model.platform.call('replays', {});
  if (answer.ok) replaysOf(model).setState({ views: answer.value.replays });
}

/** Loads the draft of this row's replay. Loaded again after each replay, because a confirmation changes the guard. */
export async function loadDraft(model: Model, row: number): Promise<ReplayDraft | null> {
  const answer = await model.platform.call('draftReplay', { row });
  if (!answer.ok) {
    replaysOf(model).setState(({ problems }) => ({ problems: { ...problems, [row]: answer.error.message } }));
    return null;
  }
  replaysOf(model).setState(({ drafts, edits, problems }) => {
    const { [row]: _, ...others } = problems;
    return {
      drafts: { ...drafts, [row]: answer.value },
      edits: row in edits ? edits : { ...edits, [row]: startEdits(answer.value) },
      problems: others,
    };
  });
  return answer.value;
}

export function changeEdits(model: Model, row: number, change: Partial<Edits>): void {
  replaysOf(model).setState(({ edits }) => {
    const before = edits[row];
    return before ? { edits: { ...edits, [row]: { ...before, ...change } } } : {};
  });
}

export function mark(model: Model, row: number | null): void {
  replaysOf(model).setState({ marked: row });
}

/** The newest replay of a row. */
export function replayOf(views: readonly ReplayView[], row: number): ReplayView | undefined {
  return views.findLast((view) => view.source === row);
}
