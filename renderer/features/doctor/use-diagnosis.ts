// One diagnosis as a window sees it: its start, its report, or why there is none. Unmounting stops it.

import { useCallback, useEffect, useRef, useState } from 'react';
import type { DoctorReport } from '../../../shared/server/connecting.ts';
import { useModel } from '../../model/model.ts';

export interface Diagnosis {
  /** When it started; null: not running. */
  since: number | null;
  report: DoctorReport | null;
  problem: string;
  begin: () => void;
  stop: () => void;
}

export function useDiagnosis(server: string, atOnce: boolean): Diagnosis {
  const { platform } = useModel();
  const [since, setSince] = useState<number | null>(() => (atOnce ? Date.now() : null));
  const [report, setReport] = useState<DoctorReport | null>(null);
  const [problem, setProblem] = useState('');
  const turn = useRef(0);

  const begin = useCallback(async () => {
    turn.current += 1;
    const mine = turn.current;
    setSince(Date.now());
    setProblem('');
    const answer = await platform.call('diagnose', { server });
    // Stopped, closed, or restarted meanwhile.
    if (mine !== turn.current) return;
    setSince(null);
    if (answer.ok) setReport(answer.value);
    else setProblem(answer.error.message);
  }, [platform, server]);

  const stop = useCallback(() => {
    turn.current += 1;
    setSince(null);
    setProblem('The check was stopped.');
    void platform.call('stopDiagnosis', { server });
  }, [platform, server]);

  const wanted = useRef(atOnce);
  useEffect(() => {
    if (wanted.current) void begin();
    return () => {
      turn.current += 1;
      void platform.call('stopDiagnosis', { server });
    };
  }, [begin, platform, server]);

  return { since, report, problem, begin: () => void begin(), stop };
}
