// Counts what a client author needs from an error: a code to switch on, a certain class, retry advice, field paths,
// documentation, and no leaked internals.

import type { Failure } from '../../failure.ts';
import { type ComparedServer, type Criterion, criteria } from './compared.ts';
import type { Observation } from './probing.ts';

export const criterionWords: Record<Criterion, { short: string; long: string }> = {
  code: { short: 'Code', long: 'A machine-readable code' },
  class: { short: 'Class', long: 'A certain meaning without reading prose' },
  retry: { short: 'Retry', long: 'The server says whether to retry' },
  fields: { short: 'Fields', long: 'Which argument was wrong, for invalid arguments' },
  docs: { short: 'Docs', long: 'A link to documentation' },
  discreet: { short: 'No leaks', long: 'No stack trace, path, secret or address' },
};

/** The meaning of `95 of 114 clear`. */
export const clearWords =
  'Clear: a failure should have a code, a certain meaning, retry advice, the wrong argument, a link to documentation, and no leaks. For example, 3 of 5: three of five that apply.';

const leaks = new Set(['stack-trace', 'source-path', 'secret-in-message', 'email-in-message']);

export function countCriteria(failures: readonly Pick<Observation, 'failure'>[]): ComparedServer['tally'] {
  return criteria.map((criterion) => {
    const judged = failures.flatMap(({ failure }) => {
      const met = failure ? meets(criterion, failure) : null;
      return met === null ? [] : [met];
    });
    return { criterion, met: judged.filter(Boolean).length, of: judged.length };
  });
}

/** null: it does not apply. */
function meets(criterion: Criterion, failure: Failure): boolean | null {
  switch (criterion) {
    case 'code':
      return failure.code !== null;
    case 'class':
      return failure.class !== 'unknown' && failure.candidates.length === 0;
    case 'retry':
      return failure.retry.verdict !== 'unknown' && failure.retry.source !== 'default';
    case 'fields':
      return failure.class === 'validation' ? failure.issues.some(({ path }) => path !== '') : null;
    case 'docs':
      return failure.links.length > 0 || /^https?:/.test(failure.problem?.type ?? '');
    case 'discreet':
      return !failure.notes.some(({ id }) => leaks.has(id));
    default:
      return criterion satisfies never;
  }
}
