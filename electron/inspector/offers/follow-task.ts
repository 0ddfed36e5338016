// Polls a task at the interval its server asks for until the task is over, then fetches its result. Supports both shapes: the experimental
// tasks of 2025-11-25 and the extension of 2026-07-28.

import { setTimeout as delay } from 'node:timers/promises';
import { member } from '../../../shared/json/json.ts';
import type { Session } from '../session/session.ts';
import { isOverStatus } from '../session/session-memory.ts';

const defaultPollMs = 1000;
const shortestPollMs = 100;
const longestPollMs = 60_000;
/** A task that never ends is not polled forever: a day, at one request per minute. */
const pollLimit = 1440;

/** Sends the first request at once and returns its row; the rest continues in the background. */
export function followTask(session: Session, taskId: string): { row: number; over: Promise<void> } {
  const params = JSON.stringify({ taskId });
  const first = session.request('tasks/get', params);
  const over = (async () => {
    let asked = first;
    for (let poll = 0; poll < pollLimit; poll += 1) {
      const settled = await asked.settled;
      if (settled.kind !== 'answered' || !session.isOpen) return;
      const result = member(settled.message, 'result');
      const task = member(result, 'task') ?? result;
      const status = member(task, 'status');
      // An error means that the server no longer knows the task.
      if (typeof status !== 'string') return;
      if (session.era === 'legacy' && (isOverStatus(status) || status === 'input_required')) {
        // Input that the task needs is requested while waiting for its result.
        if (status !== 'cancelled') await session.request('tasks/result', params).settled;
        return;
      }
      if (isOverStatus(status)) return;
      if (status === 'input_required' && !(await giveInput(session, taskId, asked.seq, settled.message))) return;
      await delay(pollWait(session.memory.task(taskId)?.pollMs ?? null), undefined, { ref: false });
      if (!session.isOpen) return;
      asked = session.request('tasks/get', params);
    }
  })();
  return { row: first.seq, over };
}

/** false: there was no answer, so another poll would only ask the same. */
async function giveInput(
  session: Session,
  taskId: string,
  row: number,
  answer: Parameters<Session['gatherInput']>[1],
): Promise<boolean> {
  const gathered = await session.gatherInput(row, answer);
  if (!gathered.ok || gathered.responses === null || !session.isOpen) return gathered.ok;
  const params = `{"taskId":${JSON.stringify(taskId)},"inputResponses":${gathered.responses}}`;
  return (await session.request('tasks/update', params).settled).kind === 'answered';
}

function pollWait(wantedMs: number | null): number {
  return Math.min(longestPollMs, Math.max(shortestPollMs, wantedMs ?? defaultPollMs));
}
