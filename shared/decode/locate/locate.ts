// Finds where in an exchange a failure is, outermost to innermost, each place with its transport. An ordinary success must cost almost
// nothing; disguised.ts looks closer.

import type { Account } from '../../account/account.ts';
import { isObject, type Json, type JsonObject, member, parseJson } from '../../json/json.ts';
import { isBlank, type Located, located, type Site, withoutNamespace } from '../reading/reading.ts';
import { findDisguised } from './disguised.ts';
import { malformedResult } from './malformed-result.ts';

/** Longer bodies are not parsed as an error document. */
const wrongBodyLimit = 100_000;

export function locate(account: Account): Located | null {
  const { answer, http } = account;
  if (answer !== undefined) return locateAnswer(account, answer.value);
  if (account.thrown !== undefined) return located('protocol', 'jsonrpc.error', 'local');
  if (http !== undefined && http.status !== null && http.status >= 300) return locateHttp(account);
  // Misfire closed the connection: the socket error is not the cause.
  if (http?.error !== undefined && (account.timeout !== undefined || account.cancelled !== undefined))
    return located('transport', 'timeout', 'local');
  if (http !== undefined && (http.status === null || http.error !== undefined)) return overHttp([], ['unreachable']);
  // 202 and 204 have no body.
  const mayBeEmpty = http?.status === 202 || http?.status === 204;
  if (http?.body !== undefined && account.unanswered === undefined && !(http.body === '' && mayBeEmpty))
    return locateWrongBody(http.body);
  if (account.process !== undefined) return located('transport', 'process', 'process');
  if (account.timeout !== undefined) return located('transport', 'timeout', 'local');
  if (account.cancelled !== undefined) return located('transport', 'timeout', 'local');
  if (account.noise !== undefined && account.noise.length > 0) return located('transport', 'process', 'wire');
  if (account.unanswered?.why === 'unready') return located('transport', 'process', 'local');
  if (account.unanswered !== undefined) {
    const by = http === undefined && account.unanswered.byAddress !== true ? 'process' : 'http';
    return located('transport', by, by);
  }
  return null;
}

function overHttp(sites: Site[] = [], oddities: string[] = [], flagged = true): Located {
  return located('transport', 'http', 'http', sites, oddities, flagged);
}

/** A response without a failure that breaks the protocol. */
function broken(layer: Located['layer'], carrier: Located['carrier'], oddity: string): Located {
  return located(layer, carrier, 'wire', [], [oddity], false);
}

function locateHttp(account: Account): Located | null {
  const http = account.http;
  if (http === undefined) return null;
  // A server without a GET stream or session deletion answers 405 (Streamable HTTP): not a failure.
  if (http.status === 405 && http.method !== 'POST' && (http.body ?? '').trim() === '') return null;
  return overHttp(http.body ? [{ path: 'http.body', value: http.body }] : []);
}

/** HTTP reports success, but the body is not JSON-RPC: a web page, half a message, or a problem document with the wrong status. */
function locateWrongBody(body: string): Located {
  const parsed = body.trimStart().startsWith('{') && body.length <= wrongBodyLimit ? parseJson(body) : null;
  return parsed?.ok
    ? overHttp([{ path: 'http.body', value: body }], [], false)
    : overHttp([], ['body-not-json-rpc'], false);
}

function locateAnswer(account: Account, value: Json): Located | null {
  if (!isObject(value)) return broken('protocol', 'jsonrpc.error', 'answer-not-an-object');
  // Names that no object inherits can be read directly.
  const { error, result } = value;
  const hasResult = result !== undefined && result !== null;
  if (error !== undefined && (error !== null || !hasResult)) return locateError(account, value, error, hasResult);
  if (result === undefined) {
    return broken('protocol', 'jsonrpc.error', 'neither-result-nor-error');
  }
  const status = account.http?.status ?? null;
  if (isObject(result)) {
    const located = locateResult(account, result, 'result');
    if (located !== null) return located;
    if (malformedResult(account.method, result) !== null) return broken('protocol', 'result.error', 'malformed-result');
  }
  if (status !== null && status >= 400) return overHttp();
  if (account.schemaIssues !== undefined && account.schemaIssues.length > 0) {
    return broken('tool', 'structuredContent', 'schema-mismatch');
  }
  return null;
}

function locateError(account: Account, answer: JsonObject, error: Json, both: boolean): Located {
  // `{"error": "invalid_token", "error_description": …}` is an OAuth body (RFC 6749 section 5.2), not a JSON-RPC message.
  if (typeof error === 'string' && !Object.hasOwn(answer, 'jsonrpc') && account.http !== undefined) {
    return overHttp([{ path: 'http.body', value: answer }]);
  }
  const oddities = both ? ['result-and-error'] : [];
  const { id, errorContent: content } = answer;
  if (id === null || id === undefined) oddities.push('null-id');
  // A bare word may come with `error_description`, so the whole response is read then.
  const sites: Site[] = [typeof error === 'string' ? { path: '', value: answer } : { path: 'error', value: error }];
  if (typeof error === 'string') oddities.push('error-is-text');
  else if (!isObject(error)) oddities.push('error-not-an-object');
  if (content !== undefined) sites.push({ path: 'errorContent', value: content });
  return located('protocol', 'jsonrpc.error', 'wire', sites, oddities);
}

