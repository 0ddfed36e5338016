// The contract between the inspector and every window. `renderer/` and `electron/` meet only here. Each method is said once, by the core
// or by its feature; this file derives the rest. views.ts has the shapes that are shown, hosts/ and shell/ the transports.
//
// Errors cross as values: every method returns `Answer<T>`. A thrown error is a bug and becomes code `internal`.

import type { z } from 'zod';
import { featureMethods } from '../features/features.ts';
import type { Answer } from './answer.ts';
import { captureMethods } from './capture-methods.ts';
import { dialectMethods } from './dialect-methods.ts';
import { logMethods } from './log-methods.ts';
import type { MethodOf } from './method.ts';
import { offerMethods } from './offer-methods.ts';
import { recordingMethods } from './recording-methods.ts';
import { serverMethods } from './server-methods.ts';
import { signInMethods } from './sign-in-methods.ts';
import type { Batch } from './views.ts';

/** Every method with its input, which is validated at the boundary. */
export const methods = {
  ...logMethods,
  ...recordingMethods,
  ...captureMethods,
  ...serverMethods,
  ...offerMethods,
  ...signInMethods,
  ...dialectMethods,
  ...featureMethods,
};

export type Method = keyof typeof methods;
export const methodNames = Object.keys(methods) as Method[];

/** What a method answers. */
export type Results = { [M in Method]: (typeof methods)[M] extends MethodOf<z.ZodType, infer O> ? O : never };

/** What a caller passes. */
export type Input<M extends Method> = z.input<(typeof methods)[M]['input']>;
/** What the inspector receives, with defaults filled in. */
export type Checked<M extends Method> = z.output<(typeof methods)[M]['input']>;

/** The handler of one method. */
export type Ask<M extends Method> = (input: Checked<M>) => Promise<Answer<Results[M]>>;

/** The inspector as its hosts see it. */
export type InspectorApi = { [M in Method]: Ask<M> };

/** What a window exposes to the inspector. */
export interface WindowApi {
  batch(batch: Batch): void;
}

export { type Answer, type ApiError, done, errorCodes, refused } from './answer.ts';
