// Classifies tools by the words of their names: tools that return text written by others (programs, documents, logs, pages), lookups, and
// more.

import { readWords } from '../../dialects/split-words.ts';
import { isObject, type Json } from '../../json/json.ts';

/** The words of a tool's name. */
export type ToolWords = readonly string[];

export function toolWords(target: string | undefined): ToolWords {
  return target === undefined ? [] : readWords(target.slice(0, 120));
}

/** Whether the tool's name contains one of the words. */
export function named(words: string): (tool: ToolWords) => boolean {
  const known = new Set(words.trim().split(/\s+/));
  return (tool) => tool.some((word) => known.has(word));
}

const prints = named(
  `
    run exec execute shell bash sh zsh powershell terminal command commands cmd eval evaluate script code python
    node compile build test tests lint diagnose log logs tail output stdout console trace read cat view show file
    files document documents doc docs content contents page pages fetch scrape crawl extract transcript search
    grep find diff blame snapshot html markdown text notes note message messages email emails mail inbox comment
    comments chat ask quote transcribe transcription ticket tickets bug lyrics song poem article story explain review summarize translate
  `,
);

const acts = named(
  `
    send post create add update delete remove write edit upload move copy rename duplicate append replace set put
    insert publish reply patch apply save modify change
  `,
);

/** Tools that act on existing things: a missing or stopped one is a failure. */
const operates = named(
  `
    click press tap type fill hover drag scroll swipe select navigate focus submit play pause resume skip seek
    record stop start restart kill close open connect disconnect attach detach step continue switch toggle enable
    disable lock unlock join leave commit push pull merge deploy cancel approve execute run install save export
    import
  `,
);

/** Tools that lock or close things: a locked or closed result is success. */
export const isEnding = named('lock protect freeze fill close');

/** Tools that end something or refuse it: that it is over is what was asked for. */
export const isStopping = named(
  'stop kill quit exit shutdown logout out cancel abort reject deny decline refuse revoke',
);

/** Tools that change something, by their names. */
function isActing(tool: ToolWords): boolean {
  return acts(tool) || operates(tool);
}

/** Tools that return text written elsewhere; a tool that sends a message or writes a note reports on itself. */
export function isPrinter(tool: ToolWords): boolean {
  return prints(tool) && !acts(tool);
}

/** Lookup tools: "not found" is a valid result. */
export const isAsking = named(
  `
    search find get read fetch show describe lookup check exists exist validate verify query list match is has can
    ask analyze lint test inspect resolve status history poll monitor watch explain meaning
  `,
);

/** Tools that return output of running programs. */
export const isRecorder = named(
  `
    ocr log logs console tail transcript stdout stderr stacktrace backtrace trace traceback screen network
    requests
  `,
);

/** Tools that return a rewritten text, or an assessment of a text or network. Explaining a statement runs it. */
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

/** Tools that return works of art: their sentences are about the world. */
export const returnsArt = named(
  'lyrics song songs poem poems poetry story stories tale verse novel chapter quote quotes',
);

/** Tools that return pages of the web. */
export const returnsPages = named('html page pages web website site url browser scrape crawl http curl content source');

/** Tools that run other people's programs. */
export const isRunner = named('run exec execute eval evaluate python javascript code script shell bash repl');

const reads = named(
  'read cat contents gist snippet paste pasted clipboard leer ler lire lesen leggi читать прочитать 读 讀 読',
);
const hands = named('get convert extract export view show load fetch download recall retrieve');
const ofTexts = named('document doc text markdown content page note article file object blob memory secret value');
const gets = named('get recall retrieve load lookup hget');

/** Tools that return a stored text unchanged. */
export function isReader(tool: ToolWords): boolean {
  return !acts(tool) && (reads(tool) || (hands(tool) && ofTexts(tool)));
}

/** Tools that return the value of a key. */
export function isKeyed(tool: ToolWords, sent: Json): boolean {
  return gets(tool) && !acts(tool) && isObject(sent) && typeof sent.key === 'string';
}

/** Tools that fetch one item by name: a missing item is a failure. */
export const isFetching = named('get read fetch show describe open view load');

/** Whether a sentence names the tool's action: "Translation failed" from a tool that translates. */
export function namesItself(sentence: string, tool: ToolWords): boolean {
  const said = sentence.slice(0, 80).toLowerCase();
  return tool.some((word) => word.length > 3 && !plainNouns.has(word) && said.includes(word.slice(0, 7)));
}

/** Tool words that are common in any text. */
const plainNouns = new Set(
  `
    text word page file document note message read code name data with from this that error errors failure
    exception
  `.split(' '),
);

/** Tools that check whether something exists. */
export const isSeeking = named('find search exists exist check has is lookup locate');

/** Tools that look for problems: a list of problems is their result. */
export const isJudging = named(
  `
    check lint validate verify diagnostics problems grammar spell audit scan analyze inspect test tests review
    health ping probe monitor status uptime
  `,
);

/** Tools that list failures that happened elsewhere. */
export const isOfErrors = named(
  'error errors exception exceptions failed failure failures crash crashes incident incidents',
);

/** Every kind that rules use, by name. */
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
