// How a program ended, as a tool reports it: by an exit code or a section for errors. Only such results say whether it failed.

import { inRow } from '../../dialects/patterns.ts';
import { isObject, type Json } from '../../json/json.ts';
import { isRunner, toolWords } from './tool-kinds.ts';

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
/** A line of the report around the output, alone or after an empty line: `❌ Script failed with exit code 3`. */
const inFrame = inRow(
  /(?:^\s{0,4}|\n[ \t]{0,8}\r?\n)[^\w\n]{0,6}(?:the )?(?:command|process|program|script|execution|run|build) (?:has )?/i,
  /(failed|completed|finished|ended|terminated|exited)[,:]? (?:with )?(?:an? )?(?:non-?zero )?/i,
  /(?:(?:exit|return|status)[ _-]?)(?:code|status)?[ :=]{1,3}\(?(-?\d{1,4})\b/i,
);
const frameLength = 2000;
/** The program did its work and found something: tests ran, a compiler names a place in a source. */
const atPlaces = /(?:^|\n)[^\w\n]{0,8}(?:-->|at|in)? ?[\w./\\-]{1,200}\.[a-z]{1,5}[:(]\d{1,6}\b/i;
const section = /(?:^|\n)[^\w\n]{0,8}(stdout|stderr|output|standard (?:output|error)|error output)[^\w\n]{0,8}(?=\n)/gi;
/** A section for errors with a trace in it: `--- Error ---`, `STDERR:`. */
const errorSection = inRow(/(?:^|\n)[^\w\n]{0,8}(?:error|errors|stderr|exception)[^\w\n]{0,8}\n\s{0,8}/i, [
  /Traceback \(most|[\w.]{0,60}(?:Error|Exception)\b|\w{0,20}error:|fatal:/i,
]);

/** Whether the call runs the caller's program. */
export function runsProgram(target: string | undefined, sent: Json | undefined): boolean {
  if (!isObject(sent)) return false;
  for (const name in sent) if (programNames.has(name)) return isRunner(toolWords(target));
  return false;
}

/** null: it does not say. */
export function programEnd(result: Json, sent: Json = null): 'well' | 'failed' | null {
  if (typeof result === 'string') {
    // Nearly every text has none of these words.
    if (!mayTell.test(result.length > 8000 ? result.slice(0, 8000) : result)) return null;
    const last = result.slice(-200).trimEnd();
    const code =
      inFrame.exec(result.slice(0, frameLength))?.[2] ??
      inText.exec(result.slice(0, 8000))?.[1] ??
      inFrame.exec(last.slice(last.lastIndexOf('\n') + 1))?.[2];
    if (code !== undefined) return Number(code) === 0 ? 'well' : 'failed';
    if (isCode(sent) && trace.test(result.slice(0, 8000))) return 'failed';
    if (isOnlyComplaint(sectionsOf(result.slice(0, 8000)))) return 'failed';
    return errorSection.test(result.slice(0, 8000)) ? 'failed' : null;
  }
  if (!isObject(result)) return null;
  for (const name of codeNames) {
    const code = result[name];
    if (typeof code === 'number') return code === 0 ? 'well' : 'failed';
  }
  const { stdout, stderr } = result;
  if (stdout !== undefined && typeof result.code === 'number') return result.code === 0 ? 'well' : 'failed';
  if (stdout === '' && typeof stderr === 'string' && complaint.test(stderr.slice(0, 2000))) return 'failed';
  return isObject(result.result) ? programEnd(result.result) : null;
}

/** Nothing was printed, and the program says on stderr what it could not do: `ls: cannot access 'x': …`. */
const isOnlyComplaint = (parts: readonly Section[]): boolean =>
  parts.some(({ name, text }) => name.includes('err') && complaint.test(text.slice(0, 2000))) &&
  parts.every(({ name, text }) => name.includes('err') || text === '');
/** The caller's own code, not a command such as `cat trace.txt`. */
const isCode = (sent: Json): boolean =>
  isObject(sent) && ['code', 'script', 'source', 'snippet'].some((name) => name in sent);
/** Nothing but a traceback. */
const trace =
  /^\s{0,8}Traceback \(most recent call last\):\n[^\0]{1,6000}\n[A-Za-z_][\w.]{1,80}(?:Error|Exception|Interrupt|Exit)\b/;
const complaint = inRow(
  /^[\w./-]{1,60}: (?!warning)(?:[^\n]{1,200} )?/i,
  /(?:cannot|could not|no such|not found|denied|invalid|unable|failed|fatal|unrecognized|error)\b/i,
);

const mayTell = /exit|return|stderr|error|exception/i;

/** What a failed program wrote about it, from a report whose frame says that it failed; null if the text is none. */
export function failedInFrame(text: string): string | null {
  // Nearly every text has no such word near its start.
  const at = text.indexOf('ailed with');
  if (at < 0 || at > frameLength) return null;
  const frame = inFrame.exec(text.slice(0, frameLength));
  if (frame === null || frame[1]?.toLowerCase() !== 'failed' || Number(frame[2]) === 0) return null;
  const rest = text.slice(frame.index + frame[0].length, 8000);
  const parts = sectionsOf(rest);
  const said = parts.find(({ name }) => name.includes('err'))?.text ?? (parts.length === 0 ? rest.trim() : '');
  // What it found was asked for.
  if (parts.some(({ name, text: printed }) => !name.includes('err') && printed !== '') || atPlaces.test(said))
    return null;
  return said === '' ? frame[0].trim() : said;
}

interface Section {
  name: string;
  text: string;
}

function sectionsOf(text: string): Section[] {
  const heads = [...text.matchAll(section)];
  return heads.map((head, index) => ({
    name: (head[1] as string).toLowerCase(),
    text: text.slice(head.index + head[0].length, heads[index + 1]?.index).trim(),
  }));
}
