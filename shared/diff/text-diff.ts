// Compares two texts by lines, for responses that are not JSON or too large to compare by structure. Bounded: very different long texts
// are shown as one removal and one addition.

import { diffArrays } from 'diff';
import type { DiffLine } from '../retry/replay.ts';
import { masked } from './volatile.ts';

const mostLines = 5000;
/** With more changes, unchanged lines in between do not help; time grows quadratically. */
const mostEdits = 1000;
const lineLimit = 2000;

export function diffText(before: string, after: string): DiffLine[] {
  const a = linesOf(before);
  const b = linesOf(after);
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail])
    tail += 1;
  const middle = align(a.slice(head, a.length - tail), b.slice(head, b.length - tail));
  const same = (text: string) => line('same', text);
  return [...a.slice(0, head).map(same), ...markVolatile(middle), ...a.slice(a.length - tail).map(same)];
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/, mostLines + 1);
  if (lines.length > mostLines) lines[mostLines] = '… the rest is not compared';
  return lines.map((part) => (part.length > lineLimit ? `${part.slice(0, lineLimit)}…` : part));
}

function line(kind: DiffLine['kind'], text: string): DiffLine {
  return { kind, text, path: '', volatile: false };
}

function align(a: string[], b: string[]): DiffLine[] {
  const parts = diffArrays(a, b, { maxEditLength: mostEdits });
  if (!parts) return [...a.map((text) => line('removed', text)), ...b.map((text) => line('added', text))];
  return parts.flatMap(({ added, removed, value }) =>
    value.map((text) => line(added ? 'added' : removed ? 'removed' : 'same', text)),
  );
}

/** Within one run of changes, a removed and an added line that differ only in ids and times. */
function markVolatile(lines: DiffLine[]): DiffLine[] {
  let start = 0;
  while (start < lines.length) {
    let end = start;
    while (end < lines.length && lines[end]?.kind !== 'same') end += 1;
    const run = lines.slice(start, end);
    const added = new Map(run.filter(({ kind }) => kind === 'added').map((it) => [masked(it.text), it]));
    for (const removed of run) {
      const twin = removed.kind === 'removed' ? added.get(masked(removed.text)) : undefined;
      if (twin) {
        removed.volatile = true;
        twin.volatile = true;
      }
    }
    start = end + 1;
  }
  return lines;
}
