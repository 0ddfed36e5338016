// Tools that hand on what others wrote (programs that ran, documents, logs, pages) and tools that look something up.
// Told by the words of their names.

import { readWords } from '../dialects/words.ts';

const printing = new Set(
  `run exec execute shell bash sh zsh powershell terminal command commands cmd eval evaluate script code python node compile build test tests lint diagnose
  log logs tail output stdout console trace read cat view show file files document documents doc docs content contents page pages fetch scrape crawl extract
  transcript search grep find diff blame snapshot html markdown text notes note message messages chat ask quote lyrics song poem article story explain review summarize translate`.split(
    /\s+/,
  ),
);

const asking = new Set(
  'search find get read fetch show describe lookup check exists exist validate verify query list match is has can ask analyze lint test inspect resolve'.split(
    ' ',
  ),
);

const recording = new Set(['log', 'logs', 'console', 'tail', 'transcript', 'stdout', 'stderr']);

const rewriting = new Set(
  'translate translation echo repeat define definition dictionary paraphrase rewrite proofread word review diagnose ping traceroute'.split(
    ' ',
  ),
);

/** Tools whose answer is a text in other words, or a judgement about one or about a network. */
export function isRewriter(target: string | undefined): boolean {
  return target !== undefined && readWords(target.slice(0, 120)).some((word) => rewriting.has(word));
}

const judging = new Set(
  'check lint validate verify grammar spell audit scan analyze inspect test tests review'.split(' '),
);

/** Tools that look for what is wrong: a list of it is their answer. */
export function isJudging(target: string | undefined): boolean {
  return target !== undefined && readWords(target.slice(0, 120)).some((word) => judging.has(word));
}

/** Tools that hand on what was written elsewhere while things ran. */
export function isRecorder(target: string | undefined): boolean {
  return target !== undefined && readWords(target.slice(0, 120)).some((word) => recording.has(word));
}

/** Tools that look something up: "not found" is an answer of theirs. */
export function isAsking(target: string | undefined): boolean {
  return target !== undefined && readWords(target.slice(0, 120)).some((word) => asking.has(word));
}

export function isPrinter(target: string | undefined): boolean {
  return target !== undefined && readWords(target.slice(0, 120)).some((word) => printing.has(word));
}
