// What a feature is to the inspector: its methods, and the module that answers them. The module is loaded when one of its methods is
// called for the first time, so a feature that is not used costs nothing.

import type { Ask, Method } from '../../shared/contract/api.ts';
import type { FeatureChanges } from '../../shared/contract/features.ts';
import type { Core } from './core.ts';

/** The methods as shared/features lists them. */
type Methods = Readonly<Partial<Record<Method, unknown>>>;

export interface InspectorFeature<M extends Methods = Methods> {
  methods: M;
  load: () => Promise<{ open(core: Core): OpenFeature<M> }>;
  /** It also opens when the inspector begins to follow watched clients. */
  follows?: boolean;
}

export interface OpenFeature<M extends Methods = Methods> {
  answers: { readonly [K in keyof M & Method]: Ask<K> };
  /** The inspector begins to follow watched clients. */
  follow?(): void;
  /** For the next batch. */
  takeChanged?(): Partial<FeatureChanges>;
  /** A server is about to be removed. */
  leaveServer?(server: string): Promise<unknown>;
  /** A recording is about to be deleted. */
  leaveRecording?(recording: number): Promise<unknown>;
  /** The last window has closed. */
  leaveWindows?(): void;
  /** Ends everything that runs. */
  close?(): unknown;
}

export const feature = <M extends Methods>(
  methods: M,
  load: InspectorFeature<M>['load'],
  more: Pick<InspectorFeature<M>, 'follows'> = {},
): InspectorFeature<M> => ({ methods, load, ...more });
