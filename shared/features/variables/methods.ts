// Methods of missing variables: finding values, and writing them where the server starts.

import { z } from 'zod';
import { method, returns, serverId } from '../../api/method.ts';
import {
  type ClientTarget,
  type VariableOffer,
  type VariablesChange,
  variableKeeping,
  variableNamesSchema,
  variableValuesSchema,
} from '../../api/variables.ts';

/** Corrected words of its command, saved in the same way. */
const words = z
  .record(
    z.string().regex(/^\/(?:command|cwd|args\/\d{1,4})$/, 'This is no word of a command.'),
    z.string().min(1).max(10_000),
  )
  .default({});

export const variablesMethods = {
  /** Which of these variables have a value, by name only, and which client has the server. Read-only. `client`: null where no client has this server. */
  variableOffers: method(
    z.object({ server: serverId, names: variableNamesSchema }),
    returns<{ offers: VariableOffer[]; client: ClientTarget | null }>(),
  ),
  /** Sets the variables of a server that Misfire runs; they apply at its next start. */
  setVariables: method(
    z.object({ server: serverId, values: variableValuesSchema, words, keep: z.enum(variableKeeping) }),
    returns<null>(),
  ),
  /** The exact change that writing them to its client's settings would make, without the values. */
  planClientVariables: method(
    z.object({ server: serverId, names: variableNamesSchema, words }),
    returns<VariablesChange>(),
  ),
  saveClientVariables: method(
    z.object({ server: serverId, values: variableValuesSchema, words }),
    returns<ClientTarget>(),
  ),
  /** Removes, byte for byte, what was written there. */
  undoClientVariables: method(z.object({ server: serverId }), returns<ClientTarget>()),
};
