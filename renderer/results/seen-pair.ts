// Both sides of the selected call: the server's response and the entry of the client's transcript. Read once per card; the tab and the
// section show it.

import { useEffect } from 'react';
import { parseJson } from '../../shared/json/json.ts';
import type { SeenDifference } from '../../shared/seen/compare-seen.ts';
import { lossSummary } from '../../shared/seen/loss-summary.ts';
import type { ServerAnswer } from '../../shared/seen/parts/seen.ts';
import { readServerAnswer } from '../../shared/seen/read-server-answer.ts';
import type { RowDetail } from '../../shared/timeline.ts';
import { compareCall, contextOf } from '../../shared/transcripts/compare-call.ts';
import type { SeenCall } from '../../shared/transcripts/parts/seen-call.ts';
import { readSeenText } from '../../shared/transcripts/seen-text.ts';
import { useDetail } from '../model/detail.ts';
import { defineStore, type Model, useModel } from '../model/model.ts';
import { bodyText, resultMessage } from './read-result.ts';

export interface ModelPair {
  call: SeenCall;
  /** null: neither the log nor the transcript has it. */
  said: ServerAnswer | null;
  /** null: the model got all of it. */
  difference: SeenDifference | 'not comparable' | null;
  /** What the server's author can change; '' if nothing. */
  change: string;
}

interface Loaded {
  /** `seq` of the entry. */
  seq: number | null;
  /** `unreadable`: the entry is not one that this version understands. */
  pair: ModelPair | 'unreadable' | null;
}

const [pairOf, usePair] = defineStore<Loaded>(() => ({ seq: null, pair: null }));

const entryOf = (detail: RowDetail | null) => detail?.events.findLast(({ lane }) => lane === 'seen') ?? null;

/** Reads the pair of the shown card. */
export function useSeenPairs(): void {
  const model = useModel();
  const raw = useDetail((state) => state.raw);
  const entry = entryOf(raw);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an entry never changes.
  useEffect(() => {
    if (raw === null || entry === null || pairOf(model).getState().seq === entry.seq) return;
    let isWanted = true;
    void readBoth(model, raw, entry).then((pair) => {
      if (isWanted) pairOf(model).setState({ seq: entry.seq, pair: pair ?? 'unreadable' });
    });
    return () => {
      isWanted = false;
    };
  }, [model, entry?.seq]);
}

/** null: there is no entry, or it is being read. */
export function useSeenPair(detail: RowDetail): ModelPair | 'unreadable' | null {
  const seq = entryOf(detail)?.seq ?? null;
  return usePair((state) => (seq !== null && state.seq === seq ? state.pair : null));
}

export const hasEntry = (detail: RowDetail): boolean => entryOf(detail) !== null;

async function readBoth(model: Model, raw: RowDetail, event: RowDetail['events'][number]): Promise<ModelPair | null> {
  const text = await bodyText(model, event);
  const call = text === null ? null : readSeenText(text, raw.row.server);
  if (call === null) return null;
  const [message, listed] = await Promise.all([
    resultMessage(model, raw),
    model.platform.call('seenTool', { id: raw.row.id }),
  ]);
  const answer = message === null ? null : readServerAnswer(message);
  const schema = listed.ok && listed.value?.outputSchema ? parseJson(listed.value.outputSchema) : null;
  const outputSchema = schema?.ok ? schema.value : undefined;
  const said = answer?.ok ? answer.answer : (call.said ?? null);
  if (said === null) return { call, said, difference: 'not comparable', change: '' };
  const difference = compareCall(call, said, outputSchema);
  const isLossy = difference !== null && difference !== 'not comparable';
  return { call, said, difference, change: isLossy ? lossSummary(said, contextOf(call, outputSchema)).change : '' };
}
