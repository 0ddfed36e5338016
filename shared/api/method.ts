// One method of the API: its input, which the host checks, and the type of its answer. Said once; api.ts derives the rest.

import { z } from 'zod';

export interface MethodOf<I extends z.ZodType, O> {
  readonly input: I;
  /** Only its type is used: the inspector makes the answers, so nothing checks them again. */
  readonly answer: Returned<O>;
}

interface Returned<O> {
  readonly type?: O;
}

export const method = <I extends z.ZodType, O>(input: I, answer: Returned<O>): MethodOf<I, O> => ({ input, answer });

export const returns = <O>(): Returned<O> => ({});

/** The id of a row, a recording or a message. */
export const id = z.number().int().nonnegative();
export const serverId = z.string().min(1).max(200);
