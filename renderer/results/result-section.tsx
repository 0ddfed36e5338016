// The result of the selected call, in its card. Small ones load at once, large ones on request. Everything comes from the log, including
// the tool's schema, so viewing a row sends nothing.

import { type ReactNode, useEffect, useState } from 'react';
import type { Json } from '../../shared/json/json.ts';
import type { RowDetail } from '../../shared/timeline.ts';
import { Button } from '../components/button.tsx';
import { serverById, useConnection } from '../model/connection.ts';
import { useDetail } from '../model/detail.ts';
import { useModel } from '../model/model.ts';
import { say } from '../model/notices.ts';
import { showCall } from '../model/selection.ts';
import { size } from '../text/format.ts';
import type { ReadLink } from './blocks.tsx';
import { answerEvent, resultOf } from './read-result.ts';
import { resultSummary } from './result-summary.ts';
import { ResultView } from './result-view.tsx';

const readAtOnce = 1_000_000;

/** Only local recordings have a server to ask: in a capture, the name may belong to another server. */
function useReadLink({ row }: RowDetail): ReadLink {
  const model = useModel();
  const canAsk = useConnection(({ servers, recording }) => {
    const server = serverById(servers, row.server);
    return recording?.kind !== 'imported' && server?.state === 'connected' && server.watched === null;
  });
  if (!canAsk) return null;
  return async (uri) => {
    const params = JSON.stringify({ uri });
    const answer = await model.platform.call('call', { server: row.server, method: 'resources/read', params });
    if (answer.ok) await showCall(model, answer.value.id);
    else say(model, answer.error.message, 'bad');
  };
}

interface ResultSectionProps {
  detail: RowDetail;
  /** Wraps it in a section. `summary`: what it consists of. */
  wrap: (children: ReactNode, summary: string) => ReactNode;
}

export function ResultSection({ detail, wrap }: ResultSectionProps) {
  const model = useModel();
  const onRead = useReadLink(detail);
  // The raw text: masking the shown copy would break JSON inside a text.
  const raw = useDetail((state) => (state.raw?.row.id === detail.row.id ? state.raw : null));
  const [asked, setAsked] = useState(false);
  const [found, setFound] = useState<{ result: Json | null; outputSchema: string | null } | null>(null);
  const answer = raw && answerEvent(raw);
  const { row } = detail;
  const isWanted = row.kind === 'call' && row.direction === 'out' && !row.pending && answer !== null;
  const isLarge = answer !== null && answer.length > readAtOnce;
  const seq = isWanted && (asked || !isLarge) ? answer.seq : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one response is read once; later rounds have another `seq`.
  useEffect(() => {
    if (seq === null || !raw) return;
    let wanted = true;
    const read = async () => {
      const [result, tool] = await Promise.all([
        resultOf(model, raw),
        row.method === 'tools/call' ? model.platform.call('seenTool', { id: row.id }) : null,
      ]);
      if (wanted) setFound({ result, outputSchema: tool?.ok ? (tool.value?.outputSchema ?? null) : null });
    };
    void read();
    return () => {
      wanted = false;
    };
  }, [model, seq]);
  if (!isWanted) return null;
  if (seq === null)
    return wrap(
      <>
        <p>The answer is {size(answer.length)} long.</p>
        <p>
          <Button onClick={() => setAsked(true)}>Read it here</Button>
        </p>
      </>,
      size(answer.length),
    );
  if (found === null || found.result === null) return null;
  const { result, outputSchema } = found;
  return wrap(<ResultView result={result} outputSchema={outputSchema} onRead={onRead} />, resultSummary(result));
}
