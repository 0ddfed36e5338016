// What a server offers besides tools: resources, templates, prompts, subscriptions, tasks. Owns requesting the lists, and translating a
// request to the era of the connection.

import type { Ask } from '../../../shared/contract/api.ts';
import { done, refused } from '../../../shared/contract/api.ts';
import { member, parseJson } from '../../../shared/json/json.ts';
import type { Offers } from '../../../shared/server/connecting.ts';
import type { Connection, Connections } from '../connections/connections.ts';
import { withServer } from '../connections/with-server.ts';
import type { Session } from '../session/session.ts';
import type { RequestOptions } from '../session/session-options.ts';
import { followTask } from './follow-task.ts';
import { abilitiesOf, viewPrompt, viewResource, viewTask, viewTemplate } from './offer-views.ts';
import { listAll } from './paged-list.ts';

type Lists = Pick<Offers, 'resources' | 'templates' | 'prompts' | 'problems'>;

interface KnownLists {
  lists: Lists;
  /** The server's lists at that time. */
  version: number;
}

export class OfferService {
  readonly #connections: () => Connections;
  readonly #lists = new WeakMap<Session, KnownLists>();
  /** Tasks that are being followed, by session. */
  readonly #followed = new WeakMap<Session, Map<string, number>>();

  constructor(connections: () => Connections) {
    this.#connections = connections;
  }

  readonly offers: Ask<'offers'> = (input) =>
    withServer<'offers'>(this.#connections, async (connection, { refresh }) => {
      const session = await this.#connections().settled(connection);
      if (!session) return notConnected(connection);
      const known = refresh ? undefined : this.#lists.get(session);
      const version = session.memory.listVersion;
      const lists = known?.version === version ? known.lists : await readLists(session);
      if (lists.problems.length === 0) this.#lists.set(session, { lists, version });
      return done({
        ...lists,
        abilities: abilitiesOf(session.capabilities),
        instructions: session.instructions,
        subscribed: session.subscribed,
        tasks: session.memory.tasks.map(viewTask),
      });
    })(input);

  readonly followTask: Ask<'followTask'> = (input) =>
    withServer<'followTask'>(this.#connections, async (connection, { taskId }) => {
      const { session } = connection;
      if (!session?.isOpen) return notConnected(connection);
      const followed = this.#followed.get(session) ?? new Map<string, number>();
      this.#followed.set(session, followed);
      const known = followed.get(taskId);
      if (known !== undefined) return done({ id: known });
      const { row, over } = followTask(session, taskId);
      followed.set(taskId, row);
      void over.finally(() => followed.delete(taskId));
      return done({ id: row });
    })(input);

  /** Sends the user's request and returns its row. Rejects if it was held and the connection ended meanwhile. Since 2026-07-28 subscriptions and log levels use other methods. */
  async send(session: Session, method: string, params: string, options: RequestOptions): Promise<number> {
    const said = session.era === 'modern' ? sayModern(session, method, params) : null;
    return said ?? (await session.requestOrHold(method, params, options)).seq;
  }
}

/** null: there is nothing to translate. */
function sayModern(session: Session, method: string, params: string): number | null {
  const parsed = parseJson(params);
  const uri = parsed.ok ? member(parsed.value, 'uri') : undefined;
  if (method === 'resources/subscribe' && typeof uri === 'string') return session.listening.add(uri);
  if (method === 'resources/unsubscribe' && typeof uri === 'string') return session.listening.remove(uri);
  const level = parsed.ok ? member(parsed.value, 'level') : undefined;
  if (method !== 'logging/setLevel' || typeof level !== 'string') return null;
  session.logLevel = level;
  // There is no set request any more: each request carries the level, so the next one shows it.
  return session.request('server/discover', '').seq;
}

async function readLists(session: Session): Promise<Lists> {
  const { capabilities } = session;
  const none = { items: [], problem: '' };
  const ask = (ability: string, method: string, name: string) =>
    member(capabilities, ability) === undefined ? none : listAll(session, method, name);
  // One after the other: this is housekeeping, and the log is easier to read.
  const resources = await ask('resources', 'resources/list', 'resources');
  const templates = await ask('resources', 'resources/templates/list', 'resourceTemplates');
  const prompts = await ask('prompts', 'prompts/list', 'prompts');
  const hasTasks = session.era === 'legacy' && member(member(capabilities, 'tasks'), 'list') !== undefined;
  const tasks = hasTasks ? await listAll(session, 'tasks/list', 'tasks') : none;
  return {
    resources: resources.items.map(viewResource),
    templates: templates.items.map(viewTemplate),
    prompts: prompts.items.map(viewPrompt),
    problems: [resources, templates, prompts, tasks].map(({ problem }) => problem).filter((problem) => problem !== ''),
  };
}

function notConnected({ config }: Connection) {
  return refused('not_connected', `${config.name} is not connected. Connect it, then try again.`);
}
