// State learned from a connection's traffic: subscriptions, tasks, and which arguments are repeated in headers. Only listens and sends
// nothing.

import { type Json, type JsonObject, member } from '../../../shared/json/json.ts';
import { type HeaderArguments, headerArgumentsIn } from '../../transports/mirrored-headers.ts';

export interface KnownTask {
  taskId: string;
  /** The row of the call that started it; null for one that was only listed. */
  row: number | null;
  status: string;
  message: string;
  /** The server's polling interval; null if it gave none. */
  pollMs: number | null;
}

const taskMemory = 200;
export const isOverStatus = (status: string): boolean => ['completed', 'failed', 'cancelled'].includes(status);

export class SessionMemory {
  readonly #subscribed = new Set<string>();
  readonly #tasks = new Map<string, KnownTask>();
  readonly #headerArguments = new Map<string, { path: string[]; header: string }[]>();

  /** Increases when the server reports that one of its lists changed. */
  listVersion = 0;

  get headerArguments(): HeaderArguments {
    return this.#headerArguments;
  }

  get subscribed(): string[] {
    return [...this.#subscribed];
  }

  get tasks(): KnownTask[] {
    return [...this.#tasks.values()];
  }

  task(id: string): KnownTask | undefined {
    return this.#tasks.get(id);
  }

  /** One of our requests was answered; `row` is its row. */
  answered(row: number, method: string, readParams: () => Json | undefined, answer: JsonObject): void {
    const result = member(answer, 'result');
    if (result === undefined) return;
    if (method === 'resources/subscribe' || method === 'resources/unsubscribe') {
      const uri = member(readParams(), 'uri');
      if (typeof uri === 'string') this.#subscribed[method === 'resources/subscribe' ? 'add' : 'delete'](uri);
    }
    if (method === 'tools/list')
      for (const [tool, found] of headerArgumentsIn(result)) this.#headerArguments.set(tool, found);
    if (method === 'tasks/list') {
      const tasks = member(result, 'tasks');
      for (const task of Array.isArray(tasks) ? tasks : []) this.#seeTask(task, null);
    } else if (member(result, 'resultType') === 'task') {
      this.#seeTask(result, row);
    } else if (method.startsWith('tasks/') && method !== 'tasks/result') {
      this.#seeTask(member(result, 'task') ?? result, null);
    } else {
      this.#seeTask(member(result, 'task'), row);
    }
  }

  notified(method: string, params: Json | undefined): void {
    if (method.endsWith('/list_changed')) this.listVersion += 1;
    if (method === 'notifications/tasks/status' || method === 'notifications/tasks') this.#seeTask(params, null);
  }

  #seeTask(task: Json | undefined, row: number | null): void {
    const taskId = member(task, 'taskId');
    const status = member(task, 'status');
    if (typeof taskId !== 'string' || typeof status !== 'string') return;
    const message = member(task, 'statusMessage');
    const poll = member(task, 'pollIntervalMs') ?? member(task, 'pollInterval');
    const known = this.#tasks.get(taskId);
    this.#tasks.delete(taskId);
    this.#tasks.set(taskId, {
      taskId,
      row: known?.row ?? row,
      status,
      message: typeof message === 'string' ? message : '',
      pollMs: typeof poll === 'number' ? poll : (known?.pollMs ?? null),
    });
    if (this.#tasks.size > taskMemory) this.#tasks.delete(this.#tasks.keys().next().value as string);
  }
}
