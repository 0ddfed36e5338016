// Messages of an opening as data. The order of members is that of this file, not the client's.

import type { JsonObject } from '../json/json.ts';
import { metaName, modernRevision } from '../protocol/revision.ts';

/** `undefined` parameters are left out, as clients do. */
export const request = (id: number | string, method: string, params?: JsonObject): JsonObject => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params === undefined ? {} : { params }),
});

export const initializedMessage: JsonObject = { jsonrpc: '2.0', method: 'notifications/initialized' };

/** The members that each request has since 2026-07-28. */
export const modernMeta = (clientInfo: JsonObject, clientCapabilities: JsonObject): JsonObject => ({
  [metaName('protocolVersion')]: modernRevision,
  [metaName('clientInfo')]: clientInfo,
  [metaName('clientCapabilities')]: clientCapabilities,
});
