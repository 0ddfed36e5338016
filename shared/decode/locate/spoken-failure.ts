// Tool texts that report a failure when nothing else does: in plain words, in several languages, with emoji, or as counts.
// dialects/failure-sentences.ts has the sentences, dialects/content-signs.ts the signs of content; this module has the further
// conditions. Program output, documents and search results are content: they start differently, or are long. did-it-fail.ts has the rest.

import * as content from '../../dialects/content-signs.ts';
import * as sentences from '../../dialects/failure-sentences.ts';
import { telling } from '../../dialects/telling-words.ts';
import { isObject, type Json } from '../../json/json.ts';
import { placeOfSent, textsIn } from '../extract/caller-words.ts';
import { firstLine } from '../reading/reading.ts';
import type { ToolKind } from './tool-kinds.ts';
import * as tools from './tool-kinds.ts';

/** Longer texts are content, unless they start with the clearest words. */
const longest = 6000;
const ornament = /^(?:[#*_>`\s❌✖✗✘⛔🚫⚠🔴💥🛑❗‼❓ℹ🔒⏱🚨]|\u{fe0f}){1,12}/u;
const crosses = /^(?:[#*_>`\s]|\u{fe0f}){0,6}([❌✖✗✘⛔🚫🔴💥🛑])/u;

export function saysItFailed(text: string, target: string | undefined, sent: Json = null): boolean {
  const head = text.slice(0, 800).trimStart();
  const tool = tools.toolWords(target);
  if (head.startsWith('<')) {
    if (content.xmlError.test(head) && content.xmlReason.test(head)) return true;
    // A tool that was asked for a page returns what it got.
    if (content.errorPage.test(head) && !tools.returnsPages(tool) && !namesPlace(sent)) return true;
  }
  if (sentences.tagged.test(head) && sentences.soundsFailed(head)) return true;
  const bare = head.replace(ornament, '');
  if (content.aboutErrors.test(bare) || isQuestion(bare) || isLog(head)) return false;
  // A rewritten text describes others: only words about the server's settings count.
  if (tools.isRewriter(tool)) return sentences.asksForSetup.test(head) || isOwnTrouble(bare, tool);
  if (content.points.test(head) || (tools.isPrinter(tool) && content.defined.test(bare))) return false;
  if (tools.isJudging(tool) && (content.placed.test(head) || content.corrected.test(head))) return false;
  if (tools.returnsArt(tool) && content.inPerson.test(bare)) return false;
  // Most texts do not match: the other explanations are checked last.
  if (!soundsLikeOne(text, head, bare, tool, sent) && !isMissing(text, bare, tool, sent))
    return isBelow(text, tool) || isLater(text, tool);
  return !isList(bare, tool) && !isRecorded(text, head, tool, sent);
}

function soundsLikeOne(text: string, head: string, bare: string, tool: tools.ToolWords, sent: Json): boolean {
  const isPlain = sentences.plainest.test(bare);
  // However long the rest is: the line names a path or an id of the call.
  if (isPlain && !tools.isSeeking(tool) && namesThisCall(firstLine(bare), sent)) return true;
  if (text.length > longest) return isPlain && !text.includes('```');
  // Several lines of a tool that returns records start like the record.
  if (isPlain) return !isPartOfRecord(head, tool) && !(tools.isRunner(tool) && sentences.thrown.test(bare));
  const cross = crosses.exec(head)?.[1];
  // A status light shows the state of the requested item.
  const isLamp = (cross === '🔴' && tools.isAsking(tool)) || (tools.isJudging(tool) && content.faring.test(bare));
  if (cross !== undefined && !isLamp && isCrossed(bare, text, tools.isPrinter(tool))) return true;
  // A heading is the start of a document.
  if (head.startsWith('#')) return false;
  if (text.length < 2000 && tools.isRunner(tool) && sentences.stopped.test(text)) return true;
  if (text.length > 600 && tools.isPrinter(tool)) return false;
  if (text.length > 2000) return sentences.broke.test(bare);
  if (hasTally(head)) return true;
  const line = firstLine(bare).slice(0, 300);
  // Checked only if such a sentence occurs: most texts have none.
  return hasSentence({ text, head, bare, line, tool, sent }) && !isSettled(bare, line, tool);
}

/** Counts, and what succeeded after all. */
function isSettled(bare: string, line: string, tool: tools.ToolWords): boolean {
  if (tools.isStopping(tool) && content.atRest.test(line)) return true;
  if (content.counted.test(line) || content.counts.test(bare)) return true;
  return content.worked.test(line) || content.notedSigns.test(line) || sentences.settled.test(line);
}

interface Said {
  text: string;
  head: string;
  bare: string;
  /** The first line, without decoration. */
  line: string;
  tool: tools.ToolWords;
  sent: Json;
}

/** When a sentence counts as a failure. */
interface Rule {
  id: string;
  says: RegExp;
  /** Longer texts are something else. */
  longest: number;
  /** Only for tools of these kinds; default: all. */
  from?: readonly ToolKind[];
  /** For tools of these kinds it is content. */
  notFrom?: readonly ToolKind[];
  /** Further conditions. */
  when?: (said: Said) => boolean;
  /** Searches the whole start instead of the first line. */
  in?: 'head' | 'bare';
  /** If it matches, no later rule is checked. */
  settles?: true;
}

/** The first match wins. Cheap and decisive rules come first. */
export const spokenRules: readonly Rule[] = [
  { id: 'database', says: sentences.ofDatabase, longest: 399, notFrom: ['reading', 'seeking'], settles: true },
  { id: 'python', says: sentences.ofPython, longest: 239, notFrom: ['running', 'judging'], settles: true },
  { id: 'unread', says: sentences.unread, longest: 239, notFrom: ['seeking'], settles: true },
  {
    id: 'out-of-service',
    says: sentences.outOfService,
    longest: 2000,
    notFrom: ['judging'],
    when: ({ bare }) => !bare.includes('\n'),
    settles: true,
  },
  // A failure is about the call: it names an argument.
  {
    id: 'argument',
    says: sentences.ofArgument,
    longest: 239,
    notFrom: ['judging'],
    when: ({ line, sent }) => startsWithName(line, sent),
  },
  { id: 'empty', says: sentences.empty, longest: 239, notFrom: ['judging'] },
  { id: 'only-hit', says: sentences.onlyHit, longest: 399, from: ['seeking'], in: 'bare' },
  // Output of executed programs is content.
  {
    id: 'system',
    says: sentences.ofSystem,
    longest: 2000,
    notFrom: ['judging', 'seeking'],
    // `psql: error: …` from run_psql: the tool's own program.
    when: ({ tool, line }) => !tools.isRunner(tool) || tool.some((word) => line.startsWith(`${word}: `)),
    settles: true,
  },
  // A status that was asked about is content.
  {
    id: 'status-line',
    says: sentences.statusLine,
    longest: 699,
    notFrom: ['judging', 'seeking'],
    when: ({ line, text, tool, sent }) =>
      placeOfSent(line.slice(0, 12), sent) < 0 && !(tools.isPrinter(tool) && text.includes('\n')),
  },
  { id: 'opens', says: sentences.opens, longest: 2000, when: ({ line, bare, tool }) => !isTold(line, bare, tool) },
  { id: 'offers', says: sentences.offers, longest: 399, notFrom: ['judging'], settles: true },
  { id: 'instead', says: sentences.instead, longest: 399, notFrom: ['judging', 'seeking'], settles: true },
  // A failure is about the call.
  {
    id: 'unfit',
    says: sentences.unfit,
    longest: 239,
    notFrom: ['judging', 'seeking'],
    when: ({ line, sent }) => namesSent(line, sent),
  },
  {
    id: 'refuses',
    says: sentences.refuses,
    longest: 2000,
    notFrom: ['asking'],
    when: ({ text, bare }) => text.length < 240 || isGuided(bare),
  },
  { id: 'idle', says: sentences.idle, longest: 239, from: ['acting'], notFrom: ['asking'] },
  { id: 'in-the-way', says: sentences.inTheWay, longest: 239, from: ['acting'], notFrom: ['ending'] },
  { id: 'unchanged', says: sentences.unchanged, longest: 239, notFrom: ['asking'] },
  { id: 'missed', says: sentences.missed, longest: 239, notFrom: ['asking', 'printing'] },
  { id: 'setup', says: sentences.asksForSetup, longest: 399, in: 'head' },
  { id: 'long-setup', says: sentences.asksForSetup, longest: 699, notFrom: ['printing'], in: 'head', settles: true },
  { id: 'unset', says: sentences.unset, longest: 399 },
  { id: 'long-unset', says: sentences.unset, longest: 699, notFrom: ['printing'], settles: true },
  { id: 'says', says: sentences.says, longest: 699, notFrom: ['printing', 'recording'] },
];

/** A failure sentence, if such a tool's text counts. */
function hasSentence(said: Said): boolean {
  if (!telling.test(said.line)) return false;
  for (const { says, longest: most, from, notFrom, when, in: place = 'line', settles } of spokenRules) {
    if (said.text.length > most || !says.test(said[place])) continue;
    if (from !== undefined && !from.some((kind) => tools.kinds[kind](said.tool))) continue;
    if (when !== undefined && !when(said)) continue;
    if (notFrom === undefined || !notFrom.some((kind) => tools.kinds[kind](said.tool))) return true;
    if (settles) return false;
  }
  return false;
}

/** A refusal alone, then alternatives below it; most texts have no such gap. */
function isGuided(bare: string): boolean {
  return bare.includes('\n\n') && content.guided.test(bare);
}

/** What a rewriting tool says about its own work, or about reaching its service. */
function isOwnTrouble(bare: string, tool: tools.ToolWords): boolean {
  const line = firstLine(bare).slice(0, 300);
  if (bare.includes('\n\n') || !sentences.soundsFailed(line)) return false;
  const isOnTheWay = sentences.onTheWay.test(line);
  if (isOnTheWay && line.length < 120) return true;
  if (!isOnTheWay && !tools.namesItself(line, tool)) return false;
  return sentences.plainest.test(line) || sentences.opens.test(line);
}

/** "Plan west.txt does not exist" when the call asked for that plan. */
function isMissing(text: string, bare: string, tool: tools.ToolWords, sent: Json): boolean {
  if (text.length > 240 || tools.isSeeking(tool) || tools.isJudging(tool)) return false;
  if (!namesThing(bare, tool) && !textsIn(sent).some((part) => part !== '' && bare.includes(part))) return false;
  if (sentences.isMissingAbroad.test(bare)) return true;
  return tools.isFetching(tool) && (sentences.isMissing.test(bare) || sentences.isNone.test(bare));
}

/** "Plan not found" from a tool that gets plans. */
function namesThing(bare: string, tool: tools.ToolWords): boolean {
  const thing = /^(?:the |this )?([a-z]{4,30})/i.exec(bare)?.[1]?.toLowerCase();
  return thing !== undefined && tool.includes(thing);
}

/** A failure is about the call: the text contains a multi-word value or path from the arguments. */
export function namesSent(text: string, sent: Json): boolean {
  return textsIn(sent).some((part) => part.length > 3 && text.includes(part));
}

/** The same with a value that few other texts contain: a path, or an id with a digit. */
function namesThisCall(line: string, sent: Json): boolean {
  return textsIn(sent).some((part) => part.length > 3 && /[/\\\d]/.test(part) && line.includes(part));
}

/** A URL or a path was sent. */
const namesPlace = (sent: Json): boolean =>
  textsIn(sent).some((part) => /^(?:[a-z][a-z+]{1,20}:|\.{0,2}\/|~)/i.test(part));

/** Whether a line starts with the name of an argument that was sent. */
function startsWithName(line: string, sent: Json): boolean {
  const name = /^['"`]?([A-Za-z_][\w.-]{0,40})/.exec(line)?.[1];
  return name !== undefined && isObject(sent) && Object.hasOwn(sent, name);
}

/** Program output, followed by a stack trace. */
function isLater(text: string, tool: tools.ToolWords): boolean {
  if (text.length > longest || !text.includes('Traceback (most recent')) return false;
  if (tools.isPrinter(tool) || tools.isRecorder(tool) || tools.isOfErrors(tool)) return false;
  return sentences.brokeLater.test(text);
}

/** A heading, followed by a line that reports the failure. */
function isBelow(text: string, tool: tools.ToolWords): boolean {
  if (text.length > 400) return false;
  const said = text.trim();
  const heading = sentences.headed.exec(said)?.[0];
  if (heading === undefined || tools.isPrinter(tool) || tools.isAsking(tool)) return false;
  const line = said.slice(heading.length);
  return sentences.plainest.test(line) || sentences.opens.test(line);
}

/** Lines about other things: codes or terms and their meaning, requests and responses, checklists, found pages with URLs. */
function isList(bare: string, tool: tools.ToolWords): boolean {
  if (content.contentCodes.test(bare) || content.requests.test(bare)) return true;
  if (tools.isPrinter(tool) && content.terms.test(bare)) return true;
  if (content.checked.test(bare) && (tools.isAsking(tool) || tools.isJudging(tool))) return true;
  return tools.isAsking(tool) && (bare.match(content.addresses)?.length ?? 0) > 1;
}

/** "Unable to attend?" */
function isQuestion(bare: string): boolean {
  return /[.!?:\n]/.exec(bare.slice(0, 121))?.[0] === '?';
}

/** A commit, a table row, or lines that start with a level or a time: a log. */
function isLog(head: string): boolean {
  if (content.datedLine.test(head) || content.row.test(head) || content.commits.test(head)) return true;
  if (!content.logLine.test(head)) return false;
  const lines = head.split('\n', 4);
  return lines.length > 2 && lines.slice(0, 3).every((line) => content.logLine.test(line));
}

/** Program output and knowledge about errors come in lines. */
function isRecorded(text: string, head: string, tool: tools.ToolWords, sent: Json): boolean {
  // A single error that was looked up, unless the tool describes its own work.
  if (tools.isOfErrors(tool) && !text.includes('\n') && tools.isAsking(tool))
    return !content.ofOwnWork.test(head.replace(/^error: /i, '')) && !sentences.onTheWay.test(head);
  if (!text.includes('\n') || namesSent(firstLine(head), sent) || sentences.asksForSetup.test(head)) return false;
  return tools.isRecorder(tool) || tools.isOfErrors(tool);
}

/** Whether several lines that start like a failure are a log, a looked-up error, or a ticket. */
function isPartOfRecord(head: string, tool: tools.ToolWords): boolean {
  return content.ofRecord.test(head) || (tools.isAsking(tool) && head.includes('```'));
}

/** Whether a text that starts like a failure is a document, a requested record, or a check's result. */
function isTold(line: string, bare: string, tool: tools.ToolWords): boolean {
  if (tools.isPrinter(tool) && ((isProse(line) && !tools.namesItself(line, tool)) || content.titled.test(bare)))
    return true;
  if (tools.isSeeking(tool) && content.lacks.test(line)) return true;
  return (
    (tools.isAsking(tool) && content.ofRecord.test(bare)) ||
    (tools.isJudging(tool) && line.length < 40 && /^no |not /i.test(line))
  );
}

/** "Unable to sleep, he walked": in arbitrary text, only typical program failures count. */
function isProse(line: string): boolean {
  return content.inAbility.test(line) && (!content.ofPrograms.test(line) || line.includes(', but '));
}

/** A cross before a sentence; in a checker's verdict the cross is the result. */
function isCrossed(bare: string, text: string, printer: boolean): boolean {
  if (content.contentVerdicts.test(bare)) return false;
  return (!printer && text.length < 400) || sentences.soundsFailed(firstLine(bare).slice(0, 300));
}

/** "0 successful, 1 failed": everything failed. Failed tests are a result. */
function hasTally(head: string): boolean {
  return hasZero(head) && sentences.noneWorked.test(head) && sentences.someFailed.test(head);
}

/** Every empty count contains a 0 as a word; few other texts do. */
function hasZero(text: string): boolean {
  for (let at = text.indexOf('0'); at >= 0; at = text.indexOf('0', at + 1))
    if (!/\w/.test(text.charAt(at - 1)) && !/\w/.test(text.charAt(at + 1))) return true;
  return false;
}
