// Base64 bytes: their size, their format by signature, and problems. Pure; media-view.tsx shows and plays. SVG is not in any list: it is
// a document that can contain a script.

export interface Media {
  kind: 'image' | 'audio' | 'other';
  /** The server's label, without parameters. */
  mime: string;
  bytes: number;
  /** A data: URL to show or play; '' if that is not possible. */
  source: string;
  /** What is wrong or unusual, as a sentence; '' if nothing is. */
  problem: string;
}

const images = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const audios = new Set([
  'audio/wav',
  'audio/x-wav',
  'audio/wave',
  'audio/vnd.wave',
  'audio/mpeg',
  'audio/mp3',
  'audio/ogg',
  'audio/opus',
  'audio/webm',
  'audio/flac',
  'audio/x-flac',
  'audio/aac',
  'audio/mp4',
  'audio/x-m4a',
]);
/** Larger ones are described, not shown. */
const largest = 20_000_000;

export function readMedia(data: string, mimeType: string): Media {
  const mime = mimeType.split(';')[0]!.trim().toLowerCase();
  const kind = mime.startsWith('image/') ? 'image' : mime.startsWith('audio/') ? 'audio' : 'other';
  const packed = data.replace(/\s+/g, '');
  const bytes = byteLength(packed);
  const nothing = { kind, mime, bytes, source: '' } as const;
  if (packed === '') return { ...nothing, bytes: 0, problem: 'There are no bytes: the data is empty.' };
  const wrong = base64Problem(packed);
  if (wrong) return { ...nothing, bytes: 0, problem: wrong };
  if (kind === 'other') return { ...nothing, problem: '' };
  const isKnown = kind === 'image' ? images.has(mime) : audios.has(mime);
  if (!isKnown) return { ...nothing, problem: '' };
  if (packed.length > largest) return { ...nothing, problem: 'Too large to be shown here.' };
  const found = signatureOf(firstBytes(packed));
  const problem =
    found === '' || isSame(found, mime) ? '' : `Called ${mime}, but its first bytes are those of ${found}.`;
  return { ...nothing, source: `data:${mime};base64,${packed}`, problem };
}

function byteLength(packed: string): number {
  const padding = packed.endsWith('==') ? 2 : packed.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor((packed.length * 3) / 4) - padding);
}

/** Why it is not base64, with the position; '' if it is. */
export function base64Problem(packed: string): string {
  const at = packed.search(/[^A-Za-z0-9+/]/);
  const padding = at < 0 ? '' : packed.slice(at);
  if (padding !== '' && padding !== '=' && padding !== '==') {
    const isUrlSafe = /^[A-Za-z0-9_-]+={0,2}$/.test(packed);
    if (isUrlSafe) return 'The data is base64url; MCP asks for plain base64, with + and / in place of - and _.';
    const code = packed.codePointAt(at)!.toString(16).toUpperCase().padStart(4, '0');
    return `The data is not base64: its character ${at + 1} is U+${code}.`;
  }
  const digits = at < 0 ? packed.length : at;
  if (digits % 4 === 1 || (padding !== '' && packed.length % 4 !== 0))
    return 'The data is base64 that ends too early: some of it is missing.';
  return '';
}

/** Only for valid base64. */
export function decodeBytes(packed: string): Uint8Array {
  return Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
}

function firstBytes(packed: string): string {
  return atob(
    packed
      .slice(0, 24)
      .replace(/={1,2}$/, '')
      .slice(0, 24),
  );
}

const signatures: readonly [RegExp, string][] = [
  [/^\x89PNG\r\n\x1a\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF[\s\S]{4}WEBP/, 'image/webp'],
  [/^RIFF[\s\S]{4}WAVE/, 'audio/wav'],
  [/^ID3|^\xff[\xfb\xf3\xf2]/, 'audio/mpeg'],
  [/^OggS/, 'audio/ogg'],
  [/^fLaC/, 'audio/flac'],
  [/^\x1aE\xdf\xa3/, 'audio/webm'],
  [/^%PDF/, 'a PDF'],
  [/^PK\x03\x04/, 'a ZIP file'],
  [/^\s*<(?:!doctype|html|svg|\?xml)/i, 'a document of text'],
  [/^\s*[{[]"/, 'JSON'],
];

function signatureOf(start: string): string {
  return signatures.find(([pattern]) => pattern.test(start))?.[1] ?? '';
}

const otherNames: Record<string, string> = {
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/mp3': 'audio/mpeg',
  'audio/opus': 'audio/ogg',
  'audio/x-flac': 'audio/flac',
};

function isSame(found: string, mime: string): boolean {
  return found === (otherNames[mime] ?? mime);
}
