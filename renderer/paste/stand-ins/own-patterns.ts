// The user's patterns from the app's settings: none here, so the page needs no compiler for them.

import type { findOwn as appFindOwn, ownPatterns as appOwnPatterns } from '../../../shared/mask/own-patterns.ts';

export const ownPatterns: typeof appOwnPatterns = () => [];
export const findOwn: typeof appFindOwn = () => undefined;
