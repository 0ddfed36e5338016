// The states of the timeline: rows by what happened, the strip above it, and reasons for an empty list.

import { openFilter } from '../model/filter.ts';
import { call, captureOf, type Line, rpcError, text, toolError } from '../testing/capture-text.ts';
import type { Shown } from '../testing/showcase/shown.ts';
import { WithHost } from '../testing/with-host.tsx';
import { EmptyTimeline } from './empty-timeline.tsx';
import { OverviewStrip } from './overview/overview-strip.tsx';
import { Timeline } from './timeline.tsx';

const long = 'a_very_long_name_of_a_tool_that_says_what_it_does_in_every_detail_and_in_one_word';

const lines: Line[] = [
  ...call('list_orders', { result: { content: [text('3 orders')] } }, { id: 1, t: 1_000 }),
  ...call('get_order', rpcError(4001, 'Order not found'), { id: 2, t: 2_000, args: { order_id: 'SO-9999' } }),
  ...call('search', toolError('Rate limit exceeded. Retry after 2 s.'), { id: 3, t: 3_000, ms: 300 }),
  ...call(long, toolError(`Permission denied: ${long}`), { id: 4, t: 4_000, args: { path: long } }),
  { t: 5_000, lane: 'err', text: 'warning: the cache is cold' },
  { t: 6_000, lane: 'in', text: 'Debug: connecting…' },
  ...call('slow_report', null, { id: 5, t: 7_000 }),
];

const inHost = (capture: string, element: React.ReactNode, filter = '') => (
  <WithHost
    capture={capture}
    servers={[{ name: 'billing' }]}
    setUp={async (model) => {
      if (filter !== '') await openFilter(model, filter);
    }}
  >
    {element}
  </WithHost>
);

const box = (
  <div style={{ display: 'grid', height: 320, minWidth: 0 }}>
    <Timeline />
  </div>
);

const empty = (
  <div style={{ position: 'relative', height: 320 }}>
    <EmptyTimeline />
  </div>
);

export const shown: readonly Shown[] = [
  {
    component: 'Timeline',
    width: 900,
    states: [
      { state: 'rows', element: inHost(captureOf(...lines), box) },
      { state: 'filtered', element: inHost(captureOf(...lines), box, 'is:failed') },
    ],
  },
  {
    component: 'Strip above the timeline',
    states: [{ state: 'a recording', element: inHost(captureOf(...lines), <OverviewStrip />) }],
  },
  {
    component: 'Empty timeline',
    states: [
      { state: 'no rows', element: inHost('', empty) },
      { state: 'filtered', element: inHost(captureOf(...lines), empty, 'tool:nothing') },
    ],
  },
];
