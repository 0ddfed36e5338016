// The explanation of the box's text. A short text is explained at once, a long one when typing pauses.

import { useEffect, useMemo, useState } from 'react';
import { type Explanation, explainPaste } from '../../shared/features/paste/explain-paste.ts';
import type { Pasted } from '../../shared/features/paste/pasted.ts';
import { readPaste } from '../../shared/features/paste/read-paste.ts';

export interface ExplainedPaste extends Pasted, Omit<Explanation, 'events'> {
  stored: Explanation['events'];
}

const quickLength = 200_000;
const pause = 150;

/** null: the box is empty. */
export function useExplained(text: string): ExplainedPaste | null {
  const [settled, setSettled] = useState(text);
  const isQuick = text.length <= quickLength;
  useEffect(() => {
    if (isQuick) return;
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text, isQuick]);
  const read = isQuick ? text : settled;
  return useMemo(() => explain(read), [read]);
}

function explain(text: string): ExplainedPaste | null {
  const pasted = readPaste(text);
  if (pasted === null) return null;
  const { events: stored, ...explanation } = explainPaste(pasted);
  return { ...pasted, ...explanation, stored };
}
