// The card's way to say that a failure is no surprise, or that it is mended, and to take that back.

import { Bell, BellOff, Check, Undo2 } from 'lucide-react';
import type { Row } from '../../shared/timeline.ts';
import { toggleExpected, toggleResolved, useMark } from '../model/expected.ts';
import { useModel } from '../model/model.ts';
import { Button } from './button.tsx';

export function MarkButtons({ row: { group } }: { row: Pick<Row, 'group'> }) {
  const model = useModel();
  const state = useMark(group)?.state ?? null;
  if (group === null) return null;
  const expected = state === 'expected';
  const resolved = state === 'resolved';
  const Expected = expected ? Bell : BellOff;
  const Resolved = resolved ? Undo2 : Check;
  return (
    <>
      <Button
        aria-pressed={expected}
        title={
          expected
            ? 'Failures like this one stand out again'
            : 'Failures like this one (same server, call, code) stay quiet from now on'
        }
        onClick={() => toggleExpected(model, group)}
      >
        <Expected size={14} aria-hidden="true" /> {expected ? 'Not expected' : 'Expected'} <kbd>x</kbd>
      </Button>
      <Button
        aria-pressed={resolved}
        title={
          resolved
            ? 'Failures like this one stand out again'
            : 'Quiet until it fails again; then it says that it came back, and on which version of the server'
        }
        onClick={() => toggleResolved(model, group)}
      >
        <Resolved size={14} aria-hidden="true" /> {resolved ? 'Not resolved' : 'Resolved'}
      </Button>
    </>
  );
}
