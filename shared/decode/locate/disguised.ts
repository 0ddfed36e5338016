// Failures reported as success: a tool result without `isError` whose payload is an error. Cheap tests come first and nearly always
// decide; only a payload that looks like an error is parsed. Ignores ordinary text that mentions errors, and negative results
// (negative.ts).

import type { Account } from '../../account/account.ts';
import { ofReading } from '../../dialects/content-signs.ts';
import { isMissing as missing, soundsFailed } from '../../dialects/failure-sentences.ts';
import { anyOf, inRow } from '../../dialects/patterns.ts';
import { isObject, type Json, type JsonObject, member, parseJson } from '../../json/json.ts';
import { asksForRows, isOfCaller, textsIn } from '../extract/caller-words.ts';
import { type Located, located, type Site } from '../reading/reading.ts';
import { type Call, isVerdict } from './asked-for.ts';
import { isFailureValue } from './failure-value.ts';
import { namesSent, saysItFailed } from './spoken-failure.ts';
import { isKeyed, isReader, namesItself, toolWords } from './tool-kinds.ts';

const longestJson = 64 * 1024;
const window = 4096;

export function findDisguised(account: Account, result: JsonObject, path: string): Located | null {
  const structured = member(result, 'structuredContent');
  if (structured !== undefined && isFailureValue(structured, 0) && !wasAskedFor(structured, account)) {
    return hidden('structuredContent', [
      ...texts(result, path),
      { path: `${path}.structuredContent`, value: structured },
    ]);
  }
  const content = member(result, 'content');
  if (Array.isArray(content)) {
    const found = findInBlocks(content, `${path}.content`, account);
    // A structured result is a result, unless its text explicitly says that it failed.
    if (found !== null && (structured === undefined || found.certain)) return hidden('content.text', found.sites);
    return null;
  }
  const messages = member(result, 'messages');
  if (Array.isArray(messages)) return findInPrompt(messages, path, account);
  const contents = member(result, 'contents');
  if (Array.isArray(contents)) {
    const found = findInBlocks(contents, `${path}.contents`, null);
    return found === null ? null : hidden('content.text', found.sites);
  }
  if (structured !== undefined) return null;
  // Not an MCP result: some servers return the error object itself. Lists and empty results come first, because they are most common.
  if (account.method !== undefined && !isListing(result) && isFailureValue(result, 0))
    return hidden('result.error', [{ path, value: result }]);
  return null;
}

/** A prompt with one short message that says there is none: normal prompt text does not describe itself. */
function findInPrompt(messages: readonly Json[], path: string, { target, params }: Account): Located | null {
  if (messages.length !== 1) return null;
  const text = member(member(messages[0], 'content'), 'text');
  if (typeof text !== 'string' || text.length > 300 || text.includes('\n\n')) return null;
  const isSaid = missing.test(text) || /^(?:Error|ERROR|❌)[: ]/.test(text);
  if (!isSaid) return null;
  const names = [target ?? 'prompt', ...textsIn(member(params, 'arguments') ?? null)];
  const isAbout = names.some((name) => name.length > 2 && text.includes(name)) || /\bprompt\b/i.test(text);
  return isAbout ? hidden('content.text', [{ path: `${path}.messages[0].content.text`, value: text }]) : null;
}

function hidden(carrier: Located['carrier'], sites: Site[]): Located {
  return located('tool', carrier, 'wire', sites, [], false);
}

const listings = new Set(
  'tools prompts resources resourceTemplates messages protocolVersion supportedVersions capabilities completion tasks'.split(
    ' ',
  ),
);

function isListing(result: JsonObject): boolean {
  const names = Object.keys(result);
  return names.length === 0 || names.some((name) => listings.has(name));
}

function texts(result: JsonObject, path: string): Site[] {
  const content = member(result, 'content');
  if (!Array.isArray(content)) return [];
  const sites: Site[] = [];
  for (const [index, block] of content.slice(0, 5).entries()) {
    const text = member(block, 'text');
    if (typeof text === 'string' && text !== '' && text.length < 4000)
      sites.push({ path: `${path}.content[${index}].text`, value: text });
  }
  return sites;
}

