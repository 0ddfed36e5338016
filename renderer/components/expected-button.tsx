// The card's way to say that a failure is no surprise, and to take that back.

import { Bell, BellOff } from 'lucide-react';
import type { Row } from '../../shared/timeline.ts';
import { toggleExpected, useIsExpected } from '../model/expected.ts';
import { useModel } from '../model/model.ts';
import { Button } from './button.tsx';

export function ExpectedButton({ row }: { row: Row }) {
  const model = useModel();
  const expected = useIsExpected(row);
  const { group } = row;
  if (group === null) return null;
  const Icon = expected ? Bell : BellOff;
  return (
    <Button
      aria-pressed={expected}
      title={
        expected
          ? 'Failures like this one stand out again'
          : 'Failures like this one (same server, call, code) stay quiet from now on'
      }
      onClick={() => toggleExpected(model, group)}
    >
      <Icon size={14} aria-hidden="true" /> {expected ? 'Not expected' : 'Expected'} <kbd>x</kbd>
    </Button>
  );
}
