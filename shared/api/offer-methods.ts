// Methods of what a server offers: tools, resources, prompts, tasks.

import { z } from 'zod';
import type { Offers } from '../server/connecting.ts';
import { method, returns, serverId } from './method.ts';

export const offerMethods = {
  offers: method(z.object({ server: serverId, refresh: z.boolean() }), returns<Offers>()),
  /** Polls a task at the server's interval until it ends. */
  followTask: method(z.object({ server: serverId, taskId: z.string().max(1000) }), returns<{ id: number }>()),
};
