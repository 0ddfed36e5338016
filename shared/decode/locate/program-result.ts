// How a program ended, as a tool reports it: by an exit code or a section for errors. Only such results say whether it failed.

import { inRow } from '../../dialects/patterns.ts';
import { isObject, type Json } from '../../json/json.ts';
import { isRunner, type ToolWords } from './tool-kinds.ts';

const codeNames = [
  'exit_code',
  'exitCode',
  'exitcode',
  'returncode',
  'return_code',
  'returnCode',
  'exit_status',
  'exitStatus',
];
const programNames = new Set('command cmd code script args argv program source snippet expression commands'.split(' '));

/** `Exit code: 2`, `Process exited with code 2`, `Return code 0`. */
const inText =
  /(?:^|\n)[^\w\n]{0,6}(?:(?:process |command )?(?:exit(?:ed)?|return)(?: with)?[ _-]?(?:status|code)?|exit)[ :=]{1,3}(-?\d{1,4})\b/i;
/** A section for errors with a trace in it: `--- Error ---`, `STDERR:`. */
const errorSection = inRow(/(?:^|\n)[^\w\n]{0,8}(?:error|errors|stderr|exception)[^\w\n]{0,8}\n\s{0,8}/i, [
  /Traceback \(most|[\w.]{0,60}(?:Error|Exception)\b|\w{0,20}error:|fatal:/i,
]);

/** Whether the call runs the caller's program. */
export function runsProgram(tool: ToolWords, sent: Json): boolean {
  if (!isObject(sent)) return false;
  for (const name in sent) if (programNames.has(name)) return isRunner(tool);
  return false;
}

/** null: it does not say. */
export function endOf(result: Json): 'well' | 'failed' | null {
  if (typeof result === 'string') {
    // Nearly every text has none of these words.
    if (!mayTell.test(result.length > 8000 ? result.slice(0, 8000) : result)) return null;
    const code = inText.exec(result.slice(0, 8000))?.[1];
    if (code !== undefined) return Number(code) === 0 ? 'well' : 'failed';
    return errorSection.test(result.slice(0, 8000)) ? 'failed' : null;
  }
  if (!isObject(result)) return null;
  for (const name of codeNames) {
    const code = result[name];
    if (typeof code === 'number') return code === 0 ? 'well' : 'failed';
  }
  return isObject(result.result) ? endOf(result.result) : null;
}

const mayTell = /exit|return|stderr|error|exception/i;
