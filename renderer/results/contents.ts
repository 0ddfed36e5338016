// Readable content from servers: blocks of results, prompts and resources. Texts stay texts; images and audio are bytes that the user
// must request (media.ts). HTML, SVG and Markdown are text here: server content is never run, styled or fetched.

import { isObject, type Json, member } from '../../shared/json/json.ts';
import { base64Problem, decodeBytes, type Media, readMedia } from './media.ts';

export type Block =
  /** `uri` for an embedded resource. */
  | { kind: 'text'; text: string; mime: string; uri: string }
  | { kind: 'media'; media: Media; uri: string }
  | { kind: 'link'; uri: string; name: string; about: string; mime: string; bytes: number | null }
  /** Blocks without their own view, as JSON. */
  | { kind: 'json'; text: string };

const mostBlocks = 500;

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** `content` of a message or result: one block or a list of them. */
export function readBlocks(content: Json | undefined): Block[] {
  if (content === undefined) return [];
  if (typeof content === 'string') return [{ kind: 'text', text: content, mime: '', uri: '' }];
  return (Array.isArray(content) ? content : [content]).slice(0, mostBlocks).map(readBlock);
}

function readBlock(block: Json): Block {
  const data = member(block, 'data');
  switch (member(block, 'type')) {
    case 'text':
      return typeof member(block, 'text') === 'string'
        ? { kind: 'text', text: textOf(member(block, 'text')), mime: '', uri: '' }
        : asJson(block);
    case 'image':
    case 'audio':
      return typeof data === 'string' ? readData(data, textOf(member(block, 'mimeType')), '') : asJson(block);
    case 'resource':
      return readContents(member(block, 'resource') ?? null);
    case 'resource_link': {
      const size = member(block, 'size');
      return {
        kind: 'link',
        uri: textOf(member(block, 'uri')),
        name: textOf(member(block, 'title')) || textOf(member(block, 'name')),
        about: textOf(member(block, 'description')),
        mime: textOf(member(block, 'mimeType')),
        bytes: typeof size === 'number' && Number.isFinite(size) && size >= 0 ? size : null,
      };
    }
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
  const isText = /^text\/|[/+](?:json|xml)$|^application\/(?:javascript|x-yaml|yaml|toml)$/.test(plain);
  const text = isText ? decodeText(data.replace(/\s+/g, '')) : null;
  return text === null ? { kind: 'media', media: readMedia(data, mime), uri } : { kind: 'text', text, mime, uri };
}

function decodeText(packed: string): string | null {
  if (packed === '' || base64Problem(packed) !== '') return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(decodeBytes(packed));
  } catch {
    return null;
  }
}

function asJson(value: Json): Block {
  try {
    return { kind: 'json', text: JSON.stringify(value, null, 2) };
  } catch {
    // Too deep to serialize; the raw message has it.
    return { kind: 'json', text: '(too deep to show here; see the raw message)' };
  }
}

/** The readable parts of a result of resources/read, prompts/get or tools/call, each with its role if known. */
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

/** The text that a client would pass to its model: every readable text of the result, separated by a line break. */
export function contentWords(blocks: readonly Block[]): string {
  return blocks.flatMap((block) => (block.kind === 'text' || block.kind === 'json' ? [block.text] : [])).join('\n');
}
