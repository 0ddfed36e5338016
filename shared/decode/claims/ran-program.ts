// A tool that runs the caller's code passes on its result. The output is about that code: its missing module is not the server's package,
// and its limit is not the server's.

import { inRow } from '../../dialects/patterns.ts';

const printed = inRow(/^/i, [
  /Command failed|Command '[^\n]{1,300}' returned non-zero|Traceback \(most|Exit (?:code|status)/i,
  /Script (?:execution )?failed|(?:Execution|Evaluation) failed|Evaluation error|Process exited/i,
  /[^\n]{0,80}\bexited with (?:code|status) [1-9]/i,
]);
const shellMissing =
  /(?:^|\n)[^\n]{0,60}?\b([\w.+-]{1,60}): (?:command )?not found\b|(?:^|\s)spawn ([^\s]{1,120}) ENOENT\b/;

/**
 * 'missing': no such program; 'failed': it ran and failed; null: the text is the server's own. A program that it could not start and
 * that no argument names is its own too. A shell is started in the folder that the call names, which may be what is missing.
 */
export function ranProgram(message: string, sent: readonly string[]): 'missing' | 'failed' | null {
  const head = message.slice(0, 2000);
  const missing = shellMissing.exec(head);
  const own = missing?.[2];
  if (own !== undefined && !own.includes('/') && !sent.some((text) => text.includes(own))) return null;
  if (missing !== null) return 'missing';
  return printed.test(head) ? 'failed' : null;
}
