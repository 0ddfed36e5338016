// An event without its secrets: server name, body, headers, URL and text. Bytes that are not text are dropped, because secrets in them cannot be
// found.

import type { JsonObject } from '../json/json.ts';
import { jsonText } from '../json/json-text.ts';
import type { HttpExchange, WireEvent } from '../wire.ts';
import type { Masker } from './masker.ts';

export function maskEvent<E extends WireEvent>(masker: Masker, original: E): E {
  const event = { ...original, server: masker.mask(original.server) };
  return event.extra === undefined
    ? maskKnown(masker, event)
    : { ...maskKnown(masker, event), extra: JSON.parse(masker.mask(jsonText(event.extra))) as JsonObject };
}

function maskKnown<E extends WireEvent>(masker: Masker, event: E): E {
  switch (event.lane) {
    case 'in':
    case 'out':
    case 'err':
    case 'seen':
    case 'log': {
      const { bytes, ...rest } = event;
      const text = masker.message(event.text);
      // Keeps bytes only if their text has no secret.
      return (bytes && text === event.text ? { ...rest, text, bytes } : { ...rest, text }) as E;
    }
    case 'http':
      return { ...event, http: maskExchange(masker, event.http) };
    default:
      return event.message === undefined ? event : { ...event, message: masker.mask(event.message) };
  }
}

function maskExchange(masker: Masker, http: HttpExchange): HttpExchange {
  const { bodyBytes, ...rest } = http;
  const masked: HttpExchange = {
    ...rest,
    url: masker.mask(http.url),
    requestHeaders: masker.headers(http.requestHeaders),
    headers: masker.headers(http.headers),
  };
  if (http.body !== undefined) masked.body = masker.message(http.body);
  if (http.error !== undefined) masked.error = masker.mask(http.error);
  if (http.problem !== undefined) masked.problem = masker.mask(http.problem);
  if (http.requestBody !== undefined) masked.requestBody = masker.message(http.requestBody);
  if (bodyBytes && masked.body === http.body) masked.bodyBytes = bodyBytes;
  return masked;
}
