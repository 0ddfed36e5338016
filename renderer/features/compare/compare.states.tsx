// The states of a probe run: each state of a server, and long words.

import type { ProbeServerView, ProbeView } from '../../../shared/features/compare/probing.ts';
import type { Shown } from '../../testing/showcase/shown.ts';
import { Progress } from './progress.tsx';

const long = 'a_very_long_name_of_a_server_that_says_what_it_does_in_every_detail_and_in_one_word';

const probeOf = (servers: ProbeServerView[]): ProbeView => ({
  ...{ id: 'p1', tools: [], state: 'running', startedAt: 0, endedAt: null, servers },
  ...{ done: 3, total: 12, words: '' },
});

const serverOf = (state: ProbeServerView['state'], change: Partial<ProbeServerView> = {}): ProbeServerView => ({
  ...{ server: state, name: state, state, problem: '', done: 3, total: 12, leftOut: 2, current: 'Unknown tool' },
  ...change,
});

export const eachState = probeOf([
  serverOf('waiting', { done: 0, total: 0 }),
  serverOf('connecting', { done: 0, total: 0 }),
  serverOf('running'),
  serverOf('done', { done: 12 }),
  serverOf('failed', { problem: 'It closed the connection.' }),
  serverOf('stopped'),
]);

export const shown: readonly Shown[] = [
  {
    component: 'Progress of a probe run',
    states: [
      { state: 'each state', element: <Progress probe={eachState} /> },
      {
        state: 'long words',
        element: (
          <Progress
            probe={probeOf([
              serverOf('running', { name: long, current: long }),
              serverOf('failed', { name: long, problem: `The server closed the connection: ${long}` }),
            ])}
          />
        ),
      },
    ],
  },
];
