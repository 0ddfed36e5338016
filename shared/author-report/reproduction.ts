// The call of a report as a script: curl, or a pipe into the server's own command. Needs no Misfire.

import { writeCurl } from '../snippets/shell-snippets.ts';
import { type CallToWrite, prepareSnippet } from '../snippets/subject.ts';

/** '' where the call cannot be written as a script. */
export function reproductionOf(call: CallToWrite): string {
  const subject = prepareSnippet(call);
  return typeof subject === 'string' ? '' : writeCurl(subject);
}
