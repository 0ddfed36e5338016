// What "call again" begins with: the same server, method, tool and arguments, as they were sent.

import { isObject, member, parseJson } from '../../shared/json.ts';
import type { RowDetail } from '../../shared/timeline.ts';
import type { CallStart } from '../state/dialogs.ts';

export function callStart(detail: Pick<RowDetail, 'row' | 'params'>): CallStart {
  const { row, params } = detail;
  const method = row.method ?? 'tools/call';
  const parsed = parseJson(params);
  if (method === 'tools/call' && parsed.ok && isObject(parsed.value)) {
    const name = member(parsed.value, 'name');
    const others = Object.keys(parsed.value).filter((key) => key !== 'name' && key !== 'arguments');
    // Anything beside name and arguments (`_meta`, `task`) can only be kept by editing the whole.
    if (typeof name === 'string' && others.length === 0) {
      const args = member(parsed.value, 'arguments');
      return {
        server: row.server,
        method,
        tool: name,
        params: args === undefined ? '' : JSON.stringify(args, null, 2),
      };
    }
  }
  return {
    server: row.server,
    method,
    tool: null,
    params: parsed.ok && params ? JSON.stringify(parsed.value, null, 2) : params,
  };
}
