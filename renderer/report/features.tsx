// What a report has of the window's features: the attempts at a call, without sending any.

import type { RowDetail } from '../../shared/timeline.ts';
import { AttemptTable } from '../features/replay/attempt-table.tsx';
import type { WindowFeature } from '../model/window-feature.ts';
import { RetryFindings } from '../retry/findings.tsx';
import { laneOf } from '../retry/lane.ts';
import { LaneDrawing } from '../retry/lane.tsx';
import { chainAttempts, laneSentence, waitSource } from '../retry/lane-attempts.ts';

export const reportFeatures: readonly WindowFeature[] = [
  {
    name: 'replay',
    card: {
      tabs: [
        {
          tab: 'attempts',
          isOfOneCall: true,
          useOffer: ({ attempts }) => (attempts.length > 1 ? { label: 'Attempts', count: attempts.length } : null),
          Content: Attempts,
        },
      ],
    },
  },
];

function Attempts({ detail: { attempts, failure, judgements, row } }: { detail: RowDetail }) {
  const points = chainAttempts(attempts);
  return (
    <>
      <AttemptTable attempts={attempts.map((attempt) => ({ row: attempt }))} selected={row.id} />
      <LaneDrawing
        lane={laneOf(points, judgements)}
        label={laneSentence(points, judgements)}
        sources={waitSource(row.id, failure)}
      />
      <RetryFindings findings={judgements} />
    </>
  );
}
