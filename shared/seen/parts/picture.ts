// Can some base64 be a picture that a client takes? Owns the signs of the four formats that models read. Nothing is decoded:
// a file that only looks whole counts as whole.

/** `header`: the size can be read, but the file ends too early to be drawn. */
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

/** What the data is, whatever the server calls it. */
export const pictureType = (base64: string): string | null => typeOfBytes(decodeEnds(base64)?.head ?? '');

function typeOfBytes(head: string): string | null {
  // The rest of the signature holds a control character, which would be escaped where a report is printed.
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
