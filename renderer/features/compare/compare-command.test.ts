import { expect, it } from 'vitest';
import { createModel } from '../../model/create-model.ts';
import { dialogsOf } from '../../model/dialogs.ts';
import { silentPlatform } from '../../testing/platform-fixtures.ts';
import { compareFeature } from './feature.tsx';

it('opens the comparison of recordings from the palette', () => {
  const model = createModel(silentPlatform);
  void compareFeature.commands?.['compare-recordings']?.run(model, 0);
  expect(dialogsOf(model).getState().open).toBe('compare-recordings');
});
