// Remembers that the inspector restarted, until the user has seen it, and which servers were connected then.

import { defineStore, type Model } from './model.ts';

export const [restartedOf, useRestarted] = defineStore<{ servers: string[] | null }>(() => ({ servers: null }));

export const noteRestart = (model: Model, servers: string[]): void => restartedOf(model).setState({ servers });
export const forgetRestart = (model: Model): void => restartedOf(model).setState({ servers: null });
