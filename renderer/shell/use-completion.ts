// Suggestions for the caret position, requested while typing; only the last response counts.

import { useEffect, useState } from 'react';
import {
  askedKeys,
  type CaretPlace,
  caretPlaceAt,
  type Suggestion,
  suggest,
} from '../../shared/filter/complete-filter.ts';
import { useModel } from '../model/model.ts';

export interface Completion {
  place: CaretPlace;
  items: Suggestion[];
}

export function useCompletion(text: string, caret: number, wanted: boolean): Completion | null {
  const { platform } = useModel();
  const [completion, setCompletion] = useState<Completion | null>(null);
  useEffect(() => {
    const place = wanted ? caretPlaceAt(text, caret) : null;
    if (place === null) {
      setCompletion(null);
      return;
    }
    let current = true;
    const offer = (counts: { value: string; count: number; about?: string | undefined }[]) => {
      const items = suggest(place, counts);
      if (current) setCompletion(items.length === 0 ? null : { place, items });
    };
    const { key, typed } = place;
    if (key === null || !askedKeys.includes(key)) offer([]);
    else
      void platform
        .call('suggest', { key, prefix: typed.replace(/^"|"$/g, '') })
        .then((answer) => offer(answer.ok ? answer.value.values : []));
    return () => {
      current = false;
    };
  }, [platform, text, caret, wanted]);
  return completion;
}
