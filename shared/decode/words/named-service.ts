// The upstream service that a message names: a host, an address with its port, or `Trello API`. Sentences and steps use its name instead
// of "the service named in the message".

import { inRow } from '../../dialects/patterns.ts';

const farEnough = 1000;

const unresolved =
  /\b(?:ENOTFOUND|EAI_AGAIN|no such host|resolve host|translate host name)[ :]{1,3}["']?([a-z0-9][\w.-]{1,80})/i;
/** Without quotes, only a name with a dot is a host: `failed to resolve address`. */
const resolving = /\bresolve[ :]{1,3}["']?([a-z0-9][\w-]{0,60}(?:\.[\w-]{1,60}){1,6})/i;
const lookup = /\blookup ([a-z0-9][\w.-]{1,80})[ :]/i;
const refusedAt = /\b(?:ECONNREFUSED|connection refused|dial tcp)\b[^\n]{0,40}?[ (]([\w.-]{1,80}:\d{2,5})\b/i;
/** Not the address of a page that explains the error. */
const inAddress =
  /(?<!\b(?:visit|see|check|information|read|docs|error at):? )\bhttps?:\/\/(?:[^\s/@"']{1,60}@)?([a-z0-9][\w.-]{1,80}(?::\d{2,5})?)/i;
const withPort = /\b([a-z0-9][\w.-]{1,80}\.[a-z]{2,12}:\d{2,5})\b/i;
const ownName = /\b([A-Z][A-Za-z0-9]{2,24}(?: [A-Z][A-Za-z0-9]{2,24})?) API\b/;
/** Capitalized words at the start of a sentence, and kinds of APIs rather than names. */
const noName = inRow(
  /^/,
  [
    /The|An|This|Your|Our|Its|Invalid|Missing|Unknown|Unexpected|Failed|Error|Rest|REST|HTTP|JSON|Web|Calling/,
    /Upstream|External|Remote/,
  ],
  /\b/,
);

/** `cannot connect to 127.0.0.1:5432, it was refused` */
const refusedAfter = /\bconnect(?:ion|ing)? (?:to |with |at )?([\w.-]{1,80}:\d{2,5})\b[^\n]{0,60}\brefused\b/i;
/** `plot.cxx:77` is a line of a source, unless it is the port of a country's domain. */
const inSource =
  /\.(?:c|cc|cpp|cxx|h|hpp|rs|go|py|js|ts|mjs|cjs|jsx|tsx|java|kt|rb|php|cs|ex|erl|lua|sh|sql|md):(?!(?:80|443|8080|8443)$)\d{2,5}$/i;

/** The host that could not be resolved; null if none is named. */
export function unresolvedHost(message: string): string | null {
  const said = message.slice(0, farEnough);
  const host = (unresolved.exec(said) ?? lookup.exec(said) ?? resolving.exec(said))?.[1];
  return host === undefined ? null : trimmed(host);
}

/** `127.0.0.1:5432`, where no connection was accepted; null if no address is named. */
export function refusedPlace(message: string): string | null {
  const said = message.slice(0, farEnough);
  const place = (refusedAt.exec(said) ?? refusedAfter.exec(said))?.[1];
  return place === undefined ? null : trimmed(place);
}

/** The message's name for the upstream service; null if it has none. */
export function serviceName(message: string): string | null {
  const said = message.slice(0, farEnough);
  const name = ownName.exec(said)?.[1];
  if (name !== undefined && !noName.test(name)) return `${name} API`;
  const host = unresolvedHost(said) ?? (inAddress.exec(said) ?? withPort.exec(said))?.[1];
  return host === undefined || inSource.test(host) ? null : trimmed(host);
}

const trimmed = (host: string): string => host.replace(/[.-]$/, '');
