// What servers send to be read: blocks of results, prompts and resources. All of it becomes text, or an image that a person
// has to ask for. HTML, SVG and Markdown are text here: nothing a server sends is ever run, styled or fetched.

import { isObject, type Json, member } from '../../shared/json.ts';

export type Block =
  | { kind: 'text'; text: string; mime: string; uri: string }
  /** `source` is a data: address of a raster image. */
  | { kind: 'image'; source: string; mime: string; uri: string; bytes: number }
  | { kind: 'bytes'; mime: string; uri: string; bytes: number }
  | { kind: 'link'; uri: string; name: string; about: string }
  /** What has no reading of its own, as JSON. */
  | { kind: 'json'; text: string };

const mostBlocks = 500;
/** Images beyond this are told of, not shown. */
const largestImage = 20_000_000;
/** SVG is not among them: it is a document that can carry a program. */
const rasters = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** `content` of a message or result: one block or a list of them. */
export function readBlocks(content: Json | undefined): Block[] {
  if (content === undefined) return [];
  if (typeof content === 'string') return [{ kind: 'text', text: content, mime: '', uri: '' }];
  return (Array.isArray(content) ? content : [content]).slice(0, mostBlocks).map(readBlock);
}

function readBlock(block: Json): Block {
  switch (member(block, 'type')) {
    case 'text':
      return typeof member(block, 'text') === 'string'
        ? { kind: 'text', text: textOf(member(block, 'text')), mime: '', uri: '' }
        : asJson(block);
    case 'image':
    case 'audio':
      return readData(textOf(member(block, 'data')), textOf(member(block, 'mimeType')), '');
    case 'resource':
      return readContents(member(block, 'resource') ?? null);
    case 'resource_link':
      return {
        kind: 'link',
        uri: textOf(member(block, 'uri')),
        name: textOf(member(block, 'title')) || textOf(member(block, 'name')),
        about: textOf(member(block, 'description')),
      };
    default:
      return asJson(block);
  }
}

/** One of the `contents` of a resource. */
export function readContents(contents: Json): Block {
  if (!isObject(contents)) return asJson(contents);
  const uri = textOf(member(contents, 'uri'));
  const mime = textOf(member(contents, 'mimeType'));
  const text = member(contents, 'text');
  if (typeof text === 'string') return { kind: 'text', text, mime, uri };
  const blob = member(contents, 'blob');
  return typeof blob === 'string' ? readData(blob, mime, uri) : asJson(contents);
}

function readData(data: string, mime: string, uri: string): Block {
  const plain = mime.split(';')[0]!.trim().toLowerCase();
  const packed = data.replace(/\s+/g, '');
  const bytes = Math.floor((packed.length * 3) / 4);
  if (rasters.has(plain) && packed.length <= largestImage && isBase64(packed))
    return { kind: 'image', source: `data:${plain};base64,${packed}`, mime: plain, uri, bytes };
  const isText = /^text\/|[/+](?:json|xml)$|^application\/(?:javascript|x-yaml|yaml|toml)$/.test(plain);
  const text = isText && isBase64(packed) ? decodeText(packed) : null;
  return text === null ? { kind: 'bytes', mime, uri, bytes } : { kind: 'text', text, mime, uri };
}

function isBase64(text: string): boolean {
  return text !== '' && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

function decodeText(packed: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function asJson(value: Json): Block {
  try {
    return { kind: 'json', text: JSON.stringify(value, null, 2) };
  } catch {
    // Nested deeper than can be written; the raw message has it.
    return { kind: 'json', text: '(too deep to show here; see the raw message)' };
  }
}

/** The readable parts of an answer to resources/read, prompts/get or tools/call, each with who says it where that is known. */
export function readAnswer(result: Json): { role: string; blocks: Block[] }[] {
  const contents = member(result, 'contents');
  if (Array.isArray(contents)) return [{ role: '', blocks: contents.slice(0, mostBlocks).map(readContents) }];
  const messages = member(result, 'messages');
  if (Array.isArray(messages))
    return messages.slice(0, mostBlocks).map((message) => ({
      role: textOf(member(message, 'role')),
      blocks: readBlocks(member(message, 'content')),
    }));
  const content = member(result, 'content');
  return content === undefined ? [{ role: '', blocks: [asJson(result)] }] : [{ role: '', blocks: readBlocks(content) }];
}
