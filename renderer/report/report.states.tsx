// The states of a report's summary: with failures, without any, and what was masked.

import type { HintJudgement, RowDetail } from '../../shared/timeline.ts';
import { makeRow } from '../testing/row-fixtures.ts';
import type { Shown } from '../testing/showcase/shown.ts';
import { WithHost } from '../testing/with-host.tsx';
import { reportFeatures } from './features.tsx';
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

const judged: HintJudgement = {
  ...{ row: 2, finding: 'too_early', toldMs: 1_000, didMs: 290 },
  words: 'The server asked to wait 1 s; the client waited 290 ms.',
};

function Attempts() {
  const attempts = [
    makeRow({ id: 1, headline: 'Rate limited', detail: long }),
    makeRow({ id: 2, at: 1_330, headline: 'Answered', target: long }),
  ];
  const detail = { row: attempts[1], failure: null, attempts, judgements: [judged] } as unknown as RowDetail;
  return reportFeatures
    .flatMap(({ card }) => card?.tabs ?? [])
    .map(({ tab, Content }) => <Content key={tab} detail={detail} serverName={long} />);
}

export const shown: readonly Shown[] = [
  {
    component: 'Attempts in a report',
    states: [
      {
        state: 'too early',
        element: (
          <WithHost>
            <Attempts />
          </WithHost>
        ),
      },
    ],
  },
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
