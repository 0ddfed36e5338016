// What `misfire replay` found, as a table for pull requests. Texts come from servers, so everything is escaped.

import { markdownText, visibleName } from '../../../../shared/text/visible-text.ts';
import { type ReplayedCall, replaySummary, replayVerdictWords } from './replayed-call.ts';

/** Without the arguments, which may hold what variables filled in. */
const nameOf = ({ call }: ReplayedCall): string =>
  [call.method, call.target === null ? '' : visibleName(call.target)].filter(Boolean).join(' ');

export function writeMarkdown(file: string, replayed: readonly ReplayedCall[]): string {
  const rows = replayed.map((result) => {
    const { call, verdict, because, headline, latencyMs } = result;
    const took = latencyMs === null ? '' : `${Math.round(latencyMs)} ms`;
    return `| ${[replayVerdictWords[verdict], visibleName(call.server), nameOf(result), headline, because, took].map(cell).join(' | ')} |`;
  });
  return [
    `# ${cell(file)}: ${replaySummary(replayed).slice(0, -1)}`,
    '',
    '| Verdict | Server | Call | Now | Why | Took |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

const cell = (text: string): string => markdownText(text.slice(0, 300));
