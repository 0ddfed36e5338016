// Rules about tasks as 2025-11-25 has them; task-rules.ts has those of the extension.

import { isObject, type Json, type JsonObject, member } from '../json/json.ts';
import { metaMember, metaName } from '../protocol/revision.ts';
import { inWords, legacyPage, onlyLastLegacy, ruleText, type SessionRule } from './rule.ts';
import { saysUnknownTask } from './task-rules.ts';
import { fail, legacyCall, line, noted, reply, sent, session, told } from './traces.ts';

const tasks = legacyPage('basic/utilities/tasks');
const terminal: ReadonlySet<Json | undefined> = new Set(['completed', 'failed', 'cancelled']);
const mostTasks = 500;
const mostTools = 1000;
/** Timers fire a little early or late, and messages take a moment. */
const earlyPoll = 0.8;

const able: JsonObject = { tools: {}, tasks: { requests: { tools: { call: {} } } } };
const task = (status: string, more: JsonObject = {}): JsonObject => ({
  taskId: 't1',
  status,
  createdAt: '2025-11-25T10:30:00Z',
  lastUpdatedAt: '2025-11-25T10:30:00Z',
  ttl: 60_000,
  pollInterval: 1000,
  ...more,
});
const start = (id: number) => sent(id, 'tools/call', { name: 'pay', arguments: {}, task: { ttl: 60_000 } });
const get = (id: number) => sent(id, 'tasks/get', { taskId: 't1' });
const startWithToken = (id: number) =>
  sent(id, 'tools/call', { name: 'pay', arguments: {}, task: { ttl: 60_000 }, _meta: { progressToken: 'p' } });
const reporting = [...session({}, able), startWithToken(1), reply(1, { task: task('working') })];
const progress = { progressToken: 'p', progress: 1 };
const reported = told('notifications/progress', progress);
const begun = (more: JsonObject = {}) => [...session({}, able), start(1), reply(1, { task: task('working', more) })];
const at = <T extends readonly unknown[]>(time: number, step: T): T => [time, ...step.slice(1)] as unknown as T;

const toolOf = (taskSupport: string | undefined): JsonObject => ({
  tools: [
    {
      name: 'pay',
      inputSchema: { type: 'object' },
      ...(taskSupport === undefined ? {} : { execution: { taskSupport } }),
    },
  ],
});
const offering = (taskSupport: string | undefined) => [
  ...session({}, able),
  sent(8, 'tools/list'),
  reply(8, toolOf(taskSupport)),
];

const takesTasks = (server: Json | undefined): boolean =>
  isObject(member(member(member(member(server, 'tasks'), 'requests'), 'tools'), 'call'));

/** Remembers which tools take tasks. */
function taskSupport() {
  const known = new Map<string, Json>();
  return {
    read(result: Json | undefined): void {
      const list = member(result, 'tools');
      if (!Array.isArray(list)) return;
      for (const tool of list.slice(0, mostTools))
        known.set(ruleText(member(tool, 'name')), member(member(tool, 'execution'), 'taskSupport') ?? 'forbidden');
    },
    /** Of the tool that is called; undefined: it was not listed. */
    of: (params: Json | undefined) => known.get(ruleText(member(params, 'name'))),
  };
}

/** The task in an answer or a notification. */
const taskIn = (method: string, result: Json | undefined, params: Json | undefined): Json | undefined =>
  member(result, 'task') ??
  (method === 'tasks/get' || method === 'tasks/cancel'
    ? result
    : method === 'notifications/tasks/status'
      ? params
      : undefined);

