// A call as a client's hook reports it, right after its model got the result. Prompts, folders and the path of the transcript are left
// out.

import type { ClientHooks } from '../clients/client.ts';
import { clients } from '../clients/clients.ts';
import type { Json } from '../json/json.ts';
import type { SeenCall } from './parts/seen-call.ts';

/** null: no client writes such reports. */
export const hooksOf = (report: Json): ClientHooks | null =>
  clients.find(({ hooks }) => hooks?.fits(report))?.hooks ?? null;

/** `servers`: their names in the client's settings, if its reports join server and tool. null: it is not about a call to an MCP server. */
export const hookCall = (report: Json, at: number, servers: readonly string[] = []): SeenCall | null =>
  hooksOf(report)?.read(report, at, servers) ?? null;
