// Methods of dialects: choosing and adding them.

import { z } from 'zod';
import type { Failure } from '../failure.ts';
import { id, method, returns, serverId } from './method.ts';
import type { DialectsView } from './views.ts';

export const dialectMethods = {
  dialects: method(z.object({}), returns<DialectsView>()),
  /** null: detect the server's dialect from its traffic. */
  pinDialect: method(z.object({ server: serverId, dialect: z.string().max(64).nullable() }), returns<null>()),
  /** A dialect file (docs/adding-a-dialect.md); an invalid one returns its errors, one per line. */
  addDialect: method(
    z.object({ fileName: z.string().min(1).max(200), text: z.string().max(2_000_000) }),
    returns<null>(),
  ),
  /** How a row would be decoded with this dialect added; saves nothing. null: nothing failed. */
  tryDialect: method(z.object({ row: id, text: z.string().max(2_000_000) }), returns<{ failure: Failure | null }>()),
};
