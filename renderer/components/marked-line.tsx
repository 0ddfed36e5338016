// biome-ignore-all lint/suspicious/noArrayIndexKey: parts of one text have no identity but their place.
// One line of words from a server, with what the filter looks for marked in it.

import { createContext, Fragment, useContext } from 'react';
import { splitBySought } from './sought.ts';

/** What the filter looks for. One subscription for the window: there are hundreds of lines. */
export const SoughtWords = createContext<readonly string[]>([]);

export function MarkedLine({ text }: { text: string }) {
  const words = useContext(SoughtWords);
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
