// The state of one window: its connection to the host, and one instance of each part. Parts are defined next to the functions
// that change them, and created on first use. No state of a window exists outside its model.

import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Platform } from '../platform/platform.ts';

export interface Model {
  readonly platform: Platform;
  /** By definition; only `definePart` reads it. */
  readonly parts: Map<unknown, unknown>;
}

/** A part of which each model has one. */
export function definePart<T>(make: () => T): (model: Model) => T {
  return ({ parts }) => {
    if (!parts.has(make)) parts.set(make, make());
    return parts.get(make) as T;
  };
}

interface UsePart<T> {
  (): T;
  <U>(selector: (state: T) => U): U;
}

/** A part that components follow: the store of a model, and the hook that reads it. */
export function defineStore<T>(initial: () => T): [storeOf: (model: Model) => StoreApi<T>, use: UsePart<T>] {
  const storeOf = definePart(() => createStore(initial));
  const whole = (state: T) => state;
  return [
    storeOf,
    <U>(selector: (state: T) => U = whole as unknown as (state: T) => U) => useStore(storeOf(useModel()), selector),
  ];
}

export const ModelContext = createContext<Model | null>(null);

export function useModel(): Model {
  const model = useContext(ModelContext);
  if (!model) throw new Error('A component that needs the model stands outside of it.');
  return model;
}
