// What a report has of the window's features: the attempts at a call, without sending any.

import type { RowDetail } from '../../shared/timeline.ts';
import { AttemptTable } from '../features/replay/attempt-table.tsx';
import type { WindowFeature } from '../model/window-feature.ts';
import { RetryDrawing } from '../retry/retry-drawing.tsx';

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

function Attempts({ detail }: { detail: RowDetail }) {
  return (
    <>
      <AttemptTable attempts={detail.attempts.map((row) => ({ row }))} selected={detail.row.id} />
      <RetryDrawing detail={detail} plan={null} />
    </>
  );
}
