// The model of a window: made of the way to its host, and set going once. Everything else is a part of it.

import type { Platform } from '../platform/platform.ts';
import { followSelection } from './detail.ts';
import { keepInStep } from './keep-in-step.ts';
import { followMaskPatterns } from './masks.ts';
import type { Model } from './model.ts';
import { keepPreferences } from './preferences.ts';
import { watchWork } from './work.ts';

export function createModel(platform: Platform): Model {
  const parts = new Map();
  return { platform: watchWork({ platform, parts }), parts };
}

/** From now on it follows the host, and the card follows the selection. */
export function startModel(model: Model): void {
  keepPreferences(model);
  followMaskPatterns(model);
  followSelection(model);
  keepInStep(model);
}
