// What else a server said from the moment a call was sent: noise on stdout, lines on stderr, responses that match no request. Read once the
// connection is closed, when both pipes are empty.

import type { Row } from '../../../../shared/timeline.ts';
import type { CommandInspector } from '../common/command-inspector.ts';
import type { CommandRun } from '../terminal/command-run.ts';

export interface Surroundings {
  /** Lines on stdout that are no messages. */
  stdout: string[];
  stderr: string[];
  /** Responses to ids that nothing asked with, or a second response. */
  unmatched: string[];
}

const mostRows = 500;
const mostLines = 200;

export async function surroundingsOf({ api }: CommandInspector, server: string, call: Row): Promise<Surroundings> {
  const found: Surroundings = { stdout: [], stderr: [], unmatched: [] };
  const view = await api.openView({ filter: '' });
  if (!view.ok) return found;
  const { view: name, total } = view.value;
  const page = await api.rows({ view: name, from: Math.max(0, total - mostRows), count: mostRows });
  const after = page.ok ? page.value.rows.filter((row) => row.server === server && row.ord > call.ord) : [];
  for (const row of after) {
    const list = listFor(row, found);
    if (list === null) continue;
    const detail = await api.rowDetail({ id: row.id });
    if (!detail.ok) continue;
    for (const { lane, text } of detail.value.events)
      if ((lane === 'in' || lane === 'err') && list.length < mostLines) list.push(text.trimEnd());
  }
  return found;
}

function listFor({ kind }: Row, found: Surroundings): string[] | null {
  if (kind === 'noise') return found.stdout;
  if (kind === 'stderr') return found.stderr;
  return kind === 'orphan' ? found.unmatched : null;
}

export const isQuiet = ({ stdout, stderr, unmatched }: Surroundings): boolean =>
  stdout.length + stderr.length + unmatched.length === 0;

/** On stderr, beside the answer that programs read. */
export function tellSurroundings({ output }: CommandRun, found: Surroundings): void {
  const tell = (what: string, lines: readonly string[]) => {
    if (lines.length > 0) output.printMaskedMessage([what, ...lines.map((line) => `  ${line}`)].join('\n'));
  };
  tell('Not a message, on stdout:', found.stdout);
  tell('On stderr since the call:', found.stderr);
  tell('Unmatched response:', found.unmatched);
}
