// What the model of each client receives from the response to a tool call. Reads the response from the log; shared/seen has the rules.

import { useEffect, useState } from 'react';
import { type Json, parseJson } from '../../shared/json/json.ts';
import type { SeenContext, ServerAnswer } from '../../shared/seen/parts/seen.ts';
import { readServerAnswer } from '../../shared/seen/read-server-answer.ts';
import type { RowDetail } from '../../shared/timeline.ts';
import { serverById, useConnection } from '../model/connection.ts';
import { useDetail } from '../model/detail.ts';
import { useModel } from '../model/model.ts';
import { ModelsView, type WrapModels } from './models-view.tsx';
import { answerEvent, resultMessage } from './read-result.ts';

/** A larger response has a separate view, with the client's cuts. */
const mostCharacters = 1_000_000;

export function ModelsSection({ detail, wrap }: { detail: RowDetail; wrap: WrapModels }) {
  const model = useModel();
  const raw = useDetail((state) => (state.raw?.row.id === detail.row.id ? state.raw : null));
  const { row } = detail;
  const serverName = useConnection(({ servers }) => serverById(servers, row.server)?.name ?? row.server);
  const [found, setFound] = useState<{ answer: ServerAnswer; outputSchema: Json | undefined } | null>(null);
  const event = raw && answerEvent(raw);
  const isTool = row.kind === 'call' && row.direction === 'out' && row.method === 'tools/call' && !row.pending;
  const seq = isTool && event && event.length <= mostCharacters ? event.seq : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one response is read once; later rounds have another `seq`.
  useEffect(() => {
    if (seq === null || !raw) return;
    let isWanted = true;
    const read = async () => {
      const [message, tool] = await Promise.all([
        resultMessage(model, raw),
        model.platform.call('seenTool', { id: row.id }),
      ]);
      const answer = message === null ? null : readServerAnswer(message);
      const schema = tool.ok && tool.value?.outputSchema ? parseJson(tool.value.outputSchema) : null;
      if (isWanted && answer?.ok)
        setFound({ answer: answer.answer, outputSchema: schema?.ok ? schema.value : undefined });
    };
    void read();
    return () => {
      isWanted = false;
    };
  }, [model, seq]);
  if (found === null || seq === null) return null;
  const context: SeenContext = {
    server: serverName,
    tool: row.target ?? 'tool',
    ...(found.outputSchema === undefined ? {} : { outputSchema: found.outputSchema }),
  };
  return <ModelsView answer={found.answer} context={context} wrap={wrap} />;
}
