// Rules of the tasks extension (io.modelcontextprotocol/tasks): which results may be tasks, their states, polling, lifetime and
// cancellation.

import { isObject, type Json, type JsonObject, member } from '../json/json.ts';
import { jsonText } from '../json/json-text.ts';
import { metaName } from '../protocol/revision.ts';
import {
  declaresTasks,
  type ExchangeRule,
  inWords,
  modern,
  type RuledExchange,
  ruleText,
  type SessionRule,
} from './rule.ts';
import { ask, asking, call, created, fail, poll, reply, task, told } from './traces.ts';

const tasks = 'https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md';

const statuses: ReadonlySet<Json | undefined> = new Set([
  'working',
  'input_required',
  'completed',
  'failed',
  'cancelled',
]);
const terminalStatuses: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled']);
const taskMethods: ReadonlySet<string> = new Set(['tasks/get', 'tasks/update', 'tasks/cancel']);
/** Timers fire a little early or late, and messages take a moment. */
const earlyPoll = 0.8;

const isWhole = (value: Json | undefined): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

export const saysUnknownTask = (error: Json | undefined): boolean =>
  /task.{0,40}(?:not found|expired|unknown|not exist)/i.test(ruleText(member(error, 'message')).slice(0, 1000));

const isCreated = ({ result }: RuledExchange): boolean => member(result, 'resultType') === 'task';
const statusIn = (exchange: RuledExchange): Json | undefined =>
  exchange.method === 'tasks/get' || isCreated(exchange) ? member(exchange.result, 'status') : undefined;

