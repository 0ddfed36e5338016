// Does with a link what our page does with it: opens it, and exchanges its code for the key. Only tests import it.

import { codeName, exchangePath } from '../../shared/api/web-door.ts';

/** Where the page is, and the code for it. */
export async function followLink(link: string): Promise<{ page: string; code: string }> {
  const { headers } = await fetch(link, { redirect: 'manual' });
  const page = new URL(headers.get('location') ?? '', link);
  return { page: new URL(page.pathname, link).href, code: page.searchParams.get(codeName) ?? '' };
}

export async function exchangeLink(link: string): Promise<string> {
  const { page, code } = await followLink(link);
  const headers = { origin: new URL(link).origin };
  const answer = await fetch(new URL(exchangePath, page), { method: 'POST', body: code, headers });
  if (!answer.ok) throw new Error(`The link was not taken: ${answer.status}`);
  return answer.text();
}
