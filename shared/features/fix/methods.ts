// Methods of "Fix until it works".

import { z } from 'zod';
import { id, method, returns } from '../../api/method.ts';
import type { FixView } from './fix-view.ts';

const fixId = z.string().max(40);

export const answerSchema = z.discriminatedUnion('kind', [
  /** A value for an argument, as JSON text. `attempt`: after which one; an earlier one starts again from there. */
  z.object({
    kind: z.literal('value'),
    path: z.string().max(2000),
    value: z.string().max(1_000_000),
    attempt: id.optional(),
  }),
  /** Calls the tool that lists values. */
  z.object({ kind: z.literal('list') }),
  /** `yes`, or the name of a destructive tool. */
  z.object({ kind: z.literal('confirm'), text: z.string().max(500) }),
  /** Corrects a word of the server's command, for this run only. */
  z.object({ kind: z.literal('word'), path: z.string().max(20), text: z.string().min(1).max(10_000) }),
  /** The variables are set (setVariables), or what else it needs is done: starts the server again and goes on. */
  z.object({ kind: z.literal('ready') }),
]);
export type FixAnswerInput = z.infer<typeof answerSchema>;

export const fixMethods = {
  /** Fixes a failed call, or a server that does not start, until it works. `confirm` answers the first question before it is asked. */
  startFix: method(
    z.object({ row: id, server: z.string().min(1).max(200).optional(), confirm: z.string().max(500).default('') }),
    returns<{ fix: string }>(),
  ),
  answerFix: method(z.object({ fix: fixId, answer: answerSchema }), returns<null>()),
  stopFix: method(z.object({ fix: fixId }), returns<null>()),
  fixes: method(z.object({}), returns<{ fixes: FixView[] }>()),
  /** The last call as a repro set with its outcome as the expected one. `into`: the text of a set that it joins. */
  fixReproSet: method(
    z.object({ fix: fixId, into: z.string().max(20_000_000).default('') }),
    returns<{ text: string }>(),
  ),
};

/** With each batch; null: unchanged. */
export const fixChanges = { fixes: null as FixView[] | null };
