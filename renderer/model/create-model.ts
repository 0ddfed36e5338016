// Creates the model of a window from its connection to the host, and starts it. Everything else is a part of it.

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

/** Starts following the host; the card follows the selection. */
export function startModel(model: Model): void {
  keepPreferences(model);
  followMaskPatterns(model);
  followSelection(model);
  keepInStep(model);
}
