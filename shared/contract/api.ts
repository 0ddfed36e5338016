// The contract between the inspector and every window. `renderer/` and `electron/` meet only here. Each method is said once, by the core
// or by its feature; this file derives the rest. views.ts has the shapes that are shown, hosts/ and shell/ the transports.
//
// Errors cross as values: every method returns `Answer<T>`. A thrown error is a bug and becomes code `internal`.

import type { z } from 'zod';
import type { Answer } from '../api/answer.ts';
import { captureMethods } from '../api/capture-methods.ts';
import { dialectMethods } from '../api/dialect-methods.ts';
import { groupMethods, logMethods, preferenceMethods, readingMethods } from '../api/log-methods.ts';
import type { GroupMark } from '../api/marks.ts';
import type { MethodOf } from '../api/method.ts';
import { offerMethods } from '../api/offer-methods.ts';
import type { PastParties } from '../api/past-servers.ts';
import { recordingMethods } from '../api/recording-methods.ts';
import { askMethods, savedCallMethods, serverListMethods, serverMethods } from '../api/server-methods.ts';
import { signInMethods } from '../api/sign-in-methods.ts';
import type { Counters, ServerView } from '../api/views.ts';
import type { AskView } from '../server/connecting.ts';
import type { Row } from '../timeline.ts';
import { type FeatureChanges, featureMethods } from './features.ts';

/** Every method with its input, which is validated at the boundary. */
export const methods = {
  ...logMethods,
  ...readingMethods,
  ...groupMethods,
  ...preferenceMethods,
  ...recordingMethods,
  ...captureMethods,
  ...serverMethods,
  ...serverListMethods,
  ...savedCallMethods,
  ...askMethods,
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

/** Changes since the last batch; at most 30 per second. `rows` may be cut: `truncated` says to ask again. */
export interface Batch extends FeatureChanges {
  fromRev: number;
  rev: number;
  rows: Row[];
  truncated: boolean;
  /** null if unchanged. */
  servers: ServerView[] | null;
  /** null if unchanged, and while the live recording is shown. */
  past: PastParties | null;
  counters: Counters;
  /** All server requests that wait for an answer from the user; null if unchanged. */
  asks: AskView[] | null;
  /** The recording that is shown; a different one means the window starts over. */
  recording: number;
  /** A notice about where the log is stored; '' if all is well. */
  notice: string;
  /** The user's marks on failure groups; null if unchanged. */
  marks: GroupMark[] | null;
}

/** What a window exposes to the inspector. */
export interface WindowApi {
  batch(batch: Batch): void;
}

export { type Answer, type ApiError, done, errorCodes, noSuchRow, refused } from '../api/answer.ts';
