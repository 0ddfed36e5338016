// The states of the first window: nothing found on this machine, and servers of other programs.

import { done, refused } from '../../../shared/contract/api.ts';
import type { Shown } from '../../testing/showcase/shown.ts';
import type { Answers } from '../../testing/test-host.ts';
import { WithHost } from '../../testing/with-host.tsx';
import { FirstRun } from './first-run.tsx';

const withAnswers = (answers: Answers) => (
  <WithHost answers={answers}>
    <FirstRun />
  </WithHost>
);

export const shown: readonly Shown[] = [
  {
    component: 'First window',
    states: [
      { state: 'nothing found', element: withAnswers({ findServers: () => done({ configs: [] }) }) },
      {
        state: 'the search failed',
        element: withAnswers({ findServers: () => refused('internal', 'The settings cannot be read.') }),
      },
    ],
  },
];
