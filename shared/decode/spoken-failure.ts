// Texts of a tool that say it failed, where nothing else does: in plain words, in several languages, with emoji, or as a tally.
// The sentences themselves are in dialects/failure-sentences.ts; here stands what else must hold before one is believed.
// What a program printed, a document says or a search found is content: those begin otherwise, or are long. JSON is disguised.ts's.

import {
  asksForSetup,
  idle,
  missed,
  noneWorked,
  offers,
  opens,
  plainest,
  refuses,
  says,
  someFailed,
  soundsFailed,
  thrown,
  unset,
} from '../dialects/failure-sentences.ts';
import { firstLine } from './facts/facts.ts';
import {
  isActing,
  isAsking,
  isJudging,
  isOfErrors,
  isPrinter,
  isRecorder,
  isRewriter,
  isRunner,
  type ToolWords,
  toolWords,
} from './printers.ts';

/** Longer texts are content, unless they begin with the plainest words. */
const longest = 6000;
const ornament = /^(?:[#*_>`\s❌✖✗✘⛔🚫⚠🔴💥🛑❗‼❓ℹ🔒⏱🚨]|\u{fe0f}){1,12}/u;
const crosses = /^(?:[#*_>`\s]|\u{fe0f}){0,6}([❌✖✗✘⛔🚫🔴💥🛑])/u;

export function saysItFailed(text: string, target: string | undefined): boolean {
  const head = text.slice(0, 800).trimStart();
  if (isXmlError(head)) return true;
  const bare = head.replace(ornament, '');
  if (isAboutErrors.test(bare) || isQuestion(bare) || isLog(head)) return false;
  const tool = toolWords(target);
  // Of a text in other words, its own words say nothing: only what speaks of the server's settings does.
  if (isRewriter(tool)) return asksForSetup.test(head);
  // Most texts say nothing of the kind: what else they may be is asked last.
  return soundsLikeOne(text, head, bare, tool) && !isList(bare, tool) && !isRecorded(text, head, tool);
}

function soundsLikeOne(text: string, head: string, bare: string, tool: ToolWords): boolean {
  if (text.length > longest) return plainest.test(bare) && !text.includes('```');
  // Several lines of a tool that hands on records begin as the record does.
  if (plainest.test(bare))
    return !((text.includes('\n') && isPartOfRecord(head, tool)) || (isRunner(tool) && thrown.test(bare)));
  const cross = crosses.exec(head)?.[1];
  // A lamp shows how the thing fares that was looked up.
  const isLamp = cross === '🔴' && isAsking(tool);
  if (cross !== undefined && !isLamp && isCrossed(bare, text, isPrinter(tool))) return true;
  // A heading is the beginning of a document.
  if (head.startsWith('#')) return false;
  if (text.length > 2000 || (text.length > 600 && isPrinter(tool))) return false;
  const line = firstLine(bare).slice(0, 300);
  if (hasTally(head)) return true;
  if (counted.test(line) || counts.test(bare) || worked.test(line)) return false;
  if (opens.test(line) && !isTold(line, bare, tool)) return true;
  if (text.length < 400 && offers.test(line)) return !isJudging(tool);
  if ((text.length < 240 || guided.test(bare)) && refuses.test(line) && !isAsking(tool)) return true;
  if (text.length < 240 && idle.test(line) && isActing(tool) && !isAsking(tool)) return true;
  if (text.length < 240 && missed.test(line) && !isAsking(tool) && !isPrinter(tool)) return true;
  if (text.length >= 700) return false;
  // The tool's name is read last: most texts say neither.
  if (asksForSetup.test(head) || unset.test(line)) return text.length < 400 || !isPrinter(tool);
  return says.test(line) && !isPrinter(tool);
}

/** "Error handling in Go", "Errors: 0" and "Error rate: 0 %" are about errors, not failures. */
const isAboutErrors =
  /^(?:(?:errors?|exceptions?|failures?|warnings?|failed)(?: \w{1,20}){0,2}:\s{0,2}(?:\d{1,9}\b(?!\d{0,3}[ :-])|(?:none|no|no errors|null|n\/a|false)\s{0,3}(?:[.,;|]|$)|\[\])|(?:errors?|exceptions?) (?:handling|rate|count|log|logs|budget|codes?|messages?|types?|boundar|report|tracking|analysis|summary|statistics|in \w+ (?:are|were)))/i;

/** Lines of other things: codes and what they mean, requests and their answers, check lists, found pages with their addresses. */
function isList(bare: string, tool: ToolWords): boolean {
  if (codes.test(bare) || requests.test(bare)) return true;
  if (checked.test(bare) && (isAsking(tool) || isJudging(tool))) return true;
  return isAsking(tool) && (bare.match(addresses)?.length ?? 0) > 1;
}

const codes =
  /^(?:HTTP )?[1-5]\d\d\b[^\n]{0,200}\n[-*\s|]{0,4}(?:HTTP )?[1-5]\d\d\b|^[\w ]{1,40}: (?:raised|thrown|returned|occurs|happens|indicates|means) (?:when|if|that|by)\b/i;
const requests =
  /^(?:HTTP\/[\d.]{1,3} |Status(?: code)?: )[1-5]\d\d[^\n]{0,60}\n(?!error|message|detail|reason|code)(?:\n|[\w-]{2,40}: )|^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) \S{1,300} (?:=>|->|→|[1-5]\d\d\b)/i;
const addresses = /\n\s{0,8}(?:[-*•] |URL: |Link: )?https?:\/\//g;

/** An error document of a service that speaks XML. */
function isXmlError(head: string): boolean {
  return head.startsWith('<') && xmlError.test(head) && xmlReason.test(head);
}

const xmlError =
  /^(?:<\?xml[^>]{0,200}\?>\s{0,8})?<(?:(?:\w{1,20}:)?(?:Error|ErrorResponse|error|Fault|ServiceExceptionReport|ExceptionReport)|\w{1,20}:Envelope[^>]{0,400}>\s{0,40}(?:<\w{1,20}:Header\/>\s{0,40})?<\w{1,20}:Body>\s{0,40}<\w{1,20}:Fault)[\s>]/;
const xmlReason = /<(?:\w{1,20}:)?(?:code|message|faultstring|reason|serviceexception|exceptiontext)\b/i;

/** A line that was ticked. */
const checked = /\n\s{0,8}[-*]?\s?[✅✓✔☑]/u;

/** "Unable to attend?" */
function isQuestion(bare: string): boolean {
  return /[.!?:\n]/.exec(bare.slice(0, 121))?.[0] === '?';
}

/** Line after line with a level or a time before it: a log, whoever printed it. */
function isLog(head: string): boolean {
  if (!logLine.test(head)) return false;
  const lines = head.split('\n', 4);
  return lines.length > 2 && lines.slice(0, 3).every((line) => logLine.test(line));
}

const logLine = /^\[?(?:ERROR|WARN(?:ING)?|INFO|DEBUG|TRACE|FATAL|\d{4}-\d\d-\d\d[T ]\d\d:\d\d)/;

/** What was said while things ran, and what is known of errors, is told in lines. */
function isRecorded(text: string, head: string, tool: ToolWords): boolean {
  return text.includes('\n') && (isRecorder(tool) || isOfErrors(tool)) && !asksForSetup.test(head);
}

/** Whether several lines that begin like a failure are a log, an error that was looked up, or a ticket. */
function isPartOfRecord(head: string, tool: ToolWords): boolean {
  return ofRecord.test(head) || (isAsking(tool) && head.includes('```'));
}

/** A ticket or a note printed line by line: its first line is its title. */
const ofRecord =
  /\n[-*\s]{0,4}(?:State|Labels?|Priority|Assignees?|Author|Reporter|Created|Updated|Due|Tags|Milestone|From|Subject|Culprit|First [Ss]een|Duration|Branch|Commit)\*{0,2}:/;

/** Whether what opens like a failure is a text, a record that was asked for, or how a check came out. */
function isTold(line: string, bare: string, tool: ToolWords): boolean {
  if (isPrinter(tool) && (isProse(line) || titled.test(bare))) return true;
  return (isAsking(tool) && ofRecord.test(bare)) || (isJudging(tool) && line.length < 40 && /^not? /i.test(line));
}

/** "Unable to sleep, he walked": of a text that may be anybody's, only what programs fail at counts. */
function isProse(line: string): boolean {
  return inAbility.test(line) && (!ofPrograms.test(line) || line.includes(', but '));
}

const inAbility = /^(?:[A-Za-z', ]{0,30}\b)?(?:failed|unable|could not|couldn't|cannot|can't|can not) /i;
const ofPrograms =
  /^[^\n]{0,60}?\b(?:access|authenticate|call|complete|connect|convert|create|decode|delete|determine|download|execute|extract|fetch|find|generate|get|import|initiali[sz]e|launch|list|load|locate|open|parse|perform|process|query|reach|read|render|resolve|retrieve|run|save|scrape|search|send|start|update|upload|write)\b/i;

/** A refusal in a line of its own, and below it what could be done instead. */
const guided = /^[^\n]{4,160}[.!*]\n\n/;

/** "2 sent. 1 failed.": counts are a tally's. */
const counted =
  /(?<=\b\d{1,6} (?:(?:tests|checks|specs|jobs|files|items) )?)(?:failed|errored|timed out)\b|\bdry[- ]run (?:only|mode)\b|\(dry[- ]run\)/;
/** "Access denied: 3 users", and the next line counts too. */
const counts = /^[^:\n]{3,40}: \d{1,9}(?: \w{1,20})?\n[^:\n]{3,40}: \d{1,9}\b/;
const worked = /^(?:[✅☑✔✓]|success(?:fully\b|[.!]))/iu;

/** A title by itself, and a text below. */
const titled = /^[^:.\n]{1,60}\n\n/;

/** A cross before a sentence; of a checker's verdict the cross is the answer. */
function isCrossed(bare: string, text: string, printer: boolean): boolean {
  if (
    /^(?:user |invalid\b|not valid|\d{1,6} (?:issues?|problems?|errors?|warnings?|violations?|tests?)|no (?:issues|problems|errors)|incorrect|wrong|false)/i.test(
      bare,
    )
  )
    return false;
  return (!printer && text.length < 400) || soundsFailed(firstLine(bare).slice(0, 300));
}

/** "0 successful, 1 failed": something was done and nothing of it worked. Tests that fail are an answer. */
function hasTally(head: string): boolean {
  return hasZero(head) && noneWorked.test(head) && someFailed.test(head);
}

/** A 0 by itself is in every tally of nothing, and in few texts. */
function hasZero(text: string): boolean {
  for (let at = text.indexOf('0'); at >= 0; at = text.indexOf('0', at + 1))
    if (!/\w/.test(text.charAt(at - 1)) && !/\w/.test(text.charAt(at + 1))) return true;
  return false;
}
