// What a process wrote to stderr before it exited: the line with the reason, and whether a restart could help.

import { isObject, member, parseJson } from '../json/json.ts';
import { withoutColors } from './colors.ts';

/** Lines without information: frames, brackets, boxes, empty fields of printed objects, the engine's name. */
const idle =
  /^(?:at |Docs?: |\w{0,20}ToolError: Error (?:executing|calling)|"stack":|Node\.js v\d|File "|from [\w.]{1,80} import |import |\^+$|-{3,}|={3,}|Emitted '|throw |node:|Traceback |During handling|The above exception|For further information|To disable|\(Use `node|npm (?:notice|warn)|npm (?:error|ERR!) (?:A complete log of this run|code |errno |syscall |path |\d{3} ?(?:Note that|tarball,|$))|requireStack:|url: 'file:|code: ['"]|errno: |syscall: |path: |cause: |- \/|(?:❱ )?\d{1,5} ?[|│]|[\w.]{1,120}\($)|^[\w.'"-]{1,40}: ?(?:\[(?:Object|Array|Function[^\]]{0,40})?\]|undefined|null|\{\}?|\[|\(\)|''|""),?$/;

const trouble =
  /error|fatal|fail|usage|cannot|can't|could not|exception|denied|requir|missing|invalid|refused|not found|not set|panic|unable|must |please |no such|unknown|expected|unsupported|deprecated|no longer/i;
/** Progress and warnings are less informative than later lines, regardless of wording. */
const chatter =
  /\b(?:INFO|DEBUG|TRACE|WARN|WARNING|DeprecationWarning|ExperimentalWarning)\b|^(?:info|debug|warn|Warning):/;

/** Never a reason: what the process did last is not why it ended. */
const progress = /^[^a-z]{0,40}(?:INFO|DEBUG|TRACE)\b|^(?:info|debug):/;

/** A line without its decoration; for a JSON log, its message. */
export function saidIn(whole: string): string {
  const line = withoutColors(whole)
    .replace(/^[\s|│]{1,40}/, '')
    .replace(/[\s|│]{1,200}$/, '');
  // A field of an object printed over several lines.
  const printed = /^"(?:message|msg|error)": "((?:[^"\\]|\\.){3,400})",?$/.exec(line)?.[1];
  if (printed !== undefined) return printed;
  const parsed = line.startsWith('{') && line.length < 20_000 ? parseJson(line) : null;
  // A long line was cut and no longer parses.
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

/** Stack frames, box borders and similar, also if indented. */
export const idleLine = (line: string): boolean => idle.test(saidIn(line));

/** Whether a line is more than progress or noise. */
export function speaksOfTrouble(line: string): boolean {
  return trouble.test(line) && !chatter.test(line);
}

const looked = 100;
const help = /^\s*usage\b/i;
/** In help output, only lines explicitly labeled as errors count. */
const plainError =
  /^(?:[\w@/.-]{1,60}: )?(?:fatal )?error\b|^flag (?:provided but not defined|needs an argument)|^invalid value .{1,100} for flag/i;

/** The most informative line: the last that reports a problem, else the last non-empty one. */
export function lastWords(lines: readonly string[]): string {
  return helpError(lines) ?? wordsIn(lines.slice(-looked));
}

/** The reason before or after a page of help, which is long and uses similar words; null without such a page or reason. */
export function helpError(lines: readonly string[]): string | null {
  const seen = lines.slice(-looked);
  const hasHelp = seen.some((line) => help.test(line));
  return (hasHelp ? seen.map(saidIn).findLast((line) => plainError.test(line)) : undefined) ?? null;
}

function wordsIn(lines: readonly string[]): string {
  let last = '';
  let quiet = '';
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = saidIn(lines[index] as string);
    if (line.length < 4 || !/\p{L}{3}/u.test(line) || idle.test(line)) continue;
    if (chatter.test(line)) {
      if (quiet === '' && !progress.test(line)) quiet = line;
      continue;
    }
    // URLs contain many misleading words.
    if (trouble.test(line.replaceAll(/https?:\/\/\S{1,400}/g, ''))) return line;
    if (last === '') last = line;
  }
  return last || quiet;
}

