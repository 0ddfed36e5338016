// The window before anything is configured.

import type { Model } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import type { WindowFeature } from '../../model/window-feature.ts';
import { FirstRun } from './first-run.tsx';

export const firstRun: WindowFeature = {
  name: 'first-run',
  commands: { 'try-samples': { run: trySamples } },
  Blank: FirstRun,
  waitTexts: {
    trySamples: 'Starting the samples',
  },
};

async function trySamples(model: Model): Promise<void> {
  const answer = await model.platform.call('trySamples', {});
  if (!answer.ok) say(model, answer.error.message, 'bad');
}
