// Everything that the window waits for: shown after half a second, stoppable after two. All calls to the host pass here.
// renderer/features/features.test.ts fails if a method has no text.

import { type Answer, refused } from '../../shared/api/answer.ts';
import type { Input, Method, Results } from '../../shared/contract/api.ts';
import type { Platform } from '../platform/platform.ts';
import { definePart, defineStore, type Model } from './model.ts';
import { featuresOf, type WaitTexts } from './window-feature.ts';

export interface Job {
  id: number;
  words: string;
  startedAt: number;
  /** null: it cannot be stopped, because the window depends on it. */
  stop: (() => void) | null;
}

/** Only jobs that took long enough to be shown. */
export const [workOf, useWork] = defineStore<{ jobs: Job[] }>(() => ({ jobs: [] }));

const shownAfter = 500;
export const stoppableAfter = 2_000;
const numberingOf = definePart(() => ({ next: 1 }));

interface JobHandle {
  say(words: string): void;
  done(): void;
}

export function startJob(model: Model, words: string, stop: (() => void) | null): JobHandle {
  const job: Job = { id: numberingOf(model).next++, words, startedAt: Date.now(), stop };
  let shown = false;
  const timer = setTimeout(() => {
    shown = true;
    workOf(model).setState(({ jobs }) => ({ jobs: [...jobs, job] }));
  }, shownAfter);
  return {
    say(newer) {
      job.words = newer;
      if (shown)
        workOf(model).setState(({ jobs }) => ({
          jobs: jobs.map((it) => (it.id === job.id ? { ...it, words: newer } : it)),
        }));
    },
    done() {
      clearTimeout(timer);
      if (shown) workOf(model).setState(({ jobs }) => ({ jobs: jobs.filter(({ id }) => id !== job.id) }));
    },
  };
}

/** What the window shows while a method of the core runs. Features bring the texts of theirs (window-feature.ts). */
export const coreWaitTexts: WaitTexts = {
  hello: 'Opening',
  snapshot: 'Opening',
  changes: 'Catching up',
  openView: 'Filtering',
  rows: 'Loading rows',
  rowDetail: 'Opening the row',
  locate: 'Looking for the row',
  body: null,
  rowEvents: 'Loading the messages',
  seenTool: null,
  seenTools: null,
  keepPreferences: null,
  locateTime: 'Looking for the moment',
  markGroup: 'Keeping the mark',
  overview: null,
  connect: { text: 'Connecting', undo: 'disconnect' },
  disconnect: 'Disconnecting',
  restart: { text: 'Restarting', undo: 'disconnect' },
  tools: 'Asking for the tools',
  call: 'Sending the call',
  cancel: 'Cancelling the call',
  suggest: null,
};

/** The window depends on their response. */
const footing: readonly Method[] = ['hello', 'snapshot', 'changes', 'rows'];

/** null: another place shows it. */
function waitTextOf(model: Model, method: Method): { text: string; undo?: Method } | null {
  const texts = [coreWaitTexts, ...featuresOf(model).flatMap(({ waitTexts = [] }) => waitTexts)];
  const found = texts.find((each) => each[method] !== undefined)?.[method] ?? null;
  return typeof found === 'string' ? { text: found } : found;
}

/** The platform, with every call tracked here. */
export function watchWork(model: Model): Platform {
  return {
    ...model.platform,
    call<M extends Method>(method: M, input: Input<M>): Promise<Answer<Results[M]>> {
      const wait = waitTextOf(model, method);
      const answer = model.platform.call(method, input);
      if (wait === null) return answer;
      return new Promise((resolve) => {
        const stop = () => {
          if (wait.undo) void model.platform.call(wait.undo, input as never);
          resolve(refused('refused', `${wait.text}: stopped, as you asked.`));
          job.done();
        };
        const job = startJob(model, wait.text, footing.includes(method) ? null : stop);
        void answer.then((value) => {
          job.done();
          resolve(value);
        });
      });
    },
  };
}
