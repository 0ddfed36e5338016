// The id of a call in a client's transcript, as the client sends it to the server.

import { type Json, member } from '../json/json.ts';
import { clients } from './clients.ts';

const names = clients.flatMap(({ callIdIn }) => callIdIn ?? []);

/** null: the client does not send it. `params`: of the request. */
export function modelCallId(params: Json | undefined): string | null {
  const meta = member(params, '_meta');
  for (const name of names) {
    const id = member(meta, name);
    if (typeof id === 'string' && id !== '') return id;
  }
  return null;
}
