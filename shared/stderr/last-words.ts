// What a process said on stderr before it ended: the line that says why, and whether starting it again could help.

import { isObject, member, parseJson } from '../json/json.ts';
import { withoutColours } from './colours.ts';

/** Lines that say nothing: frames, brackets, boxes, empty members of printed objects, the engine's own name. */
const idle =
  /^(?:at |Docs?: |\w{0,20}ToolError: Error (?:executing|calling)|"stack":|Node\.js v\d|File "|from [\w.]{1,80} import |import |\^+$|-{3,}|={3,}|Emitted '|throw |node:|Traceback |During handling|The above exception|For further information|To disable|\(Use `node|npm (?:notice|warn)|npm (?:error|ERR!) (?:A complete log of this run|code |errno |syscall |path |\d{3} ?(?:Note that|tarball,|$))|requireStack:|url: 'file:|code: ['"]|errno: |syscall: |path: |cause: |- \/|\d{1,5} ?\|)|^[\w.'"-]{1,40}: ?(?:\[(?:Object|Array|Function[^\]]{0,40})?\]|undefined|null|\{\}?|\[|\(\)|''|""),?$/;

const trouble =
  /error|fatal|fail|usage|cannot|can't|could not|exception|denied|requir|missing|invalid|refused|not found|not set|panic|unable|must |please |no such|unknown|expected|unsupported|deprecated|no longer/i;
/** Progress and warnings say less than what comes after them, however they are worded. */
const chatter =
  /\b(?:INFO|DEBUG|TRACE|WARN|WARNING|DeprecationWarning|ExperimentalWarning)\b|^(?:info|debug|warn|Warning):/;

/** A line without the frame around it; of a log in JSON, what it says. */
export function saidIn(whole: string): string {
  const line = withoutColours(whole)
    .replace(/^[\s|│]{1,40}/, '')
    .replace(/[\s|│]{1,200}$/, '');
  // A member of an object that was printed over several lines.
  const printed = /^"(?:message|msg|error)": "((?:[^"\\]|\\.){3,400})",?$/.exec(line)?.[1];
  if (printed !== undefined) return printed;
  const parsed = line.startsWith('{') && line.length < 20_000 ? parseJson(line) : null;
  // A long line was cut, and no longer parses.
  if (parsed?.ok === false) return /"(?:message|msg)": ?"((?:[^"\\]|\\.){3,400})/.exec(line)?.[1] ?? line;
  if (!parsed?.ok || !isObject(parsed.value)) return line;
  const { value } = parsed;
  const inner = member(member(value, 'err') ?? member(value, 'error') ?? null, 'message');
  const said = inner ?? member(value, 'message') ?? member(value, 'msg') ?? member(value, 'error');
  if (typeof said !== 'string' || said === '') return line;
  const level = member(value, 'level');
  const isProgress = typeof level === 'number' ? level < 40 : /^(?:info|debug|trace)$/i.test(String(level));
  return isProgress ? `INFO ${said}` : said;
}

/** Stack frames, frames of boxes and the like, also while they are indented. */
export const idleLine = (line: string): boolean => idle.test(saidIn(line));

/** Whether a line is more than progress or chatter. */
export function speaksOfTrouble(line: string): boolean {
  return trouble.test(line) && !chatter.test(line);
}

const looked = 100;
const help = /^\s*usage\b/i;
/** Beside what is printed as help, only what is plainly called one. */
const plainError =
  /^(?:[\w@/.-]{1,60}: )?(?:fatal )?error\b|^flag (?:provided but not defined|needs an argument)|^invalid value .{1,100} for flag/i;

/** The line that says most: the last that speaks of trouble, else the last with anything on it. */
export function lastWords(lines: readonly string[]): string {
  const seen = lines.slice(-looked);
  const begins = seen.findIndex((line) => help.test(line));
  // How to call a server is said before or after why it ended, at length, and in words like those of trouble.
  const why = begins < 0 ? undefined : seen.map(saidIn).findLast((line) => plainError.test(line));
  return why ?? wordsIn(seen);
}

