// The pages that the user is currently asked to open. Code that passes a URL to the system checks here first, so that a compromised window
// can open only these.

import type { InspectorApi } from '../../../shared/contract/api.ts';
import { member, parseJson } from '../../../shared/json/json.ts';
import { toWebAddress } from './web-address.ts';

/** The part of the inspector that is used here. */
interface PageSource {
  api: Pick<InspectorApi, 'snapshot' | 'asks'>;
}

/** The serialized address if it is one of those; otherwise null. */
export async function offeredPage(inspector: PageSource, text: string): Promise<string | null> {
  const address = toWebAddress(text);
  return address !== null && (await offered(inspector)).includes(address) ? address : null;
}

/** For sign-in, or because a server wants the user to open a page. */
async function offered({ api }: PageSource): Promise<(string | null)[]> {
  const [snapshot, asked] = await Promise.all([api.snapshot({}), api.asks({})]);
  const pages = snapshot.ok ? snapshot.value.servers.map(({ signIn }) => signIn.url) : [];
  const asks = asked.ok ? asked.value.asks.filter(({ kind }) => kind === 'elicitation_url') : [];
  const wanted = asks.map(({ params }) => {
    const parsed = parseJson(params);
    return parsed.ok ? member(parsed.value, 'url') : undefined;
  });
  return [...pages, ...wanted].map((page) => (typeof page === 'string' ? toWebAddress(page) : null));
}
