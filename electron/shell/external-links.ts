// The only place that hands an address to the system. Addresses come from servers, and the system opens anything it is given:
// programs, shares, other apps. So only web pages pass: https anywhere, http on this machine; and of those only the ones that
// the app itself shows as to be opened, so that a page gone astray can open nothing.

import { shell } from 'electron';
import { member, parseJson } from '../../shared/json.ts';
import type { InspectorHandle } from '../inspector/contract.ts';
import { toWebAddress } from '../inspector/sign-in/web-address.ts';

/** false: the address is not one that may be opened. */
export async function openExternalLink(inspector: InspectorHandle, text: string): Promise<boolean> {
  const address = toWebAddress(text);
  if (address === null || !(await offered(inspector)).includes(address)) return false;
  await shell.openExternal(address);
  return true;
}

/** Where a person is asked to go: to sign in, or because a server wants them to see a page. */
async function offered({ api }: InspectorHandle): Promise<(string | null)[]> {
  const [snapshot, asked] = await Promise.all([api.snapshot({}), api.asks({})]);
  const pages = snapshot.ok ? snapshot.value.servers.map(({ signIn }) => signIn.url) : [];
  const asks = asked.ok ? asked.value.asks.filter(({ kind }) => kind === 'elicitation_url') : [];
  const wanted = asks.map(({ params }) => {
    const parsed = parseJson(params);
    return parsed.ok ? member(parsed.value, 'url') : undefined;
  });
  return [...pages, ...wanted].map((page) => (typeof page === 'string' ? toWebAddress(page) : null));
}
