// Two responses compared.

import { useEffect, useState } from 'react';
import type { AnswerDiff } from '../../../shared/retry/replay.ts';
import { useModel } from '../../model/model.ts';
import { DiffView } from './diff-view.tsx';

export function AnswerDifference({ before, after }: { before: number; after: number }) {
  const { platform } = useModel();
  const key = `${before} ${after}`;
  const [state, setState] = useState<{ key: string; diff: AnswerDiff | null; problem: string } | null>(null);
  useEffect(() => {
    let wanted = true;
    void platform.call('diffAnswers', { before, after }).then((answer) => {
      if (!wanted) return;
      setState({
        key: `${before} ${after}`,
        diff: answer.ok ? answer.value : null,
        problem: answer.ok ? '' : answer.error.message,
      });
    });
    return () => {
      wanted = false;
    };
  }, [platform, before, after]);
  const found = state?.key === key ? state : null;
  if (found?.problem) return <p role="alert">{found.problem}</p>;
  return found?.diff ? <DiffView key={key} diff={found.diff} /> : null;
}
