// Patterns that a person adds in the app's settings: there are none here, so the page need not carry a compiler for them.

import type { findOwn as appFindOwn, ownPatterns as appOwnPatterns } from '../../../shared/mask/own-patterns.ts';

export const ownPatterns: typeof appOwnPatterns = () => [];
export const findOwn: typeof appFindOwn = () => undefined;
