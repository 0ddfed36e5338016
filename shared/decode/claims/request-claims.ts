// What the request shows about its failure: whose values are rejected, which argument is named, whether the arguments break the tool's
// schema, and which files and programs are the server's own.

import type { Lexicon } from '../../dialects/compile.ts';
import type { OwnMeaning } from '../../dialects/own-meanings.ts';
import { anyOf, inRow } from '../../dialects/patterns.ts';
import type { Place } from '../../dialects/places.ts';
import { type Json, member } from '../../json/json.ts';
import { placeOfSent, textsIn } from '../extract/caller-words.ts';
import { programEnd, runsProgram } from '../locate/program-result.ts';
import type { CallFacts, FoundValue, Reading } from '../reading/reading.ts';
import type { Claim } from './claim.ts';
import { askedFor, ofArguments, unfitArguments, whoseIssues } from './whose-issues.ts';

/** What the program printed on stderr may be advice of the server: only an exit code or a trace is its end. */
const isBroken = (value: Json): boolean =>
  programEnd(value) === 'failed' &&
  (typeof value !== 'string' || /Traceback \(most|exit|return/i.test(value.slice(0, 2000)));

/** `unknown command 'ft.info'` */
const unknownCommand = /\bunknown command:? ['"`]([\w.:-]{2,60})['"`]/i;
/** Names in capitals are variables of the environment. */
const onlyKey = /^(['"])(?![A-Z][A-Z0-9]{0,30}_[A-Z0-9_]{1,60}\1$)[A-Za-z_][\w.-]{1,60}\1$/;
const isGone = /\b(?:not found|does not exist|doesn't exist|no longer exists|could not be found|was not found)\b/i;

const firstSentence = /^[^\n]{1,300}?(?:[.!](?= \p{Lu})|$|\n)/u;

/** The first sentence names a sent value and says that it does not exist. */
function isSought(message: string, { sent, call }: Reading): boolean {
  const head = message.slice(0, 302);
  const isNamedIn = (said: string) => sent.some((text) => text.length > 2 && text.length < 200 && said.includes(text));
  const args = member(call.params, 'arguments');
  // Most messages name nothing that was sent.
  if (!isNamedIn(head) && placeOfSent(head, args) < 0) return false;
  const sentence = firstSentence.exec(head)?.[0] ?? '';
  if (!isGone.test(sentence)) return false;
  // "API key 4 not found": a stored one, not the server's own.
  const at = placeOfSent(sentence, args);
  return (at > 0 && beforeStored.test(sentence.slice(0, at))) || (!ofOther.test(sentence) && isNamedIn(sentence));
}

const beforeStored =
  /\b(?:credentials?|tokens?|keys?|secrets?)(?: (?:with |by |for )?(?:the )?(?:ids?|names?|named|called|number))?:? ?["'`#“]?$/i;

/** These have rows of their own. */
const ofOther = /\b(?:tool|method|command|module|credentials?|token|api key|access key)\b/i;

/**
 * A server has words of its own for a tool that it does not know: "unknown variant `x`, expected one of …", or about arguments. null: its
 * words are about something else, so it has the tool and does not list it.
 */
function placeOfUnlisted({ call: { target = '' } }: Reading, message: string): Place | null {
  const head = message.slice(0, 300);
  const at = target === '' ? -1 : head.indexOf(target);
  if (at > 0 && isUnknown.test(head.slice(Math.max(0, at - 40), at))) return 'unmistakable words';
  return ofArguments.test(head) ? 'specific words' : null;
}

const isUnknown = /\b(?:unknown|unrecogni[sz]ed|unexpected|undefined|invalid|no such)(?: \w{1,20})?[ :]{1,2}['"`]?$/i;

/** A host that the call names could not be reached: the program was not run. */
function isUnreached(message: string, sent: Json): boolean {
  const host = member(sent, 'host') ?? member(sent, 'hostname') ?? member(sent, 'server') ?? member(sent, 'address');
  return (
    typeof host === 'string' && host.length > 2 && message.includes(host) && /connect|resolve|reach/i.test(message)
  );
}

/** These are read in the sentence alone, so they are no independent evidence. */
const ofSentence: ReadonlySet<OwnMeaning> = new Set(['sought', 'denied', 'foreign', 'key']);

/** After a value: what it is not, or lacks. That something does not run or answer is no property of a value. */
const lacks = inRow(/^['"`”’]? (?:\w{1,20} )?/i, [
  /(?:holds?|has|have|contains?|is|are|was) (?:no|neither)\b|(?:does|do|did)(?: not|n['’]t) (?!exist|respond|answer|work)\w/i,
  /(?:is|are|was)(?: not|n['’]t) (?!available|respon|answer|running|reachable|ready|connected|working|loaded|open\b|here)\w/i,
]);

/** The server says of a sent value, at the start of its sentence, what it is not. */
function isDenied({ call }: Reading, message: string, sent: Json): boolean {
  if (call.method !== 'tools/call' || sent === null) return false;
  const said = message.slice(0, 300);
  if (!mayLack.test(said)) return false;
  const starts = [said, said.replace(introduction, '')];
  return textsIn(sent).some(
    (value) =>
      value.length > 1 && starts.some((start) => start.startsWith(value) && lacks.test(start.slice(value.length))),
  );
}

const mayLack = /\b(?:no|not|neither)\b|n['’]t\b/i;

/** `The cell "` */
const introduction = /^(?:the )?(?:\w{1,20} )?['"`“‘]?/i;

const ofWrongKind = /\b(?:is|not) a directory\b/i;

export function requestClaims({ own }: Lexicon, reading: Reading): Claim[] {
  const claims: Claim[] = [];
  const add = (name: OwnMeaning, { value, path }: FoundValue<Json>, place?: Place): void => {
    const row = own.get(name);
    const by = ofSentence.has(name) ? 'words' : 'arguments';
    if (row !== undefined) claims.push({ by, row, place: place ?? row.place, path, value, message: -1 });
  };
  const { call, issues } = reading;
  const first = reading.messages[0] ?? { value: '', path: '' };
  if (issues.length > 0) add(whoseIssues(reading), { value: issues.length, path: 'issues' });
  const unlisted = call.listedTools === undefined ? null : placeOfUnlisted(reading, first.value);
  if (unlisted !== null) add('unlisted', { value: call.target ?? '', path: 'request.params.name' }, unlisted);
  const asked = askedFor(reading);
  if (asked !== null) add(asked, first);
  const sent = member(call.params, 'arguments') ?? null;
  if (runsProgram(call.target, sent)) {
    const said = reading.messages.find(({ value }) => ranProgram(value, reading.sent) !== null);
    const isFailed = said !== undefined || reading.sites.some(({ value }) => isBroken(value));
    if (isFailed && !isUnreached(first.value, sent))
      add(
        said !== undefined && ranProgram(said.value, reading.sent) === 'missing' ? 'noProgram' : 'ran',
        said ?? first,
      );
  }
  const unknown = first.value.includes('nknown command')
    ? unknownCommand.exec(first.value.slice(0, 300))?.[1]
    : undefined;
  if (unknown !== undefined && !reading.sent.some((text) => text.includes(unknown))) add('foreign', first);
  if (isSought(first.value, reading)) add('sought', first);
  if (isDenied(reading, first.value, sent)) add('denied', first);
  if (onlyKey.test(first.value) && !reading.sent.includes(first.value.slice(1, -1))) add('key', first);
  const file = ownFile(call, first.value);
  if (file !== null)
    add(ofWrongKind.test(first.value.slice(0, 1000)) ? 'place' : /[./\\]/.test(file) ? 'file' : 'program', first);
  const unfit = unfitArguments(reading);
  // It decides only if the server names no argument itself.
  if (unfit.length > 0 && issues.length === 0 && !reading.values.has('field'))
    add('unfit', { value: unfit.length, path: 'request.params.arguments' });
  return claims;
}

const saysMissing = anyOf(
  /\bENOENT\b|no such file|not found|does not exist|doesn't exist|cannot find|could not find|couldn't find|unable to find/i,
  /\bis a directory|\bnot a directory/i,
);
const ofFiles = /\bENOENT\b|\bfiles?\b|director(?:y|ies)|\bfolder\b|config|credential|certificate|database/i;
const namedPath = inRow(
  /(?:^|[\s'"`(:=])/,
  /((?:\/|~\/|\.{1,2}\/|[A-Za-z]:[\\/])[^\s'"`,;)]{2,300}|[\w.-]{1,80}\.(?:json|ya?ml|toml|env|ini|conf|pem|key|db|sqlite3?|cfg|crt))/,
  /(?=$|[\s'"`,;).:])/,
);
/** Python's message for a missing program: a bare name. */
const namedProgram = /(?:no such file or directory|cannot find the file specified): ['"]([A-Za-z][\w+-]{0,40})['"]/i;

/**
 * The path of a missing file, or the name of a program, which the operator of the server must install; null if the message names none, or
 * one from the arguments.
 */
function ownFile({ method, params }: CallFacts, message: string): string | null {
  const head = message.slice(0, 1000);
  if (method !== 'tools/call' || params === undefined || !saysMissing.test(head)) return null;
  // The path in the same line: other lines name programs and folders that exist.
  const line = head.split('\n').find((part) => saysMissing.test(part) && ofFiles.test(part)) ?? '';
  const run = namedProgram.exec(line)?.[1];
  const values = textsIn(member(params, 'arguments') ?? null);
  // A program is named by a separate word: a URL may end in its name.
  if (run !== undefined) return values.some((value) => value.split(/\s/).includes(run)) ? null : run;
  const path = namedPath.exec(line)?.[1];
  if (path === undefined || path.startsWith('//')) return null;
  const base = path.split(/[\\/]/).at(-1) ?? path;
  // Also if the line names the requested file next to the searched folder.
  const asked = values.some(
    (value) =>
      value.length > 1 &&
      (path.includes(value) || value.includes(base) || (/[./\\]/.test(value) && line.includes(value))),
  );
  return asked ? null : path;
}

/** A tool that runs the caller's code passes on its result: its missing module is not the server's package. */
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
function ranProgram(message: string, sent: readonly string[]): 'missing' | 'failed' | null {
  const head = message.slice(0, 2000);
  const missing = shellMissing.exec(head);
  const own = missing?.[2];
  if (own !== undefined && !own.includes('/') && !sent.some((text) => text.includes(own))) return null;
  if (missing !== null) return 'missing';
  return printed.test(head) ? 'failed' : null;
}