/** `account` is the call that these answer; null for documents. */
function findInBlocks(
  blocks: Json[],
  path: string,
  account: Account | null,
): { sites: Site[]; certain: boolean } | null {
  const last = Math.min(blocks.length, 8);
  for (let index = 0; index < last; index++) {
    const block = blocks[index];
    if (!isObject(block)) continue;
    const text = member(block, 'text');
    if (typeof text !== 'string' || text === '') continue;
    const site = { path: `${path}[${index}].text`, value: text };
    // mcp-framework and others: a content type that is not in MCP.
    if (block.type === 'error') return { sites: [site], certain: true };
    const failed = account === null ? isFailureDocument(text) : isFailureText(text, account);
    const isAsked =
      failed && (isOfCaller(text, account?.params) || (/^\s{0,8}\[/.test(text) && asksForRows(account?.params)));
    if (failed && !isAsked) return { sites: [site], certain: account !== null };
  }
  return null;
}

// JSON that may be an error has one of these near its start.
const errorMembers = anyOf(
  /"(?:ok|(?:is_?)?[Ss]ucc(?:ess|essful|eeded))"\s{0,4}:\s{0,4}false/,
  /"(?:is_?error|isError|error|failed)"\s{0,4}:\s{0,4}true/,
  inRow(
    /"/,
    [
      /error|err|exception|errorMessage|error_message|Error Message|errorCode|error_code|error_class|Error/,
      /__type|fault/,
    ],
    /"\s{0,4}:\s{0,4}[^\sfn0[]/,
  ),
  /"(?:errors|errorMessages|ModelState)"\s{0,4}:\s{0,4}[[{]|"failed(?:_count|Count)?"\s{0,4}:\s{0,4}[1-9]/,
  inRow(
    /"(?:status|type|object|result|state|outcome)"\s{0,4}:\s{0,4}"/,
    [
      /[Ee]rror|[Ff]ailed|[Ff]ailure|[Ff]ail|[Rr]ejected|ERROR|FAILED|FAILURE|payment_required|not_implemented/,
      /unauthorized|forbidden|[a-z]{2,20}_not_found|(?:invalid|missing)_[a-z]{2,20}|not_[a-z]{4,20}/,
      /(?:needs|requires)_[a-z_]{3,40}|OVER_\w{3,20}|REQUEST_DENIED|INVALID_REQUEST/,
    ],
    /"/,
  ),
  /"userErrors"\s{0,4}:\s{0,4}\[\s{0,40}\{|"title"\s{0,4}:\s{0,4}"(?:[A-Za-z]{2,20} )?[Ee]rror"/,
  /"(?:status|statusCode|status_code|code|cod|httpStatus)"\s{0,4}:\s{0,4}"?[45]\d\d\b|"x402Version"/,
  /^\s{0,8}\{\s{0,8}"(?:detail|Note|Information)"/,
  inRow(/"(?:message|detail|msg|title)"\s{0,4}:\s{0,4}"(?:[45]\d\d[ :-]{1,3})?/, [
    /Not [Ff]ound|Forbidden|Unauthori|Bad Request|Internal Server|Too Many|Service Unav|Bad Gateway/,
    /Gateway Time|Unprocess|Conflict|Method Not|Access [Dd]enied|Limit Exc|Missing Auth|Not auth|You are being/,
    /no Route|Endpoint req|No API key|Invalid (?:API|token|auth)/,
  ]),
  /"(?:result|summary|text|output|answer|response)"\s{0,4}:\s{0,4}"Error [a-z]/,
  /"(?:errcode|err_code|errCode|retcode|errno|ret|code)"\s{0,4}:\s{0,4}"?-?[1-9]/,
  /"code"\s{0,4}:\s{0,4}"(?:[A-Z]{1,20}_|[a-z]{2,20}(?:_|"))/,
);

export function isFailureText(text: string, call: Call): boolean {
  let start = 0;
  while (start < text.length && start < 64 && text.charCodeAt(start) <= 32) start++;
  const first = text.charCodeAt(start);
  if (first === 123 || (first === 91 && !isBracketed.test(text.slice(start, start + 8)))) {
    const head = text.length > window ? text.slice(0, window) : text;
    if (!errorMembers.test(head)) return false;
    if (text.length > longestJson) return false;
    const parsed = parseJson(text);
    return parsed.ok && isFailureValue(parsed.value, 0) && !isVerdict(parsed.value, call) && !isKeptValue(head, call);
  }
  return saysItFailed(text, call.target, member(call.params, 'arguments') ?? null);
}

/** A checker's result, a record of a failure, or a document stored as data. */
function wasAskedFor(structured: Json, account: Account): boolean {
  return isVerdict(structured, account) || isKeptValue(textsIn(structured).join('\n').slice(0, window), account);
}

/** A stored document or value, unless its text is about reading it or about the request. */
function isKeptValue(head: string, { target, params }: Call): boolean {
  const tool = toolWords(target);
  const sent = member(params, 'arguments') ?? null;
  if (!isReader(tool) && !isKeyed(tool, sent)) return false;
  const said = head.replaceAll(/"[A-Za-z_]{1,40}"\s{0,4}:/g, '');
  return !namesSent(said, sent) && !ofReading.test(said) && !namesItself(said, tool);
}

/** "[ERROR] …" is not a list. */
const isBracketed = /^\[(?!true|false|null)[A-Za-z]/;

/** Resources are documents: only a short one with nothing but an error counts. */
function isFailureDocument(text: string): boolean {
  if (text.length > 600 || text.includes('\n\n')) return false;
  // A document may contain an error as an example: the text must say that something failed, not only the field names.
  if (/^\s{0,8}[{[]/.test(text))
    return isFailureText(text, {}) && soundsFailed(text.replaceAll(/"[A-Za-z_]{1,40}"\s{0,4}:/g, ''));
  return isFailureText(text, { target: 'read' }) || lacks.test(text);
}

/** "Board x was not found": the document has nothing else. */
const lacks = /^(?:The )?[A-Z][a-z]{2,20} (?:\S{1,200} )?(?:was |could )?not (?:be )?found\b[^\n]{0,80}$/;
