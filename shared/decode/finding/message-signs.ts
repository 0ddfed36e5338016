// What the message and the request of a failure reveal beyond its class.
// The steps that follow from it are in usual-steps.ts and request-steps.ts.

import { inRow } from '../../dialects/patterns.ts';
import { isObject, member } from '../../json/json.ts';
import { firstLine } from '../reading/reading.ts';
import { refusesHost } from '../words/refused-headers.ts';
import type { Decision } from './decision.ts';

/** `Orchard API internal error` */
export function failsBehind(reason: string): boolean {
  return /\bAPI (?:internal |server ){0,2}(?:error|failure)\b/i.test(reason.slice(0, 300));
}

/** A tool ran, so the server's own credentials are the ones without access. */
export function isOfCredentials({ call, class: failureClass, isUpstream, reason, reading }: Decision): boolean {
  if (failureClass !== 'forbidden' || refusesHost(reason)) return false;
  // 451: withheld for legal reasons, regardless of credentials.
  if (isUpstream) return reading.statuses[0]?.value !== 451;
  return member(call.answer?.value, 'result') !== undefined && ofCredentials.test(reason.slice(0, 500));
}

/** Regardless of credentials: a mode, a list or a policy of the server itself. */
export function isOwnRule({ isUpstream, reason }: Decision): boolean {
  const said = reason.slice(0, 500);
  return !isUpstream && ofRules.test(said) && !ofCredentials.test(said);
}

const ofRules =
  /\b(?:is blocked|are blocked|blocked by|ssrf|strict mode|read-?only|policy|allow-?list|whitelist|safe mode)\b/i;

const ofCredentials = /\b(?:auth_?key|authorization|api[ _-]?key|access[ _-]?token|token|credentials?|scopes?)\b/i;

/** No argument could name what was not found: the server's settings do. */
export function isSetUpWrong({ call, class: failureClass, meaning, reason }: Decision): boolean {
  const isOfHttp = call.http !== undefined && call.answer === undefined;
  return (
    failureClass === 'not_found' &&
    !isOfHttp &&
    (meaning?.remedy?.length ?? 0) === 0 &&
    isWithoutArguments(call) &&
    !ofArguments.test(reason.slice(0, 500)) &&
    (meaning?.name === undefined || meaning.name === 'Not Found')
  );
}

/** Words about what was sent or should have been. */
export const ofArguments = /\b(?:arguments?|param(?:eter)?s?|inputs?|required|expected|field|undefined|null|None)\b/i;

/** A tool call known to have no arguments. */
export function isWithoutArguments({ method, params, inputSchema }: Decision['call']): boolean {
  if (method !== 'tools/call' || !isObject(params)) return false;
  const sent = params.arguments;
  const asked = member(inputSchema, 'required');
  return (
    (sent === undefined || (isObject(sent) && Object.keys(sent).length === 0)) &&
    !(Array.isArray(asked) && asked.length > 0)
  );
}

/** The environment variable that a message requires: `GITHUB_TOKEN environment variable is required`. */
export function settingIn(reason: string): string | null {
  const text = reason.slice(0, 500);
  if (!text.includes('_') || !/\benv|variable|\bset\b|required|missing|provide/i.test(text)) return null;
  return (
    /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:KEY|TOKEN|SECRET|PASSWORD|URL|URI|ID|HOST|USER|EMAIL|ACCOUNT|PROJECT|REGION|PATH|DIR)\b/.exec(
      text,
    )?.[0] ?? null
  );
}

/** Whether it is known that an HTTP request had no credentials. */
export function sentNone({ http }: Decision['call']): boolean {
  const names = Object.keys(http?.requestHeaders ?? {});
  return names.length > 0 && !names.some((name) => /authorization|cookie|key|token/i.test(name));
}

/** The generic message of HTTP clients for network errors; the server left out the field with the cause. */
export function hidesCause({ reading, reason }: Decision): boolean {
  return reading.statuses.length === 0 && bareFailure.test(firstLine(reason).trim());
}

const bareFailure = inRow(
  /(?:^|[:(] ?)(?:TypeError: )?/i,
  [
    /fetch failed|failed to fetch|network ?error|network request failed|load failed|socket hang up/i,
    /connection error/i,
  ],
  /\.?\)?$/i,
);
