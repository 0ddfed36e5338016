// Requests paged lists (`tools/list` and similar) page by page. Owns the limit, and the result for a bad list.

import { clip } from '../../../shared/exchange/clip.ts';
import { type Json, type JsonObject, member } from '../../../shared/json/json.ts';
import type { Session } from '../session/session.ts';

interface PagedList {
  items: Json[];
  /** Why the list is missing or incomplete, in one sentence; '' if it is complete. */
  problem: string;
  /** The row of the request; null if none could be sent. */
  asked: number | null;
}

/** A server that returns cursors without end must not cause endless requests. */
const pageLimit = 50;

/** `name` is the field of the result that holds the list. */
export async function listAll(session: Session, method: string, name: string): Promise<PagedList> {
  const items: Json[] = [];
  const cursors = new Set<string>();
  let params = '{}';
  let asked: number | null = null;
  for (let page = 0; page < pageLimit; page += 1) {
    if (!session.isOpen) return { items, asked, problem: `The connection ended before ${method} was answered.` };
    const sent = session.request(method, params, { actor: 'misfire' });
    asked ??= sent.seq;
    const settled = await sent.settled;
    if (settled.kind !== 'answered') {
      return { items, asked, problem: `The server did not answer ${method}.` };
    }
    const result = member(settled.message, 'result');
    const list = member(result, name);
    if (!Array.isArray(list)) {
      const problem = refusalIn(settled.message, method) ?? `The answer to ${method} has no ${name}.`;
      return { items, asked, problem };
    }
    for (const item of list) items.push(item);
    const cursor = member(result, 'nextCursor');
    if (typeof cursor !== 'string') return { items, asked, problem: '' };
    if (cursors.has(cursor))
      return { items, asked, problem: `The pages of ${method} lead in a circle; each is shown once.` };
    cursors.add(cursor);
    params = JSON.stringify({ cursor });
  }
  return { items, asked, problem: `The list goes on after ${pageLimit} pages; only those are shown.` };
}

function refusalIn(message: JsonObject, method: string): string | null {
  const error = member(message, 'error');
  if (error === undefined) return null;
  const said = [member(error, 'code'), member(error, 'message')].filter(isPlain).join(' ');
  return `The server refused ${method}${said === '' ? '' : `: ${clip(said, 300).replace(/\.$/, '')}`}.`;
}

const isPlain = (value: Json | undefined): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value !== '');
