// Where a failure is that was reported as success: in the structured content, in a text block, in a prompt or a document. did-it-fail.ts
// decides whether it is one.

import type { Account } from '../../account/account.ts';
import { isMissing as missing, soundsFailed } from '../../dialects/failure-sentences.ts';
import { isObject, type Json, type JsonObject, member } from '../../json/json.ts';
import { textsIn } from '../extract/caller-words.ts';
import { type Located, located, type Site } from '../reading/reading.ts';
import { didItFail, didValueFail, reportedBy } from './did-it-fail.ts';
import { isFailureValue } from './failure-value.ts';
import { programEnd, runsProgram } from './program-result.ts';
import { isJudging, toolWords } from './tool-kinds.ts';

const mostBlocks = 8;

export function findDisguised(account: Account, result: JsonObject, path: string): Located | null {
  if (Array.isArray(result.content) && isFlagged(result, account))
    return located('tool', 'content.text', 'wire', [...texts(result, path), ...said(result, path)]);
  const structured = member(result, 'structuredContent');
  if (structured !== undefined && didValueFail(structured, account)) {
    return hidden('structuredContent', [
      ...texts(result, path),
      { path: `${path}.structuredContent`, value: structured },
    ]);
  }
  const content = member(result, 'content');
  if (Array.isArray(content)) {
    const flagged = findFlagged(content, path, account);
    if (flagged !== null) return flagged;
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

/** The server's own flag, which belongs in `isError`. The verdict of a check is a result. */
function isFlagged({ error, isError, is_error, success, ok }: JsonObject, { target }: Account): boolean {
  if (error === true || isError === true || is_error === true) return true;
  return (success === false || ok === false) && !isJudging(toolWords(target));
}

/** A flagged block comes first, then the others. A program's stderr may be flagged too, however the program ended. */
function findFlagged(content: readonly Json[], path: string, account: Account): Located | null {
  const index = content.findIndex((block, at) => at < mostBlocks && isObject(block) && isFlagged(block, account));
  if (index < 0) return null;
  const others = texts({ content: [...content] }, path);
  const isWell = others.some(({ value }) => programEnd(value) === 'well');
  if (isWell && runsProgram(account.target, member(account.params, 'arguments'))) return null;
  const text = member(content[index], 'text');
  const site = { path: `${path}.content[${index}].text`, value: typeof text === 'string' ? text : '' };
  return located('tool', 'content.text', 'wire', [site, ...others.filter((other) => other.path !== site.path)]);
}

/** A message beside the content. */
function said({ message }: JsonObject, path: string): Site[] {
  return typeof message === 'string' && message !== '' ? [{ path: `${path}.message`, value: message }] : [];
}

/** How prompts do not start: they are addressed to a model. */
const unable = /^(?:Failed|Could not|Couldn't|Cannot|Can't|Unable) /i;

/** A prompt with one short message that says that it failed, by a name of the request: normal prompt text does not describe itself. */
function findInPrompt(messages: readonly Json[], path: string, { target, params }: Account): Located | null {
  if (messages.length !== 1) return null;
  const text = member(member(messages[0], 'content'), 'text');
  if (typeof text !== 'string' || text.length > 300 || text.includes('\n\n')) return null;
  const isSaid =
    missing.test(text) ||
    /^(?:Error|ERROR|❌)[: ]/.test(text) ||
    (unable.test(text) && didItFail(text, { target, params }));
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
  const last = Math.min(blocks.length, mostBlocks);
  for (let index = 0; index < last; index++) {
    const block = blocks[index];
    if (!isObject(block)) continue;
    const text = member(block, 'text');
    if (typeof text !== 'string' || text === '') continue;
    const site = { path: `${path}[${index}].text`, value: text };
    // mcp-framework and others: a content type that is not in MCP.
    if (block.type === 'error') return { sites: [site], certain: true };
    if (account === null ? isFailureDocument(text) : didItFail(text, account)) {
      // A block of its own may say how a program ended, below what the program printed.
      const isEnd = account !== null && index > 0 && programEnd(text) === 'failed';
      const printed = isEnd ? texts({ content: blocks.slice(0, index) }, path.slice(0, -'.content'.length)) : [];
      return {
        sites: [...printed, account === null ? site : reported(site, text, account)],
        certain: account !== null,
      };
    }
  }
  return null;
}

/** Of a report about a program that the server chose, only what the program said about its failure. */
function reported(site: Site, text: string, { target, params }: Account): Site {
  const said = runsProgram(target, member(params, 'arguments')) ? null : reportedBy(toolWords(target), text);
  return said === null ? site : { ...site, value: said };
}

/** Resources are documents: only a short one with nothing but an error counts. */
function isFailureDocument(text: string): boolean {
  if (text.length > 600 || text.includes('\n\n')) return false;
  // A document may contain an error as an example: the text must say that something failed, not only the field names.
  if (/^\s{0,8}[{[]/.test(text))
    return didItFail(text, {}) && soundsFailed(text.replaceAll(/"[A-Za-z_]{1,40}"\s{0,4}:/g, ''));
  return didItFail(text, { target: 'read' }) || lacks.test(text);
}

/** "Board x was not found": the document has nothing else. */
const lacks = /^(?:The )?[A-Z][a-z]{2,20} (?:\S{1,200} )?(?:was |could )?not (?:be )?found\b[^\n]{0,80}$/;