function locateResult(account: Account, result: JsonObject, path: string): Located | null {
  const { error, toolResult } = result;
  // The envelope of revision 2024-10-07: it contains today's result.
  if (isObject(toolResult) && path === 'result' && result.content === undefined)
    return locateResult(account, toolResult, 'result.toolResult');
  if (result.isError === true || (result._meta !== undefined && isObject(member(result._meta, toolFailure))))
    return locateToolError(result, error, path);
  if (isMeantAsError(error)) {
    const task = isFailedTask(result);
    const sites: Site[] = [{ path: `${path}.error`, value: error as Json }];
    if (task) sites.unshift({ path: `${path}.statusMessage`, value: member(result, 'statusMessage') ?? '' });
    return located('tool', task ? 'task' : 'result.error', 'wire', sites);
  }
  if (isFailedTask(result)) {
    const sites: Site[] = [{ path: `${path}.statusMessage`, value: member(result, 'statusMessage') ?? '' }];
    const inner = member(result, 'result');
    if (isObject(inner)) sites.push({ path: `${path}.result`, value: inner });
    return located('tool', 'task', 'wire', sites);
  }
  const inner = result.result;
  if (isObject(inner) && result.status === 'completed' && typeof result.taskId === 'string')
    return locateResult(account, inner, `${path}.result`);
  return findDisguised(account, result, path);
}

/** A non-empty `error` field: not null, false, '' or {}. */
function isMeantAsError(error: Json | undefined): boolean {
  if (typeof error === 'string') return error !== '';
  return isObject(error) && Object.keys(error).length > 0;
}

function isFailedTask(result: JsonObject): boolean {
  return (
    member(result, 'status') === 'failed' &&
    (typeof member(result, 'taskId') === 'string' || Object.hasOwn(result, 'task'))
  );
}

const mostBlocks = 20;

function locateToolError(result: JsonObject, error: Json | undefined, path: string): Located {
  const sites: Site[] = [];
  const { content, structuredContent: structured } = result;
  let empty = true;
  if (Array.isArray(content)) {
    for (let index = 0; index < content.length && index < mostBlocks; index++) {
      const site = textOf(content[index], `${path}.content[${index}]`);
      if (typeof site?.value !== 'string' || isBlank(site.value)) continue;
      empty = false;
      sites.push(site);
    }
  } else if (typeof content === 'string') {
    empty = isBlank(content);
    sites.push({ path: `${path}.content`, value: content });
  }
  if (error !== undefined && error !== null) sites.push({ path: `${path}.error`, value: error });
  if (structured !== undefined && structured !== null)
    sites.push({ path: `${path}.structuredContent`, value: structured });
  // Reading about the failure may be next to its content, or in _meta.
  addTelling(sites, path, result);
  addTelling(sites, `${path}._meta`, result._meta);
  addToolFailure(sites, `${path}._meta`, result._meta);
  const oddities = empty && structured === undefined && error === undefined ? ['empty-error-content'] : [];
  return located('tool', 'result.isError', 'wire', sites, oddities);
}

const tellingNames = new Set([
  ...['error_class', 'errorClass', 'sanitized_error', 'error_code', 'errorCode', 'recovery'],
  ...['retry_hint', 'retryHint', 'retryable', 'retry_after', 'retryAfter', 'retry_after_ms', 'retryAfterMs'],
]);

/** MCP's upcoming error model: class, code, retryable, retryNotBefore and correlationId, next to the content. */
const toolFailure = 'io.modelcontextprotocol/toolFailure';

function addToolFailure(sites: Site[], path: string, meta: Json | undefined): void {
  const reported = member(meta, toolFailure);
  if (!isObject(reported)) return;
  const { class: failureClass, ...rest } = reported;
  sites.push({
    path: `${path}.${toolFailure}`,
    value: failureClass === undefined ? rest : { error_class: failureClass, ...rest },
  });
}

function addTelling(sites: Site[], path: string, value: Json | undefined): void {
  if (!isObject(value)) return;
  let fields: JsonObject | null = null;
  for (const name of Object.keys(value)) {
    if (!tellingNames.has(withoutNamespace(name))) continue;
    fields ??= {};
    fields[name] = value[name] as Json;
  }
  if (fields !== null) sites.push({ path, value: fields });
}

/** Of a text block, or of an embedded resource. */
function textOf(block: Json | undefined, path: string): Site | null {
  if (!isObject(block)) return null;
  const { text, resource } = block;
  if (text !== undefined) return { path: `${path}.text`, value: text };
  return { path: `${path}.resource.text`, value: member(resource, 'text') ?? null };
}