export const taskRules: readonly ExchangeRule[] = [
  {
    id: 'make tasks only of tool calls',
    clause:
      'A client that receives CreateTaskResult in response to an unsupported request type MUST interpret this as invalid.',
    address: `${tasks}#capability-negotiation`,
    ...modern,
    binds: 'server',
    effect: 'refused',
    broken: (exchange) =>
      isCreated(exchange) && exchange.method !== 'tools/call' && !taskMethods.has(exchange.method)
        ? `answers ${exchange.method} with a task`
        : null,
    fix: 'Answer only tools/call with a task.',
    breaks: [[ask(1, 'prompts/get', { name: 'p' }), reply(1, created)]],
    keeps: [[call(1), reply(1, created)]],
  },
  {
    id: 'make tasks only for clients that know them',
    clause:
      'A server MUST NOT return CreateTaskResult to a client that did not include the extension capability on its request.',
    address: `${tasks}#capability-negotiation`,
    ...modern,
    binds: 'server',
    effect: 'refused',
    broken: (exchange) =>
      isCreated(exchange) &&
      exchange.method === 'tools/call' &&
      exchange.capabilities !== undefined &&
      !declaresTasks(exchange.capabilities)
        ? 'answers with a task, which the client does not declare'
        : null,
    fix: 'Answer with the result, or with -32021 if the call can only run as a task.',
    breaks: [[call(1, {}), reply(1, created)]],
    keeps: [[call(1), reply(1, created)]],
  },
  {
    id: 'give each task an id',
    clause: 'taskId: string. Stable identifier for this task.',
    address: `${tasks}#tasks`,
    ...modern,
    binds: 'server',
    effect: 'refused',
    broken: (exchange) =>
      isCreated(exchange) && typeof member(exchange.result, 'taskId') !== 'string'
        ? 'starts a task without an id'
        : null,
    fix: 'Add taskId, a string that cannot be guessed, to each task.',
    breaks: [[call(1), reply(1, { resultType: 'task', status: 'working', ttlMs: null })]],
    keeps: [[call(1), reply(1, created)]],
  },
  {
    id: 'send all facts of a task',
    clause:
      'createdAt: string. lastUpdatedAt: string. ttlMs: number | null, in integer milliseconds. pollIntervalMs?: number.',
    address: `${tasks}#tasks`,
    ...modern,
    binds: 'server',
    effect: 'noted',
    broken: (exchange) => {
      if (!isCreated(exchange) && statusIn(exchange) === undefined) return null;
      const fact = (name: string): Json | undefined => member(exchange.result, name);
      const missing = ['createdAt', 'lastUpdatedAt'].find((name) => typeof fact(name) !== 'string');
      if (missing !== undefined) return `sends a task without ${missing}`;
      if (fact('ttlMs') !== null && !isWhole(fact('ttlMs'))) return 'sends a task whose ttlMs is no whole number';
      const interval = fact('pollIntervalMs');
      return interval === undefined || isWhole(interval)
        ? null
        : 'sends a task whose pollIntervalMs is no whole number';
    },
    fix: 'Send createdAt, lastUpdatedAt and ttlMs with each task, and intervals in whole milliseconds.',
    breaks: [
      [call(1), reply(1, { resultType: 'task', taskId: 't1', status: 'working' })],
      [call(1), reply(1, { ...created, ttlMs: '60s' })],
      [call(1), reply(1, { ...created, pollIntervalMs: 0.5 })],
    ],
    keeps: [[call(1), reply(1, { ...created, ttlMs: null })]],
  },
  {
    id: 'use resultType task only for a new task',
    clause: 'Servers MUST NOT set resultType to "task" on result types other than CreateTaskResult.',
    address: `${tasks}#polymorphic-results`,
    ...modern,
    binds: 'server',
    effect: 'noted',
    broken: (exchange) =>
      isCreated(exchange) && taskMethods.has(exchange.method)
        ? `answers ${exchange.method} with resultType task`
        : null,
    fix: 'Answer tasks/get, tasks/update and tasks/cancel with resultType complete.',
    breaks: [[call(1), reply(1, created), poll(2, 2000), reply(2, created)]],
    keeps: [[call(1), reply(1, created), poll(2, 2000), reply(2, task('working'))]],
  },
  {
    id: 'mark a new task as one',
    clause: 'Servers MUST set resultType to "task" when returning a CreateTaskResult.',
    address: `${tasks}#polymorphic-results`,
    ...modern,
    binds: 'server',
    effect: 'noted',
    broken: ({ method, result }) =>
      method === 'tools/call' &&
      typeof member(result, 'taskId') === 'string' &&
      statuses.has(member(result, 'status')) &&
      member(result, 'resultType') !== 'task'
        ? `starts a task with resultType ${inWords(member(result, 'resultType'))}`
        : null,
    fix: 'Add "resultType": "task" to the result that names a new task.',
    breaks: [[call(1), reply(1, { ...created, resultType: 'complete' })]],
    keeps: [
      [call(1), reply(1, created)],
      [call(1), reply(1, { resultType: 'complete', content: [], taskId: 't1' })],
      [call(1), reply(1, { resultType: 'complete', content: [], status: 'working' })],
    ],
  },
  {
    id: 'use a known status',
    clause: 'status: "working" | "input_required" | "completed" | "cancelled" | "failed"',
    address: `${tasks}#task-status`,
    ...modern,
    binds: 'server',
    effect: 'refused',
    broken: (exchange) => {
      const isTask = isCreated(exchange) || (exchange.method === 'tasks/get' && isObject(exchange.result));
      const status = member(exchange.result, 'status');
      return !isTask || statuses.has(status) ? null : `reports the task status ${inWords(status)}`;
    },
    fix: 'Use working, input_required, completed, failed or cancelled.',
    breaks: [[call(1), reply(1, created), poll(2, 2000), reply(2, task('running'))]],
    keeps: [[call(1), reply(1, created), poll(2, 2000), reply(2, task('cancelled'))]],
  },
  {
    id: 'send what the status promises',
    clause:
      'If the status is completed, the server MUST return a Task object with a result field; if failed, the error.',
    address: `${tasks}#response`,
    ...modern,
    binds: 'server',
    effect: 'refused',
    broken: (exchange) => {
      if (exchange.method !== 'tasks/get') return null;
      const status = statusIn(exchange);
      const needed = status === 'completed' ? 'result' : status === 'failed' ? 'error' : 'inputRequests';
      if (status !== 'completed' && status !== 'failed' && status !== 'input_required') return null;
      return isObject(member(exchange.result, needed)) ? null : `reports a task as ${status} without ${needed}`;
    },
    fix: 'Add result to a completed task, error to a failed one, and inputRequests to one that needs input.',
    breaks: [
      [call(1), reply(1, created), poll(2, 2000), reply(2, task('completed'))],
      [call(1), reply(1, created), poll(2, 2000), reply(2, task('input_required'))],
    ],
    keeps: [
      [call(1), reply(1, created), poll(2, 2000), reply(2, task('completed', { result: { content: [] } }))],
      [call(1), reply(1, created), poll(2, 2000), reply(2, task('failed', { error: { code: -32603, message: 'x' } }))],
    ],
  },
  {
    id: 'keep failed for protocol errors',
    clause:
      'The failed status MUST NOT be used to represent non-JSON-RPC errors, such as a tool result with isError: true.',
    address: `${tasks}#task-execution-errors`,
    ...modern,
    binds: 'server',
    effect: 'noted',
    broken: (exchange) =>
      statusIn(exchange) === 'failed' && member(member(exchange.result, 'result'), 'isError') === true
        ? 'reports a failed tool as a failed task'
        : null,
    fix: 'Report the task as completed, with the result that has isError.',
    breaks: [
      [
        call(1),
        reply(1, created),
        poll(2, 2000),
        reply(2, task('failed', { error: { code: 0, message: 'x' }, result: { isError: true, content: [] } })),
      ],
    ],
    keeps: [
      [
        call(1),
        reply(1, created),
        poll(2, 2000),
        reply(2, task('completed', { result: { isError: true, content: [] } })),
      ],
    ],
  },
  {
    id: 'leave a finished task finished',
    clause: 'Terminal states: completed, failed, cancelled.',
    address: `${tasks}#task-status`,
    ...modern,
    binds: 'server',
    effect: 'noted',
    broken: (exchange) => {
      const status = statusIn(exchange);
      const before = exchange.task?.status ?? '';
      return typeof status === 'string' && terminalStatuses.has(before) && status !== before
        ? `reports a ${before} task as ${status}`
        : null;
    },
    fix: 'Never change the status of a task that is completed, failed or cancelled.',
    breaks: [
      [
        call(1),
        reply(1, created),
        poll(2, 2000),
        reply(2, task('cancelled')),
        poll(3, 4000),
        reply(3, task('working')),
      ],
    ],
    keeps: [
      [
        call(1),
        reply(1, created),
        poll(2, 2000),
        reply(2, task('working')),
        poll(3, 4000),
        reply(3, task('cancelled')),
      ],
    ],
  },
  {
    id: 'create a task before naming it',
    clause: 'A server MUST NOT return CreateTaskResult until a tasks/get for the returned taskId would resolve.',
    address: `${tasks}#task-creation`,
    ...modern,
    binds: 'server',
    effect: 'refused',
    broken: ({ method, error, task: known, at }) => {
      if (method !== 'tasks/get' || known === null || member(error, 'code') !== -32602) return null;
      if (known.ttlMs !== null && at - known.createdAt >= known.ttlMs) return null;
      return `does not know its own task ${known.taskId}, which has not expired`;
    },
    fix: 'Store the task before the answer that names it, and keep it for ttlMs.',
    breaks: [[call(1), reply(1, created), poll(2, 2000), fail(2, -32602, 'Failed to retrieve task: Task not found')]],
    keeps: [
      [call(1), reply(1, created), poll(2, 90_000), fail(2, -32602, 'Failed to retrieve task: Task has expired')],
    ],
  },
  {
    id: 'answer an unknown task with -32602',
    clause: 'Invalid or nonexistent taskId: -32602 (Invalid params). Servers MUST return this error for tasks/get.',
    address: `${tasks}#protocol-errors`,
    ...modern,
    binds: 'server',
    effect: 'noted',
    broken: ({ method, error }) => {
      const code = member(error, 'code');
      return method === 'tasks/get' && saysUnknownTask(error) && code !== -32602
        ? `reports an unknown task with code ${inWords(code)}`
        : null;
    },
    fix: 'Use -32602 for a task that does not exist any more.',
    breaks: [[poll(1), fail(1, -32000, 'Task not found')]],
    keeps: [[poll(1), fail(1, -32602, 'Task not found')]],
  },
  {
    id: 'acknowledge an update and a cancellation with an empty result',
    clause: 'On success, the server MUST acknowledge the request with an empty result.',
    address: `${tasks}#task-cancellation`,
    ...modern,
    binds: 'server',
    effect: 'noted',
    broken: ({ method, result }) =>
      (method === 'tasks/cancel' || method === 'tasks/update') && member(result, 'status') !== undefined
        ? `answers ${method} with a task`
        : null,
    fix: 'Answer tasks/update and tasks/cancel with {"resultType": "complete"}.',
    breaks: [
      [call(1), reply(1, created), ask(2, 'tasks/update', { taskId: 't1' }), reply(2, task('working'))],
      [call(1), reply(1, created), ask(2, 'tasks/cancel', { taskId: 't1' }), reply(2, task('cancelled'))],
    ],
    keeps: [
      [call(1), reply(1, created), ask(2, 'tasks/cancel', { taskId: 't1' }), reply(2, { resultType: 'complete' })],
      [call(1), reply(1, created), ask(2, 'tasks/update', { taskId: 't1' }), reply(2, { resultType: 'complete' })],
    ],
  },
  {
    id: 'answer undeclared task requests with -32021',
    clause:
      'Missing required client capabilities: -32021. Servers MUST return this error for non-declaring clients issuing tasks/get, or asking for notifications of tasks.',
    address: `${tasks}#protocol-errors`,
    ...modern,
    binds: 'server',
    effect: 'noted',
    broken: ({ method, params, capabilities, error, result }) =>
      (taskMethods.has(method) || member(member(params, 'notifications'), 'taskIds') !== undefined) &&
      capabilities !== undefined &&
      !declaresTasks(capabilities) &&
      (result !== undefined || member(error, 'code') !== -32021)
        ? `answers ${method} of a client that does not declare tasks`
        : null,
    fix: 'Answer with -32021 and requiredCapabilities, if clientCapabilities lacks the tasks extension.',
    breaks: [
      [poll(1, 0, {}), reply(1, task('working'))],
      [
        ask(1, 'subscriptions/listen', { notifications: { taskIds: ['t1'] } }, {}),
        reply(1, { resultType: 'complete' }),
      ],
    ],
    keeps: [
      [poll(1), reply(1, task('working'))],
      [ask(1, 'subscriptions/listen', { notifications: { taskIds: ['t1'] } }), fail(1, -32603, 'x')],
      [ask(1, 'subscriptions/listen', { notifications: {} }, {}), fail(1, -32603, 'x')],
    ],
  },
  {
    id: 'use only the methods of the extension',
    clause: 'The extension introduces three methods: tasks/get, tasks/update, and tasks/cancel.',
    address: tasks,
    ...modern,
    binds: 'client',
    effect: 'refused',
    broken: ({ method }) =>
      method === 'tasks/result' || method === 'tasks/list' ? `sent ${method}, which 2025-11-25 had` : null,
    fix: 'Read the result in the answer to tasks/get. There is no list of tasks any more.',
    breaks: [[call(1), reply(1, created), ask(2, 'tasks/result', { taskId: 't1' }), fail(2, -32601, 'Unknown method')]],
    keeps: [[call(1), reply(1, created), poll(2, 2000), reply(2, task('working'))]],
  },
  {
    id: 'poll no faster than pollIntervalMs',
    clause: 'Clients SHOULD respect the pollIntervalMs provided in responses when determining polling frequency.',
    address: `${tasks}#task-polling`,
    ...modern,
    isAdvice: true,
    binds: 'client',
    effect: 'noted',
    broken: ({ method, task: known, at }) => {
      if (method !== 'tasks/get' || known?.pollIntervalMs == null || known.polledAt === null) return null;
      const waited = at - known.polledAt;
      return waited < known.pollIntervalMs * earlyPoll
        ? `polled a task after ${Math.round(waited)} ms instead of ${known.pollIntervalMs} ms`
        : null;
    },
    fix: 'Wait for pollIntervalMs of the newest answer between two polls.',
    breaks: [
      [
        call(1),
        reply(1, created),
        poll(2, 2000),
        reply(2, task('working'), 2001),
        poll(3, 2100),
        reply(3, task('working')),
      ],
    ],
    keeps: [
      [
        call(1),
        reply(1, created),
        poll(2, 2000),
        reply(2, task('working'), 2001),
        poll(3, 3000),
        reply(3, task('working')),
      ],
      [call(1), reply(1, created), poll(2, 50), reply(2, task('working'))],
    ],
  },
  {
    id: 'declare tasks in each request about them',
    clause:
      'Servers MUST return this error for non-declaring clients issuing tasks/get, tasks/update, and tasks/cancel requests.',
    address: `${tasks}#protocol-errors`,
    ...modern,
    binds: 'client',
    effect: 'refused',
    broken: ({ method, capabilities }) =>
      taskMethods.has(method) && capabilities !== undefined && !declaresTasks(capabilities)
        ? `sent ${method} without declaring the tasks extension`
        : null,
    fix: 'Add io.modelcontextprotocol/tasks to the extensions in clientCapabilities of every request.',
    breaks: [[poll(1, 0, {}), reply(1, task('working'))]],
    keeps: [[poll(1), reply(1, task('working'))]],
  },
  {
    id: 'cancel a task with tasks/cancel',
    clause: 'The notifications/cancelled notification MUST NOT be used for task cancellation.',
    address: `${tasks}#task-cancellation`,
    ...modern,
    binds: 'client',
    effect: 'noted',
    broken: ({ method, task: known }) =>
      method === 'notifications/cancelled' && known !== null && !terminalStatuses.has(known.status)
        ? 'sent notifications/cancelled for a request that is a task'
        : null,
    fix: 'Send tasks/cancel with the taskId.',
    breaks: [
      [
        call(1),
        reply(1, created),
        [0, 'out', { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }],
      ],
    ],
    keeps: [
      [call(1), reply(1, created), ask(2, 'tasks/cancel', { taskId: 't1' }), reply(2, { resultType: 'complete' })],
    ],
  },
];

