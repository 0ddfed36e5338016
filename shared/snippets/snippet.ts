// A call as code to copy. Owns the kinds and their display language.

import type { SnippetKind } from '../retry/replay.ts';
import { writePython, writeTypescript, writeVitest } from './code-snippets.ts';
import { writeCurl, writeMisfire } from './shell-snippets.ts';
import { type CallToWrite, prepareSnippet, type SnippetSubject } from './subject.ts';

const writers: Record<SnippetKind, { language: string; write: (subject: SnippetSubject) => string }> = {
  curl: { language: 'bash', write: writeCurl },
  typescript: { language: 'typescript', write: writeTypescript },
  python: { language: 'python', write: writePython },
  misfire: { language: 'bash', write: writeMisfire },
  vitest: { language: 'typescript', write: writeVitest },
};

/** A string gives the reason for a missing snippet. */
export function writeSnippet(call: CallToWrite, kind: SnippetKind): { text: string; language: string } | string {
  // Misfire finds the server by its name, regardless of its address.
  const subject = prepareSnippet(kind === 'misfire' ? { ...call, url: call.url ?? 'http://127.0.0.1' } : call);
  if (typeof subject === 'string') return subject;
  const { language, write } = writers[kind];
  return { text: write(subject), language };
}
