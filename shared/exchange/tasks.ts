// Tasks of a connection: the call that started each, and what is known about it. A task that fails is a failure of that call, which
// was answered long before (2025-11-25, tasks; since 2026-07-28 an extension).

import { isObject, type Json, member } from '../json/json.ts';
import type { TaskFacts } from '../rules/rule.ts';
import { answerByRound, askByResult } from './input.ts';
import type { Entry } from './ledger.ts';
import type { PendingCall } from './pending-call.ts';
import { RecentMap } from './recent-map.ts';

export interface StartedTask {
  facts: TaskFacts;
  /** The call that started it, without its HTTP exchange. */
  call: Pick<PendingCall, 'method' | 'target' | 'params' | 'key' | 'wait'>;
  entry: Entry;
  /** The client sent tasks/cancel. */
  isCancelSent?: true;
}

const mostTasks = 500;
const longestParams = 10_000;

export class Tasks {
  readonly #known = new RecentMap<string, StartedTask>(mostTasks);
  readonly #waiting = new Set<StartedTask>();
  readonly #ofRow = new RecentMap<number, StartedTask>(mostTasks);

  /** A result that is a task: of the extension, or in `task` as 2025-11-25 has it. */
  start(call: PendingCall, result: Json | undefined, at: number): void {
    const isNew = member(result, 'resultType') === 'task';
    const seed = isNew ? result : member(result, 'task');
    const taskId = member(seed, 'taskId');
    if (typeof taskId !== 'string' || !isObject(seed) || call.method.startsWith('tasks/')) return;
    const facts: TaskFacts = {
      taskId,
      createdAt: at,
      ttlMs: numberOf(seed.ttlMs ?? seed.ttl),
      pollIntervalMs: null,
      polledAt: null,
      status: '',
    };
    const { method, target, key, wait, entry } = call;
    // Rows show only a part of large arguments, and so does the finding.
    const params = entry.row.args.length > longestParams ? undefined : call.params;
    const started: StartedTask = { facts, call: { method, target, params, key, wait }, entry };
    this.#known.set(taskId, started);
    this.#ofRow.set(entry.row.id, started);
    this.#note(facts, seed);
  }

  of(taskId: Json | undefined): StartedTask | undefined {
    return typeof taskId === 'string' ? this.#known.get(taskId) : undefined;
  }

  /** The task that the request with this id started. */
  startedBy({ entry }: PendingCall): StartedTask | undefined {
    return this.#ofRow.get(entry.row.id);
  }

  /** The newest state, from an answer or a notification. */
  update(task: StartedTask, state: Json | undefined, at: number): void {
    if (!isObject(state)) return;
    const { facts, call } = task;
    this.#note(facts, state);
    this.#waiting.delete(task);
    if (facts.status !== 'input_required') return;
    if (this.#waiting.size < mostTasks) this.#waiting.add(task);
    const { question } = call.wait;
    // Each poll repeats what is still open.
    if (question === null || question.answeredAt !== null) askByResult(call, state, at);
  }

  /** What the client sends about it. */
  noteSent({ method, params }: Pick<PendingCall, 'method' | 'params'>, at: number): void {
    const task = this.of(member(params, 'taskId'));
    if (task === undefined) return;
    if (method === 'tasks/cancel') task.isCancelSent = true;
    if (method === 'tasks/update') answerByRound(task.call, params, at);
  }

  get hasWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  /** Tasks whose question nobody has answered. Each is returned once. */
  takeWaiting(): StartedTask[] {
    const waiting = [...this.#waiting].filter(({ call: { wait } }) => wait.question?.answeredAt === null);
    this.#waiting.clear();
    return waiting;
  }

  #note(facts: TaskFacts, state: Json): void {
    const status = member(state, 'status');
    if (typeof status === 'string') facts.status = status.slice(0, 40);
    facts.pollIntervalMs = numberOf(member(state, 'pollIntervalMs') ?? member(state, 'pollInterval'));
    const ttlMs = member(state, 'ttlMs');
    if (ttlMs !== undefined) facts.ttlMs = numberOf(ttlMs);
  }
}

const numberOf = (value: Json | undefined): number | null => (typeof value === 'number' ? value : null);
