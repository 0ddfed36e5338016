// The report on a log row or a pasted text, for the card, the command line and the page.

import type { RowDetail } from '../timeline.ts';
import { authorReport } from './author-report.ts';

/**
 * `detail`: masked. `server`: its name, or ''. `reproduction`: a script that sends the same bytes without Misfire, or ''. null: nothing
 * failed, or the author need not change the error.
 */
export function issueOfRow(detail: RowDetail, server: string, reproduction: string): string | null {
  const { row, failure, params, events } = detail;
  if (failure === null) return null;
  const answer = events.findLast(({ lane, label }) => lane === 'in' && (label === 'answer' || label === 'message'));
  return authorReport({
    failure,
    server,
    version: detail.version ?? '',
    outcome: row.outcome,
    isProvoked: row.actor === 'probe',
    method: row.method,
    target: row.target,
    params,
    answer: answer?.text ?? '',
    reproduction,
    program: programIn(reproduction),
  });
}

/** The script pipes into the server's command; the command of a remote server is unknown. */
function programIn(reproduction: string): string {
  const line = reproduction.split('\n').findLast((one) => one.startsWith('} | ')) ?? '';
  return (
    line
      .slice(4)
      .split(' ')
      .find((word) => word !== 'env' && word !== '--' && !word.includes('=')) ?? ''
  );
}
