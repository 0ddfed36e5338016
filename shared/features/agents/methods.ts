// Methods of Misfire as a server of other programs (`misfire mcp`).

import { z } from 'zod';
import { method, returns } from '../../api/method.ts';
import type { AgentChange, AgentClient } from '../../api/watching.ts';

export const agentsMethods = {
  /** Which programs on this machine can use Misfire as a server (`misfire mcp`), and which do. Read-only. */
  agentClients: method(z.object({}), returns<{ clients: AgentClient[] }>()),
  /** Adds the entry to a client's settings. */
  addToClient: method(z.object({ client: z.string().max(200) }), returns<AgentChange>()),
  /** Removes it again, byte for byte where nothing else changed. */
  removeFromClient: method(z.object({ client: z.string().max(200) }), returns<{ exact: boolean }>()),
};