const settings =
  /\binvalid environment\b|\b(?:url|uri|host|endpoint|token|key|password|username)\b[^\n]{0,20}\b(?:cannot|can't|must not|may not) be (?:empty|blank|null)\b|\bplease provide\b|\bconfigure (?:your )?credentials\b|\b(?:oauth|keys?|credentials?) file (?:not found|is missing|does not exist)\b|\bconnection (?:url|string)\b[^\n]{0,40}\b(?:required|missing|not)\b|\b(?:environment variables?|env vars?|api[ _-]?keys?|tokens?|credentials?|config(?:uration)?(?: file)?|settings?)\b[^\n]{0,80}\b(?:required|missing|not set|not (?:provided|found|configured|defined|specified)|must be (?:set|provided|specified)|undefined|is empty|needed)|\b(?:missing|required|no|set|provide|specify)\b[^\n]{0,60}\b(?:environment variables?|env vars?|api[ _-]?keys?|access tokens?|credentials?|config(?:uration)?|arguments?)\b/i;
/** A variable name next to words that require it. */
const variable =
  /\b[A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){1,6}\b[^\n]{0,80}\b(?:[Rr]equired|[Mm]issing|not set|not (?:provided|found|defined)|must be|undefined)|\b(?:[Mm]issing|[Rr]equired|[Ss]et|[Pp]rovide)\b[^\n]{0,40}\b[A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){1,6}\b|KeyError: '[A-Z][A-Z0-9_]{2,60}'/;
const usage =
  /^usage\b|\bUsage: |\binvalid (?:value (?:for|of) )?--[a-z]|\brequires? the --|--[a-z][a-z-]{1,40} (?:flag|option) is |following arguments are required|unknown (?:option|argument|flag)|flag provided but not defined|flag needs an argument|\bfor flag -|unrecognized (?:option|argument)|invalid (?:option|argument|command)|missing (?:required )?(?:argument|option|command)\b|flags? (?:was|were) removed|too few arguments|\b(?:command[- ]line|positional) arguments?\b|\bas (?:an?|the) (?:first |only )?arguments?\b/i;

/** A value that someone wrote, not a broken package. */
const brokenJson =
  /\bJSONDecodeError\b|\bis not valid JSON\b|\bin JSON at position\b|\bUnexpected end of JSON\b|\bJSON Parse error\b/;
const installation =
  /cannot find (?:module|package)|module not found|no module named|command not found|executable file not found|not installed|(?:please |re)install |no such file or directory|shared librar|unsupported engine|requires (?:\w{1,20} ){0,3}(?:node|python)/i;

/** The server's code fails during startup, so it will fail each time. */
const breaks = /^(?:[\w.]{1,60}\.)?(?:Attribute|Import|Type|Name|Syntax|Reference)Error: /;
/** An installed package has another version than the server expects. */
const incompatible = /\bcannot import name\b/i;
/** Problems that may pass with time. */
const passing =
  /refused|timed? ?out|unreachable|\bENOTFOUND\b|EAI_AGAIN|ECONN|name resolution|not known|in use|EADDRINUSE|unavailable|lock/i;

export type Want = 'setting' | 'usage' | 'installation' | 'repair' | 'change';

/** What is missing and will not come by waiting; null if the text does not say. `isStart`: it exited before any response. */
export function wantOf(words: string, isStart = false): Want | null {
  const line = words.slice(0, 600);
  if (usage.test(line)) return 'usage';
  if (settings.test(line) || variable.test(line)) return 'setting';
  if (isStart && brokenJson.test(line)) return 'change';
  if (incompatible.test(line)) return 'repair';
  if (installation.test(line)) return 'installation';
  if (!isStart) return null;
  return breaks.test(line) ? 'repair' : passing.test(line) ? null : 'change';
}
