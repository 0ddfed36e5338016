// The states of the options of a replay: its headers and its own retry policy.

import { useState } from 'react';
import { done, refused } from '../../../shared/contract/api.ts';
import type { RetryPolicy } from '../../../shared/retry/planned.ts';
import type { HeaderEdit } from '../../model/replay-edits.ts';
import type { Shown } from '../../testing/showcase/shown.ts';
import type { Answers } from '../../testing/test-host.ts';
import { WithHost } from '../../testing/with-host.tsx';
import { HeaderEditor } from './header-editor.tsx';
import { PolicyEditor } from './policy-editor.tsx';

function Headers({ start }: { start: readonly HeaderEdit[] }) {
  const [headers, setHeaders] = useState(start);
  return <HeaderEditor headers={headers} onChange={setHeaders} />;
}

const header = (name: string, action: HeaderEdit['action'], configured = true): HeaderEdit => ({
  ...{ name, action, configured },
  value: 'value of a header',
});

function Policy({ start }: { start: RetryPolicy }) {
  const [policy, setPolicy] = useState(start);
  return <PolicyEditor policy={policy} onChange={setPolicy} />;
}

const policy: RetryPolicy = {
  kind: 'exponential',
  baseMs: 500,
  capMs: 30_000,
  attempts: 5,
  jitter: 0.2,
  deadlineMs: null,
};

const simulated: Answers['simulatePolicy'] = () =>
  done({
    attempts: [
      { earliestMs: 500, latestMs: 600 },
      { earliestMs: 1_500, latestMs: 1_800 },
    ],
    words: 'At most 5 attempts within a minute.',
    sources: [],
  });

export const shown: readonly Shown[] = [
  {
    component: 'Headers of a replay',
    states: [
      { state: 'as configured', element: <Headers start={[header('Authorization', 'keep')]} /> },
      {
        state: 'changed',
        element: (
          <Headers start={[header('Authorization', 'change'), header('X-Team', 'omit'), header('', 'change', false)]} />
        ),
      },
      { state: 'none', element: <Headers start={[]} /> },
    ],
  },
  {
    component: 'Retry policy',
    states: [
      {
        state: 'with its plan',
        element: (
          <WithHost answers={{ simulatePolicy: simulated }}>
            <Policy start={policy} />
          </WithHost>
        ),
      },
      {
        state: 'invalid',
        element: (
          <WithHost
            answers={{ simulatePolicy: () => refused('refused', 'A retry policy needs at least one attempt.') }}
          >
            <Policy start={{ ...policy, kind: 'full_jitter' }} />
          </WithHost>
        ),
      },
    ],
  },
];
