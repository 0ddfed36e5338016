// The dialects Misfire brings along. Adding one touches its own file and one line here.

import { http } from './http.ts';
import { jsonRpc } from './json-rpc.ts';
import { mcp } from './mcp.ts';
import { rfc9457 } from './rfc9457.ts';
import type { Dialect } from './schema.ts';
import { wording } from './wording.ts';

export const builtInDialects: readonly Dialect[] = [jsonRpc, mcp, http, rfc9457, wording];
