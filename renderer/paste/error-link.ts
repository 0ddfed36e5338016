// A link with an error in its fragment, which browsers never send: deflated, in base64url. The caller masks it first.

import { fromBase64, toBase64, utf8Text } from '../../shared/text/base64.ts';

const mark = '#e=';
/** Chats and issue trackers cut longer URLs. */
export const longestLink = 16_000;
/** A few bytes can unpack to gigabytes; a link never contains that much. */
const longestText = 4_000_000;

export async function linkToError(page: string, text: string): Promise<string> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const base64 = toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return `${page.split('#', 1)[0]}${mark}${base64}`;
}

export const isLink = (fragment: string): boolean => fragment.startsWith(mark);

/** A text, or null if the fragment was cut or is not Misfire's. */
export async function textOfLink(fragment: string): Promise<string | null> {
  const packed = fragment.slice(mark.length).replaceAll('-', '+').replaceAll('_', '/');
  const bytes = fromBase64(packed.padEnd(Math.ceil(packed.length / 4) * 4, '='));
  if (bytes === null) return null;
  try {
    return await unpack(bytes);
  } catch {
    return null;
  }
}

async function unpack(bytes: Uint8Array): Promise<string | null> {
  const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > longestText) {
      await reader.cancel();
      return null;
    }
    parts.push(value);
  }
  return utf8Text(new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer()));
}
