// Tools that hand on what others wrote (programs that ran, documents, logs, pages) and tools that look something up.
// Told by the words of their names.

import { readWords } from '../dialects/words.ts';

const printing = new Set(
  `run exec execute shell bash sh zsh powershell terminal command commands cmd eval evaluate script code python node compile build test tests lint diagnose
  log logs tail output stdout console trace read cat view show file files document documents doc docs content contents page pages fetch scrape crawl extract
  transcript search grep find diff blame snapshot html markdown text notes note message messages chat explain review summarize translate`.split(
    /\s+/,
  ),
);

const asking = new Set(
  'search find get read fetch show describe lookup check exists exist validate verify query list match is has can ask analyze lint test inspect resolve'.split(
    ' ',
  ),
);

/** Tools that look something up: "not found" is an answer of theirs. */
export function isAsking(target: string | undefined): boolean {
  return target !== undefined && readWords(target.slice(0, 120)).some((word) => asking.has(word));
}

export function isPrinter(target: string | undefined): boolean {
  return target !== undefined && readWords(target.slice(0, 120)).some((word) => printing.has(word));
}
