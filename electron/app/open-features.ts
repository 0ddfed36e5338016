// The features that one inspector has opened so far. Each opens with the first call of one of its methods, and closes with the inspector.

import { type Answer, type InspectorApi, type Method, refused } from '../../shared/contract/api.ts';
import type { FeatureChanges } from '../../shared/contract/features.ts';
import type { Core, FeatureHooks } from '../inspector/core.ts';
import type { InspectorFeature, OpenFeature } from '../inspector/feature.ts';

type Handler = (input: unknown) => Promise<Answer<unknown>>;

export class OpenFeatures implements FeatureHooks {
  readonly #features: readonly InspectorFeature[];
  readonly #core: () => Core;
  readonly #opening = new Map<InspectorFeature, Promise<OpenFeature>>();
  readonly #open: OpenFeature[] = [];
  #isClosed = false;

  constructor(features: readonly InspectorFeature[], core: () => Core) {
    this.#features = features;
    this.#core = core;
  }

  /** Of every feature, opened or not. */
  get answers(): Partial<InspectorApi> {
    const entries = this.#features.flatMap((feature) =>
      Object.keys(feature.methods).map((method): [string, Handler] => [
        method,
        async (input) => {
          if (this.#isClosed) return refused('refused', 'Misfire is closing.');
          // The list has lost which methods belong to which feature; feature.ts has checked it.
          const answers = (await this.#opened(feature)).answers as Partial<Record<Method, Handler>>;
          return (answers[method as Method] as Handler)(input);
        },
      ]),
    );
    return Object.fromEntries(entries) as Partial<InspectorApi>;
  }

  /** The inspector begins to follow watched clients. */
  async follow(): Promise<void> {
    for (const feature of this.#features) if (feature.follows) (await this.#opened(feature)).follow?.();
  }

  takeChanged(): Partial<FeatureChanges> {
    return Object.assign({}, ...this.#open.map((feature) => feature.takeChanged?.()));
  }

  async leaveServer(server: string): Promise<void> {
    await Promise.all(this.#open.map((feature) => feature.leaveServer?.(server)));
  }

  async leaveRecording(recording: number): Promise<void> {
    await Promise.all(this.#open.map((feature) => feature.leaveRecording?.(recording)));
  }

  leaveWindows(): void {
    for (const feature of this.#open) feature.leaveWindows?.();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#opening.values());
    for (const feature of this.#open.splice(0)) await feature.close?.();
  }

  #opened(feature: InspectorFeature): Promise<OpenFeature> {
    const known = this.#opening.get(feature);
    if (known) return known;
    const opening = feature.load().then(({ open }) => {
      const opened = open(this.#core());
      this.#open.push(opened);
      return opened;
    });
    this.#opening.set(feature, opening);
    return opening;
  }
}
