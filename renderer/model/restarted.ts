// That the inspector ended and was started again, until a person has seen it: which servers were connected then.

import { create } from 'zustand';

export const useRestarted = create<{ servers: string[] | null }>(() => ({ servers: null }));

export const noteRestart = (servers: string[]): void => useRestarted.setState({ servers });
export const forgetRestart = (): void => useRestarted.setState({ servers: null });