const mostTasks = 500;
const mostQuestions = 100;
const longestQuestion = 10_000;
const answerTask = (id: number, key: string) =>
  ask(id, 'tasks/update', { taskId: 't1', inputResponses: { [key]: { action: 'decline' } } });
const asksAgain = (message: string) =>
  task('input_required', {
    inputRequests: { q: { method: 'elicitation/create', params: { message, requestedSchema: { type: 'object' } } } },
  });

/** They compare what a task asks at different times. */
export const taskInputRules: readonly SessionRule[] = [
  {
    id: 'ask each thing of a task under its own key',
    clause: "A server MUST NOT use the same key to refer to two distinct requests over a task's lifetime.",
    address: `${tasks}#task-update-requests`,
    ...modern,
    binds: 'server',
    effect: 'noted',
    on: ['result'],
    of: ['tasks/get'],
    watch: () => {
      const asked = new Map<string, Map<string, string>>();
      return ({ result }) => {
        const requests = member(result, 'inputRequests');
        if (!isObject(requests)) return null;
        if (asked.size >= mostTasks) asked.clear();
        const taskId = ruleText(member(result, 'taskId'));
        const known = asked.get(taskId) ?? new Map<string, string>();
        asked.set(taskId, known);
        for (const [key, request] of Object.entries(requests).slice(0, mostQuestions)) {
          const text = jsonText(request).slice(0, longestQuestion);
          const before = known.get(key);
          if (before !== undefined && before !== text) return `asks two things under the key ${inWords(key)}`;
          if (known.size < mostQuestions) known.set(key, text);
        }
        return null;
      };
    },
    fix: 'Use a new key for each request of a task.',
    breaks: [
      [call(1), reply(1, created), poll(2, 2000), reply(2, asking), poll(3, 4000), reply(3, asksAgain('Where?'))],
    ],
    keeps: [
      [call(1), reply(1, created), poll(2, 2000), reply(2, asking), poll(3, 4000), reply(3, asking)],
      [
        call(1),
        reply(1, created),
        poll(2, 2000),
        reply(2, asking),
        ask(3, 'tasks/get', { taskId: 't2' }),
        reply(3, { ...asksAgain('Where?'), taskId: 't2' }),
      ],
    ],
  },
  {
    id: 'answer only what a task asks',
    clause: 'Each key MUST correspond to a currently-outstanding inputRequest key.',
    address: `${tasks}#task-update-requests`,
    ...modern,
    binds: 'client',
    effect: 'refused',
    refusal: /-32602|input|key/i,
    hears: 'both sides',
    on: ['request', 'answer', 'notification'],
    watch: () => {
      const asked = new Set<string>();
      return ({ kind, method, params, result }, { isWhole }) => {
        const taskId = ruleText(member(result ?? params, 'taskId'));
        for (const key of keysIn(member(result ?? params, 'inputRequests')))
          if (asked.size < mostTasks) asked.add(`${taskId} ${key}`);
        if (method !== 'tasks/update' || kind !== 'request' || !isWhole || asked.size >= mostTasks) return null;
        const other = keysIn(member(params, 'inputResponses')).find((key) => !asked.has(`${taskId} ${key}`));
        return other === undefined ? null : `answered ${inWords(other)}, which the task does not ask`;
      };
    },
    fix: 'Send inputResponses with keys of the newest inputRequests.',
    breaks: [
      [...openTask(), poll(2, 2000), reply(2, asking), answerTask(3, 'name'), reply(3, { resultType: 'complete' })],
      [
        ...openTask(),
        ask(2, 'tasks/get', { taskId: 't2' }),
        reply(2, { ...asking, taskId: 't2' }),
        answerTask(3, 'q'),
        reply(3, { resultType: 'complete' }),
      ],
    ],
    keeps: [
      [...openTask(), poll(2, 2000), reply(2, asking), answerTask(3, 'q'), reply(3, { resultType: 'complete' })],
      [
        ...openTask(),
        ask(5, 'subscriptions/listen', { notifications: { taskIds: ['t1'] } }),
        told('notifications/subscriptions/acknowledged', ofSubscription(5)),
        told('notifications/tasks', { ...asking, ...ofSubscription(5) }),
        answerTask(3, 'q'),
        reply(3, { resultType: 'complete' }),
      ],
      // A recording that begins in the middle.
      [call(1), reply(1, created), answerTask(3, 'name'), reply(3, { resultType: 'complete' })],
    ],
  },
];

const keysIn = (value: Json | undefined): string[] =>
  isObject(value) ? Object.keys(value).slice(0, mostQuestions) : [];

/** A task in a session that is recorded from its start. */
function openTask() {
  return [[0, 'life', 'spawned'], call(1), reply(1, created)] as const;
}
function ofSubscription(id: number): JsonObject {
  return { _meta: { [metaName('subscriptionId')]: id } };
}
