// The server card of an address: at the address itself, then at the usual place of its host. Nothing is sent but the question for it, and
// no credentials of the server.

import type { FoundCard } from '../../../../shared/features/lint/lint-card.ts';
import { parseJson } from '../../../../shared/json/json.ts';

const patienceMs = 5_000;
const mostBytes = 1_000_000;

export async function findCard(address: string): Promise<FoundCard> {
  const own = new URL(address);
  const looked = [
    `${own.origin}${own.pathname.replace(/\/$/, '')}/server-card`,
    `${own.origin}/.well-known/mcp/server-card.json`,
  ];
  for (const url of looked) {
    const text = await readText(url);
    if (text === null) continue;
    const parsed = parseJson(text);
    return { url, card: parsed.ok ? parsed.value : undefined, looked };
  }
  return { url: null, card: undefined, looked };
}

/** null: there is none, or the server does not answer. */
async function readText(url: string): Promise<string | null> {
  try {
    const headers = { accept: 'application/json' };
    const reply = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(patienceMs) });
    if (reply.status !== 200 || reply.body === null) return null;
    // Pages that answer everything with their start page have no card.
    if (/html/i.test(reply.headers.get('content-type') ?? '')) return null;
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of reply.body) {
      size += part.length;
      if (size > mostBytes) return '';
      parts.push(part);
    }
    return Buffer.concat(parts).toString('utf8');
  } catch {
    return null;
  }
}