export const legacyTaskRules: readonly SessionRule[] = [
  {
    id: 'ask for tasks only where they are declared',
    clause:
      "If a server's capabilities do not include tasks.requests.tools.call, clients MUST NOT attempt to use task augmentation.",
    address: `${tasks}#tool-level-negotiation`,
    ...onlyLastLegacy,
    binds: 'client',
    effect: 'refused',
    refusal: /-32601|-32602|task/i,
    on: ['request'],
    of: ['tools/call'],
    watch:
      () =>
      ({ params }, { server }) => {
        if (!isObject(member(params, 'task')) || !isObject(server)) return null;
        return takesTasks(server) ? null : 'asked for a task, which the server does not declare';
      },
    fix: 'Send task only if the capabilities of the server have tasks.requests.tools.call.',
    breaks: [[...session({}, { tools: {} }), start(1), fail(1, -32602, 'Tasks are not supported')]],
    keeps: [[...session({}, able), start(1), reply(1, { task: task('working') })]],
  },
  {
    id: 'make tasks only where they are declared',
    clause:
      'Receivers that do not declare the task capability for a request type MUST process requests of that type normally.',
    address: `${tasks}#task-support-and-handling`,
    ...onlyLastLegacy,
    binds: 'server',
    effect: 'noted',
    on: ['result'],
    of: ['tools/call'],
    watch:
      () =>
      ({ result }, { server }) =>
        typeof member(member(result, 'task'), 'taskId') === 'string' && isObject(server) && !takesTasks(server)
          ? 'answers with a task, which it does not declare'
          : null,
    fix: 'Declare tasks.requests.tools.call, or ignore task in requests.',
    breaks: [[...session({}, { tools: {} }), legacyCall(1), reply(1, { task: task('working') })]],
    keeps: [[...session({}, able), start(1), reply(1, { task: task('working') })]],
  },
  {
    id: 'answer a call for a task with a task',
    clause: 'Receivers that accept a task-augmented request MUST return a CreateTaskResult as the response.',
    address: `${tasks}#result-retrieval`,
    ...onlyLastLegacy,
    binds: 'server',
    effect: 'noted',
    hears: 'both sides',
    on: ['request', 'answer'],
    of: ['tools/list', 'tools/call'],
    watch: () => {
      const support = taskSupport();
      const asked = new Set<string>();
      return ({ kind, method, id, params, result }, { server }) => {
        if (method === 'tools/list') support.read(result);
        if (method !== 'tools/call') return null;
        if (kind === 'request') {
          const takes = takesTasks(server) && support.of(params) !== 'forbidden';
          if (takes && isObject(member(params, 'task')) && asked.size < mostTasks) asked.add(id);
          return null;
        }
        return asked.delete(id) && isObject(result) && result.task === undefined
          ? 'answers a call for a task without one'
          : null;
      };
    },
    fix: 'Answer with {"task": {…}}, and give the result to tasks/result.',
    breaks: [[...session({}, able), start(1), reply(1, { content: [] })]],
    keeps: [
      [...session({}, able), start(1), reply(1, { task: task('working') })],
      [...session({}, able), start(1), fail(1, -32602, 'x')],
      [...session({}, able), legacyCall(1), reply(1, { content: [] })],
    ],
  },
  {
    id: 'answer an unknown task of 2025-11-25 with -32602',
    clause:
      'Invalid or nonexistent taskId in a tasks/get, tasks/result, or tasks/cancel request: -32602 (Invalid params).',
    address: `${tasks}#protocol-errors`,
    ...onlyLastLegacy,
    binds: 'server',
    effect: 'noted',
    on: ['error'],
    watch:
      () =>
      ({ method, error }) => {
        const code = member(error, 'code');
        const isUnknown = method.startsWith('tasks/') && saysUnknownTask(error);
        return isUnknown && code !== -32602 ? `reports an unknown task with code ${inWords(code)}` : null;
      },
    fix: 'Use -32602 for a task that does not exist any more.',
    breaks: [[...session({}, able), get(1), fail(1, -32002, 'Task not found')]],
    keeps: [
      [...session({}, able), get(1), fail(1, -32602, 'Task not found')],
      [...session({}, able), get(1), fail(1, -32603, 'The database is down')],
    ],
  },
  {
    id: 'cancel a task of 2025-11-25 with tasks/cancel',
    clause:
      'For task-augmented requests, tasks/cancel MUST be used instead of the notifications/cancelled notification.',
    address: legacyPage('basic/utilities/cancellation#behavior-requirements'),
    ...onlyLastLegacy,
    binds: 'client',
    effect: 'noted',
    on: ['notification'],
    of: ['notifications/cancelled'],
    watch:
      () =>
      ({ about }, known) =>
        known.request('client', about)?.isTask === true
          ? 'sent notifications/cancelled for a request that is a task'
          : null,
    fix: 'Send tasks/cancel with the taskId.',
    breaks: [[...begun(), noted('notifications/cancelled', { requestId: 1 })]],
    keeps: [
      [...begun(), sent(2, 'tasks/cancel', { taskId: 't1' }), reply(2, task('cancelled'))],
      [...session({}, able), start(1), noted('notifications/cancelled', { requestId: 1 })],
    ],
  },
  {
    id: 'begin a task as working',
    clause: 'Tasks MUST begin in the working status when created.',
    address: `${tasks}#task-status-lifecycle`,
    ...onlyLastLegacy,
    binds: 'server',
    effect: 'noted',
    on: ['result'],
    of: ['tools/call'],
    watch:
      () =>
      ({ result }) => {
        const seed = member(result, 'task');
        const status = member(seed, 'status');
        return seed === undefined || status === 'working' ? null : `begins a task as ${inWords(status)}`;
      },
    fix: 'Create each task with the status working.',
    breaks: [begun({ status: 'submitted' })],
    keeps: [begun()],
  },
  {
    id: 'ask for tasks as each tool has it',
    clause:
      'If taskSupport is not present or "forbidden", clients MUST NOT invoke the tool as a task; if "required", they MUST.',
    address: `${tasks}#tool-level-negotiation`,
    ...onlyLastLegacy,
    binds: 'client',
    effect: 'refused',
    refusal: /-32601|-32602|-32600|task/i,
    hears: 'both sides',
    on: ['request', 'answer'],
    of: ['tools/list', 'tools/call'],
    watch: () => {
      const support = taskSupport();
      return ({ kind, method, params, result }, { server }) => {
        if (method === 'tools/list') support.read(result);
        if (kind !== 'request' || method !== 'tools/call' || !takesTasks(server)) return null;
        const name = ruleText(member(params, 'name'));
        const wanted = support.of(params);
        const isTask = member(params, 'task') !== undefined;
        if (wanted === 'forbidden' && isTask)
          return `asked for a task of ${name.slice(0, 80)}, which does not take tasks`;
        return wanted === 'required' && !isTask
          ? `called ${name.slice(0, 80)}, which requires a task, without one`
          : null;
      };
    },
    fix: 'Send task to tools whose execution.taskSupport is optional or required, and always to the latter.',
    breaks: [
      [...offering(undefined), start(1), reply(1, { task: task('working') })],
      [...offering('forbidden'), start(1), reply(1, { task: task('working') })],
      [...offering('required'), legacyCall(1), fail(1, -32601, 'A task is required')],
    ],
    keeps: [
      [...offering('optional'), start(1), reply(1, { task: task('working') })],
      [...offering('optional'), legacyCall(1), reply(1, { content: [] })],
      [...offering('required'), start(1), reply(1, { task: task('working') })],
      [...offering('forbidden'), legacyCall(1), reply(1, { content: [] })],
      [...session({}, { tools: {} }), sent(8, 'tools/list'), reply(8, toolOf('required')), legacyCall(1), reply(1)],
    ],
  },
  {
    id: 'refuse a call without its task',
    clause:
      'If taskSupport is "required", servers MUST return a -32601 error if a client does not invoke the tool as a task.',
    address: `${tasks}#tool-level-negotiation`,
    ...onlyLastLegacy,
    binds: 'server',
    effect: 'noted',
    hears: 'both sides',
    on: ['request', 'answer'],
    of: ['tools/list', 'tools/call'],
    watch: () => {
      const support = taskSupport();
      const lacking = new Map<string, string>();
      return ({ kind, method, id, params, result }, { server }) => {
        if (method === 'tools/list') support.read(result);
        if (method !== 'tools/call') return null;
        if (kind === 'request') {
          const lacks = takesTasks(server) && support.of(params) === 'required' && member(params, 'task') === undefined;
          if (lacks && lacking.size < mostTasks) lacking.set(id, ruleText(member(params, 'name')));
          return null;
        }
        const name = lacking.get(id);
        lacking.delete(id);
        return name !== undefined && isObject(result)
          ? `runs ${name.slice(0, 80)}, which requires a task, without one`
          : null;
      };
    },
    fix: 'Answer with -32601, or set execution.taskSupport to optional.',
    breaks: [[...offering('required'), legacyCall(1), reply(1, { content: [] })]],
    keeps: [
      [...offering('required'), start(1), reply(1, { task: task('working') })],
      [...offering('optional'), legacyCall(1), reply(1, { content: [] })],
      [...session({}, { tools: {} }), sent(8, 'tools/list'), reply(8, toolOf('required')), legacyCall(1), reply(1)],
    ],
  },
  {
    id: 'give each task of 2025-11-25 its own id',
    clause: 'Task IDs MUST be string values, and MUST be unique among all tasks controlled by the receiver.',
    address: `${tasks}#task-id-requirements`,
    ...onlyLastLegacy,
    binds: 'server',
    effect: 'noted',
    on: ['result'],
    of: ['tools/call'],
    watch: () => {
      const used = new Set<string>();
      return ({ result }) => {
        const seed = member(result, 'task');
        if (seed === undefined) return null;
        const id = member(seed, 'taskId');
        if (typeof id !== 'string') return `starts a task with the id ${inWords(id)}`;
        const isNew = !used.has(id);
        if (used.size < mostTasks) used.add(id);
        return isNew ? null : `starts two tasks with the id ${id.slice(0, 60)}`;
      };
    },
    fix: 'Use a new random text as the id of each task.',
    breaks: [[...begun({ taskId: 7 })], [...begun(), start(2), reply(2, { task: task('working') })]],
    keeps: [[...begun(), start(2), reply(2, { task: task('working', { taskId: 't2' }) })]],
  },
  {
    id: 'refuse to cancel a finished task',
    clause:
      'Receivers MUST reject cancellation of tasks in a terminal status with -32602, and MUST answer others as cancelled.',
    address: `${tasks}#task-cancellation`,
    ...onlyLastLegacy,
    binds: 'server',
    effect: 'noted',
    on: ['result'],
    watch: () => {
      const finished = new Set<string>();
      return ({ method, result, params }) => {
        const known = taskIn(method, result, params);
        const id = ruleText(member(known, 'taskId'));
        const status = member(known, 'status');
        const wasFinished = finished.has(id);
        if (id !== '' && terminal.has(status) && finished.size < mostTasks) finished.add(id);
        if (method !== 'tasks/cancel' || !isObject(result)) return null;
        if (wasFinished) return `cancels the task ${id.slice(0, 60)}, which had ended`;
        return status === 'cancelled' ? null : `answers tasks/cancel with the status ${inWords(status)}`;
      };
    },
    fix: 'Answer -32602 for a task that has ended, and status cancelled for any other one.',
    breaks: [
      [
        ...begun(),
        get(2),
        reply(2, task('completed')),
        sent(3, 'tasks/cancel', { taskId: 't1' }),
        reply(3, task('completed')),
      ],
      [...begun(), sent(3, 'tasks/cancel', { taskId: 't1' }), reply(3, task('working'))],
    ],
    keeps: [
      [...begun(), sent(3, 'tasks/cancel', { taskId: 't1' }), reply(3, task('cancelled'))],
      [
        ...begun(),
        get(2),
        reply(2, task('completed')),
        sent(3, 'tasks/cancel', { taskId: 't1' }),
        fail(3, -32602, 'x'),
      ],
    ],
  },
  {
    id: 'end the progress of a finished task',
    clause: 'Progress notifications for tasks MUST stop after the task reaches a terminal status.',
    address: legacyPage('basic/utilities/progress#behavior-requirements'),
    ...onlyLastLegacy,
    binds: 'server',
    effect: 'noted',
    hears: 'both sides',
    on: ['request', 'answer', 'notification'],
    watch: () => {
      const asked = new Map<string, string>();
      const tokens = new Map<string, string>();
      const ended = new Map<string, number | undefined>();
      return ({ kind, method, id, params, result, token, via }) => {
        if (kind === 'request') {
          ended.delete(token);
          if (token !== '' && member(params, 'task') !== undefined && asked.size < mostTasks) asked.set(id, token);
          return null;
        }
        // Messages of different streams have no order.
        if (method === 'notifications/progress')
          return ended.has(token) && ended.get(token) === via ? 'reports progress of a task that has ended' : null;
        const known = taskIn(method, result, params);
        const taskId = ruleText(member(known, 'taskId'));
        if (kind === 'answer' && method === 'tools/call') {
          const given = asked.get(id);
          asked.delete(id);
          if (given !== undefined && taskId !== '' && tokens.size < mostTasks) tokens.set(taskId, given);
        }
        const own = tokens.get(taskId);
        if (own !== undefined && terminal.has(member(known, 'status'))) ended.set(own, via);
        return null;
      };
    },
    fix: 'Send no progress once the status of the task is completed, failed or cancelled.',
    breaks: [[...reporting, get(2), reply(2, task('completed')), reported]],
    keeps: [
      [...reporting, get(2), reply(2, task('working')), reported],
      [
        ...reporting,
        get(2),
        reply(2, task('completed')),
        line('line in', { jsonrpc: '2.0', method: 'notifications/progress', params: progress }, 9),
      ],
      [
        ...reporting,
        get(2),
        reply(2, task('completed')),
        startWithToken(3),
        reply(3, { task: task('working', { taskId: 't2' }) }),
        reported,
      ],
    ],
  },
  {
    id: 'leave a task of 2025-11-25 finished',
    clause:
      'Tasks with a completed, failed, or cancelled status are in a terminal state and MUST NOT transition to any other status.',
    address: `${tasks}#task-status-lifecycle`,
    ...onlyLastLegacy,
    binds: 'server',
    effect: 'noted',
    on: ['result', 'notification'],
    watch: () => {
      const finished = new Map<string, string>();
      return ({ method, result, params }) => {
        const known = taskIn(method, result, params);
        const id = member(known, 'taskId');
        const status = member(known, 'status');
        if (typeof id !== 'string' || typeof status !== 'string') return null;
        const before = finished.get(id);
        if (finished.size < mostTasks && terminal.has(status) && before === undefined) finished.set(id, status);
        return before === undefined || before === status ? null : `reports a ${before} task as ${status.slice(0, 40)}`;
      };
    },
    fix: 'Never change the status of a task that is completed, failed or cancelled.',
    breaks: [[...begun(), get(2), reply(2, task('cancelled')), at(3000, get(3)), reply(3, task('completed'))]],
    keeps: [[...begun(), get(2), reply(2, task('working')), at(3000, get(3)), reply(3, task('completed'))]],
  },
  {
    id: 'date each task',
    clause: 'Receivers MUST include a createdAt and a lastUpdatedAt timestamp in all task responses.',
    address: `${tasks}#ttl-and-resource-management`,
    ...onlyLastLegacy,
    binds: 'server',
    effect: 'noted',
    on: ['result'],
    watch:
      () =>
      ({ method, result }) => {
        const known = taskIn(method, result, undefined);
        if (!isObject(known)) return null;
        const missing = ['createdAt', 'lastUpdatedAt'].find((name) => typeof known[name] !== 'string');
        if (missing !== undefined) return `sends a task without ${missing}`;
        return method === 'tasks/get' && known.ttl === undefined ? 'sends a task without ttl' : null;
      },
    fix: 'Send createdAt, lastUpdatedAt and ttl with each task.',
    breaks: [
      [...session({}, able), start(1), reply(1, { task: { taskId: 't1', status: 'working' } })],
      [...begun(), get(2), reply(2, { taskId: 't1', status: 'working', createdAt: 'x', lastUpdatedAt: 'x' })],
    ],
    keeps: [[...begun(), get(2), reply(2, task('working', { ttl: null }))]],
  },
  {
    id: 'name the task of a result',
    clause:
      'The tasks/result operation MUST include this metadata in its response, as the result structure itself does not contain the task ID.',
    address: `${tasks}#related-task-metadata`,
    ...onlyLastLegacy,
    binds: 'server',
    effect: 'noted',
    on: ['result'],
    of: ['tasks/result'],
    watch:
      () =>
      ({ result }) =>
        isObject(result) && typeof member(metaMember(result, 'related-task'), 'taskId') !== 'string'
          ? 'answers tasks/result without io.modelcontextprotocol/related-task'
          : null,
    fix: 'Put {"io.modelcontextprotocol/related-task": {"taskId": "…"}} into _meta of the result.',
    breaks: [[...begun(), sent(2, 'tasks/result', { taskId: 't1' }), reply(2, { content: [] })]],
    keeps: [
      [
        ...begun(),
        sent(2, 'tasks/result', { taskId: 't1' }),
        reply(2, { content: [], _meta: { [metaName('related-task')]: { taskId: 't1' } } }),
      ],
    ],
  },
  {
    id: 'poll no faster than pollInterval',
    clause: 'Requestors SHOULD respect the pollInterval provided in responses when determining polling frequency.',
    address: `${tasks}#getting-tasks`,
    ...onlyLastLegacy,
    isAdvice: true,
    binds: 'client',
    effect: 'noted',
    hears: 'both sides',
    on: ['request', 'result'],
    watch: () => {
      const polled = new Map<string, { at: number | null; interval: number }>();
      return ({ kind, method, params, result, at: now }) => {
        if (kind === 'answer') {
          const known = taskIn(method, result, undefined);
          const [id, interval] = [member(known, 'taskId'), member(known, 'pollInterval')];
          if (typeof id !== 'string' || typeof interval !== 'number' || polled.size >= mostTasks) return null;
          polled.set(id, { at: polled.get(id)?.at ?? null, interval });
          return null;
        }
        const last = method === 'tasks/get' ? polled.get(ruleText(member(params, 'taskId'))) : undefined;
        if (last === undefined) return null;
        const waited = last.at === null ? null : now - last.at;
        last.at = now;
        return waited !== null && waited < last.interval * earlyPoll
          ? `polled a task after ${Math.round(waited)} ms instead of ${last.interval} ms`
          : null;
      };
    },
    fix: 'Wait for pollInterval of the newest answer between two polls.',
    breaks: [
      [...begun(), at(2000, get(2)), at(2001, reply(2, task('working'))), at(2100, get(3)), reply(3, task('working'))],
    ],
    keeps: [
      [...begun(), at(2000, get(2)), at(2001, reply(2, task('working'))), at(3000, get(3)), reply(3, task('working'))],
    ],
  },
];
