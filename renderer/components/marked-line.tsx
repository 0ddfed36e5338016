// biome-ignore-all lint/suspicious/noArrayIndexKey: parts of one text are identified by their index.
// One line of words from a server, with what the filter looks for marked in it.

import { createContext, Fragment, useContext } from 'react';
import { splitBySearchWords } from '../text/search-words.ts';

/** The filter's search words. One subscription for the window, because there are hundreds of lines. */
export const SearchWords = createContext<readonly string[]>([]);

/** Hebrew, Arabic and related scripts; direction marks become chips before a line comes here. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

export function MarkedLine({ text }: { text: string }) {
  const words = useContext(SearchWords);
  const parts = splitBySearchWords(text, words);
  // A line that is left-to-right throughout needs no isolation: there are hundreds of lines.
  if (!parts) return rightToLeft.test(text) ? <bdi>{text}</bdi> : text;
  return (
    <bdi>
      {parts.map((part, index) =>
        index % 2 === 1 ? <mark key={index}>{part}</mark> : <Fragment key={index}>{part}</Fragment>,
      )}
    </bdi>
  );
}
