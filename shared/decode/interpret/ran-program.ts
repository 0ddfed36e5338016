// A tool that runs what the caller wrote hands on how that went. What the program says is about the program: its missing module is no
// package that the server lacks, and the limit it speaks of is not the server's.

import type { Account } from '../../account/account.ts';
import { isObject, member } from '../../json/json.ts';
import { isRunner, toolWords } from '../facts/tool-kinds.ts';

const printed =
  /^(?:Command failed|Command '[^\n]{1,300}' returned non-zero|Traceback \(most|Exit (?:code|status)|Script failed|Execution failed|Process exited|[^\n]{0,80}\bexited with (?:code|status) [1-9])/i;
const programNames = ['command', 'cmd', 'code', 'script', 'args', 'argv', 'program', 'source', 'snippet', 'expression'];
const shellMissing =
  /(?:^|\n)[^\n]{0,60}?\b([\w.+-]{1,60}): (?:command )?not found\b|(?:^|\s)spawn ([^\s]{1,120}) ENOENT\b/;

/** 'missing': no such program; 'failed': it ran and failed; null: the words are the server's own. */
export function ranProgram({ method, target, params }: Account, message: string): 'missing' | 'failed' | null {
  const sent = member(params, 'arguments');
  if (method !== 'tools/call' || !isObject(sent) || !isRunner(toolWords(target))) return null;
  if (!programNames.some((name) => sent[name] !== undefined)) return null;
  const head = message.slice(0, 2000);
  const missing = shellMissing.exec(head);
  if (missing !== null) return 'missing';
  return printed.test(head) ? 'failed' : null;
}
