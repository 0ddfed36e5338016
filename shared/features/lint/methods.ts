// Methods of lint: the rules of the protocol that the traffic of a server breaks, and how its definitions changed.

import { z } from 'zod';
import { method, returns, serverId } from '../../api/method.ts';
import type { RuleBreak } from './check-recording.ts';
import type { DefinitionHistory } from './definition-history.ts';

export const lintMethods = {
  /** In the recording that is shown, by this server and by its clients. They never count as failures. */
  brokenRules: method(z.object({ server: serverId }), returns<{ broken: RuleBreak[]; messages: number }>()),
  /** Since the newest earlier recording of the server, or the start of this one. null: it has no definitions. */
  definitionHistory: method(z.object({ server: serverId }), returns<DefinitionHistory | null>()),
};
