// A miniature of Platica's REST API: every status of its catalog, with realistic bodies. Knows nothing of MCP; the server turns everything
// but 2xx into execution errors.

import type { JsonObject } from '../../../shared/json/json.ts';

export interface RestAnswer {
  status: number;
  /** JSON text most of the time; a crashed backend may send anything. */
  body: string;
}

/** A key for two workspaces, so that a call must name the one it means. */
export const validKey = 'pl_key_demo';

const workspaces = ['ws_north', 'ws_south'];
const clients: Record<string, string> = { cl_1: 'Sam', cl_2: 'Robin' };

const ok = (body: JsonObject): RestAnswer => ({ status: 200, body: JSON.stringify(body) });
const no = (code: number, error: string, details: string, more: JsonObject = {}): RestAnswer => ({
  status: code,
  body: JSON.stringify({ code, error, details, ...more }),
});

function badWorkspace(workspace: string | undefined): RestAnswer | null {
  if (workspace === undefined) {
    return no(400, 'Must specify a valid workspace', `This key can use ${workspaces.join(' and ')}.`);
  }
  if (workspaces.includes(workspace)) return null;
  return no(403, 'Forbidden', `This key has no access to the workspace ${workspace}.`);
}

export const rest = {
  listWorkspaces: () => ok({ workspaces }),

  listClients: (workspace?: string) =>
    badWorkspace(workspace) ?? ok({ clients: Object.entries(clients).map(([id, name]) => ({ id, name })) }),

  getClient(id: string, workspace?: string) {
    const name = clients[id];
    return (
      badWorkspace(workspace) ?? (name ? ok({ id, name }) : no(404, 'Client not found', `There is no client ${id}.`))
    );
  },

  createClient(client: { name: string; phone: string }, workspace?: string) {
    const bad = badWorkspace(workspace);
    if (bad) return bad;
    if (/^\+[1-9]\d{6,14}$/.test(client.phone)) return ok({ id: 'cl_3', ...client });
    const errors = [{ field: 'phone', message: 'must be an international number, as +4930123456' }];
    return no(400, 'Invalid arguments', '1 field is not valid.', { errors });
  },

  startAgent: (id: string) =>
    id === 'ag_ready'
      ? ok({ id, started: true })
      : no(422, 'Agent cannot be started', `The agent ${id} belongs to no workspace.`),

  report: (kind: 'daily' | 'weekly' | 'yearly') => {
    if (kind === 'daily') return ok({ kind, chats: 41 });
    if (kind === 'weekly') return no(500, 'Internal error', 'The report could not be made.');
    return { status: 500, body: 'upstream connect error or disconnect before headers' };
  },

  checkKey: (key: string) =>
    key === validKey ? ok({ key: 'active' }) : no(401, 'Unauthorized', 'The API key is invalid or disabled.'),
};
