// Whether base64 data can be an image that a client accepts. Owns the signatures of the four formats that models read. Decodes nothing: a
// file that looks complete counts as complete.

/** `header`: the size is readable, but the file ends too early to be drawn. */
export type Picture = 'whole' | 'header' | 'none';

export function pictureIn(base64: string): Picture {
  const bytes = decodeEnds(base64);
  if (bytes === null) return 'none';
  const { head, tail } = bytes;
  switch (typeOfBytes(head)) {
    case 'image/png':
      return has(head.slice(12, 16) === 'IHDR', tail.includes('IEND'));
    case 'image/jpeg':
      return has(head.length > 20, tail.endsWith('\xff\xd9'));
    case 'image/gif':
      return has(head.length >= 10, tail.endsWith(';'));
    case 'image/webp':
      return has(true, head.length > 25);
    default:
      return 'none';
  }
}

/** The actual format, regardless of the server's label. */
export const pictureType = (base64: string): string | null => typeOfBytes(decodeEnds(base64)?.head ?? '');

function typeOfBytes(head: string): string | null {
  // The rest of the signature has a control character, which reports would escape.
  if (head.startsWith('\x89PNG\r\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('GIF8')) return 'image/gif';
  return head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP' ? 'image/webp' : null;
}

const has = (header: boolean, end: boolean): Picture => (!header ? 'none' : end ? 'whole' : 'header');

const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The first and the last bytes, one character each. */
function decodeEnds(base64: string): { head: string; tail: string } | null {
  const bare = base64.replace(/\s/g, '').replace(/={1,2}$/, '');
  const tailFrom = Math.max(0, Math.floor((bare.length - 24) / 4) * 4);
  const head = decode(bare.slice(0, 64));
  const tail = decode(bare.slice(tailFrom));
  return head === null || tail === null ? null : { head, tail };
}

function decode(base64: string): string | null {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const sign of base64) {
    const value = signs.indexOf(sign);
    if (value === -1) return null;
    held = ((held << 6) | value) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    text += String.fromCharCode((held >> bits) & 0xff);
  }
  return text;
}
