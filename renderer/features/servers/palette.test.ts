import { expect, it } from 'vitest';
import type { ServerView } from '../../../shared/api/views.ts';
import { done, type Method } from '../../../shared/contract/api.ts';
import { connectionOf } from '../../model/connection.ts';
import { createModel } from '../../model/create-model.ts';
import { openFilter } from '../../model/filter.ts';
import { silentPlatform } from '../../testing/platform-fixtures.ts';
import { serverItems } from './palette.ts';

it('adds a server to the last requested filter, even before that has loaded', async () => {
  const asked: unknown[] = [];
  const model = createModel({
    ...silentPlatform,
    call: async (method: Method, input: unknown) => {
      if (method === 'openView') asked.push(input);
      return done({ view: 'v', total: 0, hidden: 0 }) as never;
    },
  });
  const server = {
    id: 's',
    name: 'depot',
    state: 'connected',
    counts: { failedRows: 0, failedCalls: 0 },
  } as ServerView;
  connectionOf(model).setState({ status: 'connected', servers: [server] });
  const first = openFilter(model, 'is:failed');
  const show = serverItems(model).find(({ id }) => id === 'show s');
  await Promise.all([first, show?.run()]);
  expect(asked).toEqual([{ filter: 'is:failed' }, { filter: 'is:failed server:depot' }]);
});
