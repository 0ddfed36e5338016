import { expect, it } from 'vitest';
import { done, refused } from '../../shared/contract/api.ts';
import { silentPlatform } from '../platform/platform-fixtures.ts';
import { createModel } from './create-model.ts';
import { openFilter, wantedFilter } from './filter.ts';

it('a new term extends the newest requested filter, even before its result is here', async () => {
  let answer = (_: unknown) => {};
  const model = createModel({
    ...silentPlatform,
    call: () =>
      new Promise((resolve) => {
        answer = resolve as never;
      }),
  });
  const first = openFilter(model, 'is:failed');
  expect(wantedFilter(model)).toBe('is:failed');
  answer(done({ view: 'v', total: 0, hidden: 0 }));
  await first;
  expect(wantedFilter(model)).toBe('is:failed');

  const second = openFilter(model, 'is:failed nonsense:(');
  expect(wantedFilter(model)).toBe('is:failed nonsense:(');
  answer(refused('bad_filter', 'What is that?'));
  await second;
  // A filter that does not parse is not extended.
  expect(wantedFilter(model)).toBe('is:failed');
});
