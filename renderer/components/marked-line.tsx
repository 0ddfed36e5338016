// biome-ignore-all lint/suspicious/noArrayIndexKey: parts of one text have no identity but their place.
// One line of words from a server, with what the filter looks for marked in it.

import { Fragment } from 'react';
import { useTimeline } from '../state/timeline.ts';
import { soughtIn, splitBySought } from './sought.ts';

export function MarkedLine({ text }: { text: string }) {
  const words = useTimeline((state) => soughtIn(state.filter));
  const parts = splitBySought(text, words);
  if (!parts) return <bdi>{text}</bdi>;
  return (
    <bdi>
      {parts.map((part, index) =>
        index % 2 === 1 ? <mark key={index}>{part}</mark> : <Fragment key={index}>{part}</Fragment>,
      )}
    </bdi>
  );
}