function wordsIn(lines: readonly string[]): string {
  let last = '';
  let quiet = '';
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = saidIn(lines[index] as string);
    if (line.length < 4 || !/\p{L}{3}/u.test(line) || idle.test(line)) continue;
    if (chatter.test(line)) {
      if (quiet === '') quiet = line;
      continue;
    }
    // Addresses are full of words that say nothing here.
    if (trouble.test(line.replaceAll(/https?:\/\/\S{1,400}/g, ''))) return line;
    if (last === '') last = line;
  }
  return last || quiet;
}

const settings =
  /\binvalid environment\b|\b(?:url|uri|host|endpoint|token|key|password|username)\b[^\n]{0,20}\b(?:cannot|can't|must not|may not) be (?:empty|blank|null)\b|\bplease provide\b|\bconfigure (?:your )?credentials\b|\b(?:oauth|keys?|credentials?) file (?:not found|is missing|does not exist)\b|\bconnection (?:url|string)\b[^\n]{0,40}\b(?:required|missing|not)\b|\b(?:environment variables?|env vars?|api[ _-]?keys?|tokens?|credentials?|config(?:uration)?(?: file)?|settings?)\b[^\n]{0,80}\b(?:required|missing|not set|not (?:provided|found|configured|defined|specified)|must be (?:set|provided|specified)|undefined|is empty|needed)|\b(?:missing|required|no|set|provide|specify)\b[^\n]{0,60}\b(?:environment variables?|env vars?|api[ _-]?keys?|access tokens?|credentials?|config(?:uration)?|arguments?)\b/i;
/** The name of a variable beside words that ask for it. */
const variable =
  /\b[A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){1,6}\b[^\n]{0,80}\b(?:[Rr]equired|[Mm]issing|not set|not (?:provided|found|defined)|must be|undefined)|\b(?:[Mm]issing|[Rr]equired|[Ss]et|[Pp]rovide)\b[^\n]{0,40}\b[A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){1,6}\b|KeyError: '[A-Z][A-Z0-9_]{2,60}'/;
const usage =
  /^usage\b|\bUsage: |\brequires? the --|--[a-z][a-z-]{1,40} (?:flag|option) is |following arguments are required|unknown (?:option|argument|flag)|flag provided but not defined|flag needs an argument|\bfor flag -|unrecognized (?:option|argument)|invalid (?:option|argument|command)|missing (?:required )?(?:argument|option|command)\b|flags? (?:was|were) removed|too few arguments/i;
const installation =
  /cannot find (?:module|package)|module not found|no module named|command not found|executable file not found|not installed|(?:please |re)install |no such file or directory|shared librar|unsupported engine|requires (?:\w{1,20} ){0,3}(?:node|python)/i;

/** Its own code breaks while it starts: it will each time. */
const breaks = /^(?:[\w.]{1,60}\.)?(?:Attribute|Import|Type|Name|Syntax|Reference)Error: /;
/** Another version of a package is installed than the server was written for. */
const incompatible = /\bcannot import name\b/i;
/** What time or others may heal. */
const passing =
  /refused|timed? ?out|unreachable|\bENOTFOUND\b|EAI_AGAIN|ECONN|name resolution|not known|in use|EADDRINUSE|unavailable|lock/i;

export type Want = 'setting' | 'usage' | 'installation' | 'repair' | 'change';

/** What is wanting by these words, which no waiting brings; null where they do not say. `isStart`: it ended before it answered anything. */
export function wantOf(words: string, isStart = false): Want | null {
  const line = words.slice(0, 600);
  if (usage.test(line)) return 'usage';
  if (settings.test(line) || variable.test(line)) return 'setting';
  if (incompatible.test(line)) return 'repair';
  if (installation.test(line)) return 'installation';
  if (!isStart) return null;
  return breaks.test(line) ? 'repair' : passing.test(line) ? null : 'change';
}
