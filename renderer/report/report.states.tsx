// The states of a report's summary: with failures, without any, and what was masked.

import type { Shown } from '../testing/showcase/shown.ts';
import { WithHost } from '../testing/with-host.tsx';
import { MaskedList } from './masked-list.tsx';
import type { RecordingData } from './report-data.ts';
import { Summary } from './summary.tsx';

const long = 'a_very_long_name_of_a_server_that_says_what_it_does_in_every_detail_and_in_one_word';

const data = (title: string, leftOut: number): RecordingData => ({
  kind: 'recording',
  recording: {
    ...{ version: '1.2.3', title, note: 'Sent to the author of the server.', filter: 'is:failed', leftOut },
    ...{ startedAt: Date.UTC(2026, 10, 14, 12), madeAt: Date.UTC(2026, 10, 14, 13) },
    servers: [{ id: 's1', name: long }],
    marks: [],
  },
  rows: [],
  byId: new Map(),
  facts: new Map(),
  details: new Map(),
  masked: [],
});

export const shown: readonly Shown[] = [
  {
    component: 'Summary of a report',
    states: [
      {
        state: 'no failures',
        element: (
          <WithHost>
            <Summary data={data('Today', 0)} />
          </WithHost>
        ),
      },
      {
        state: 'rows left out',
        element: (
          <WithHost>
            <Summary data={data(long, 1_204)} />
          </WithHost>
        ),
      },
    ],
  },
  {
    component: 'What a report masks',
    states: [
      { state: 'nothing', element: <MaskedList masked={[]} /> },
      {
        state: 'secrets',
        element: <MaskedList masked={[{ kind: 'token', label: 'Tokens', count: 2, examples: [`‹${long}›`] }]} />,
      },
    ],
  },
];
