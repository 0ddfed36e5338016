// Tools that hand on what others wrote (programs that ran, documents, logs, pages) and tools that look something up.
// Told by the words of their names.

import { readWords } from '../../dialects/words.ts';
import { isObject, type Json } from '../../json/json.ts';

/** The words of a tool's name. */
export type ToolWords = readonly string[];

export function toolWords(target: string | undefined): ToolWords {
  return target === undefined ? [] : readWords(target.slice(0, 120));
}

/** Whether one of the words is in the name of a tool. */
function named(words: string): (tool: ToolWords) => boolean {
  const known = new Set(words.trim().split(/\s+/));
  return (tool) => tool.some((word) => known.has(word));
}

const prints = named(
  `
    run exec execute shell bash sh zsh powershell terminal command commands cmd eval evaluate script code python
    node compile build test tests lint diagnose log logs tail output stdout console trace read cat view show file
    files document documents doc docs content contents page pages fetch scrape crawl extract transcript search
    grep find diff blame snapshot html markdown text notes note message messages email emails mail inbox comment
    comments chat ask quote lyrics song poem article story explain review summarize translate
  `,
);

const acts = named(
  `
    send post create add update delete remove write edit upload move copy rename duplicate append replace set put
    insert publish reply patch apply save modify change
  `,
);

/** Tools that do something with what is there: that it is not there, or not running, is why they could not. */
const operates = named(
  `
    click press tap type fill hover drag scroll swipe select navigate focus submit play pause resume skip seek
    record stop start restart kill close open connect disconnect attach detach step continue switch toggle enable
    disable lock unlock join leave commit push pull merge deploy cancel approve execute run install save export
    import
  `,
);

/** Tools after which a thing is locked or closed: that it is so is what they did. */
export const isEnding = named('lock protect freeze fill close');

/** Tools that change something, by their names. */
export function isActing(tool: ToolWords): boolean {
  return acts(tool) || operates(tool);
}

/** Tools that hand on what was written elsewhere; who sends a message or writes a note speaks for itself. */
export function isPrinter(tool: ToolWords): boolean {
  return prints(tool) && !acts(tool);
}

/** Tools that look something up: "not found" is an answer of theirs. */
export const isAsking = named(
  `
    search find get read fetch show describe lookup check exists exist validate verify query list match is has can
    ask analyze lint test inspect resolve status history poll monitor watch
  `,
);

/** Tools that hand on what was written elsewhere while things ran. */
export const isRecorder = named(
  `
    ocr log logs console tail transcript stdout stderr stacktrace backtrace trace traceback screen network
    requests
  `,
);

/** Tools whose answer is a text in other words, or a judgement about one or about a network; a statement is explained by running it. */
const rewrites = named(
  `
    explain hover translate translation echo repeat define definition dictionary paraphrase rewrite proofread word
    review diagnose ping traceroute decode decrypt unescape
  `,
);
const ofStatements = named('query queries sql statement');

export function isRewriter(tool: ToolWords): boolean {
  return rewrites(tool) && !ofStatements(tool);
}

/** Tools that run programs which somebody else wrote. */
export const isRunner = named('run exec execute eval evaluate python javascript code script shell bash repl');

const reads = named('read cat contents gist snippet paste pasted clipboard');
const hands = named('get convert extract export view show load fetch download recall retrieve');
const ofTexts = named('document doc text markdown content page note article file object blob memory secret value');
const gets = named('get recall retrieve load lookup hget');

/** Tools that give back a text as it is kept. */
export function isReader(tool: ToolWords): boolean {
  return !acts(tool) && (reads(tool) || (hands(tool) && ofTexts(tool)));
}

/** Tools that give back what is kept under a key. */
export function isKeyed(tool: ToolWords, sent: Json): boolean {
  return gets(tool) && !acts(tool) && isObject(sent) && typeof sent.key === 'string';
}

/** Tools that are asked for one thing by its name: that it is not there is no answer. */
export const isFetching = named('get read fetch show describe open view load');

/** Whether a sentence names what the tool does: "Translation failed" of a tool that translates. */
export function namesItself(sentence: string, tool: ToolWords): boolean {
  const said = sentence.slice(0, 80).toLowerCase();
  return tool.some((word) => word.length > 3 && !plainNouns.has(word) && said.includes(word.slice(0, 7)));
}

/** Words of tools that stand in any text. */
const plainNouns = new Set(
  `
    text word page file document note message read code name data with from this that error errors failure
    exception
  `.split(' '),
);

/** Tools that are asked whether a thing is there. */
export const isSeeking = named('find search exists exist check has is lookup locate');

/** Tools that look for what is wrong: a list of it is their answer. */
export const isJudging = named(
  `
    check lint validate verify diagnostics problems grammar spell audit scan analyze inspect test tests review
    health ping probe monitor status uptime
  `,
);

/** Tools that list what went wrong elsewhere. */
export const isOfErrors = named(
  'error errors exception exceptions failed failure failures crash crashes incident incidents',
);

/** Every kind that rules ask for, by its name. */
export const kinds = {
  acting: isActing,
  asking: isAsking,
  ending: isEnding,
  fetching: isFetching,
  judging: isJudging,
  ofErrors: isOfErrors,
  printing: isPrinter,
  reading: isReader,
  recording: isRecorder,
  rewriting: isRewriter,
  running: isRunner,
  seeking: isSeeking,
} as const;
export type ToolKind = keyof typeof kinds;
