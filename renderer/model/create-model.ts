// Creates the model of a window from its connection to the host, and starts it. Everything else is a part of it.

import type { Platform } from '../platform/platform.ts';
import { followSelection } from './detail.ts';
import { keepInStep } from './keep-in-step.ts';
import { followMaskPatterns } from './masks.ts';
import type { Model } from './model.ts';
import { keepPreferences } from './preferences.ts';
import { installFeatures, type WindowFeature } from './window-feature.ts';
import { watchWork } from './work.ts';

export function createModel(platform: Platform, features: readonly WindowFeature[] = []): Model {
  const parts = new Map();
  const model = { platform: watchWork({ platform, parts }), parts };
  installFeatures(model, features);
  return model;
}

/** Starts following the host; the card follows the selection. */
export function startModel(model: Model): void {
  keepPreferences(model);
  followMaskPatterns(model);
  followSelection(model);
  keepInStep(model);
}
