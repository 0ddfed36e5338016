// Which pages a person is asked to open right now. Whoever hands an address to the system asks here first, so that a window gone
// astray can open nothing but these.

import type { InspectorApi } from '../../../shared/api/api.ts';
import { member, parseJson } from '../../../shared/json/json.ts';
import { toWebAddress } from './web-address.ts';

/** Of the inspector only what is asked here. */
interface Asked {
  api: Pick<InspectorApi, 'snapshot' | 'asks'>;
}

/** The address written anew if it is one of those; otherwise null. */
export async function offeredPage(inspector: Asked, text: string): Promise<string | null> {
  const address = toWebAddress(text);
  return address !== null && (await offered(inspector)).includes(address) ? address : null;
}

/** To sign in, or because a server wants a page to be seen. */
async function offered({ api }: Asked): Promise<(string | null)[]> {
  const [snapshot, asked] = await Promise.all([api.snapshot({}), api.asks({})]);
  const pages = snapshot.ok ? snapshot.value.servers.map(({ signIn }) => signIn.url) : [];
  const asks = asked.ok ? asked.value.asks.filter(({ kind }) => kind === 'elicitation_url') : [];
  const wanted = asks.map(({ params }) => {
    const parsed = parseJson(params);
    return parsed.ok ? member(parsed.value, 'url') : undefined;
  });
  return [...pages, ...wanted].map((page) => (typeof page === 'string' ? toWebAddress(page) : null));
}
