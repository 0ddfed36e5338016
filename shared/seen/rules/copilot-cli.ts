// GitHub Copilot CLI. Texts are joined without a separator, then structured content; only failures name the server.

import { type JsonObject, member } from '../../json/json.ts';
import { asksForUrl } from '../parts/asks-for-url.ts';
import { contentOf, resourceOf, structuredOf, textOf, typeOf } from '../parts/blocks.ts';
import { byteLength } from '../parts/cut-text.ts';
import { hasHalfCharacter } from '../parts/half-characters.ts';
import { pictureIn, pictureType } from '../parts/picture.ts';
import { readAsRust, rustDebug } from '../parts/rust-result.ts';
import type { Pass, Passed } from '../parts/seen.ts';

const mostBytes = 20_480;
const shownCharacters = 500;
const taken = ['image/png', 'image/jpeg', 'image/gif'];
/** Invisible characters that change the text: soft hyphens, direction marks, tags. A joiner (U+200D) stays. */
const unseen =
  /[\u{ad}\u{180e}\u{200b}\u{200c}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}-\u{2064}\u{2066}-\u{2069}\u{feff}\u{e0001}\u{e0020}-\u{e007f}]/gu;

export const passCopilotCli: Pass = (answer, { server }) => {
  if (hasHalfCharacter(answer)) {
    const rule = 'Cannot read a message with half a character (a lone surrogate), so the call gets no answer.';
    return { got: '', flagged: false, rule };
  }
  const failure = (words: string, rule: string) => shown(`MCP server '${server}': ${words}`, true, rule);
  if ('error' in answer) {
    if (asksForUrl(answer.error)) {
      const rule =
        'Asks the user to open the URL of error -32042, and says only that; code, message and data are dropped.';
      return failure(`URL elicitation for MCP server "${server}" was not accepted`, rule);
    }
    const { code, message } = answer.error;
    const rule = 'Passes on code and message of a JSON-RPC error; data is dropped.';
    return failure(`McpError: MCP error ${code}: ${message}`, rule);
  }
  const result = readAsRust(answer.result);
  if (result === null) {
    const raw =
      Object.keys(answer.result).length === 0
        ? 'EmptyResult(EmptyObject)'
        : `CustomResult(CustomResult(${rustDebug(answer.result)}))`;
    const words = `MCP request failed: expected CallToolResult from tools/call, got ${raw}`;
    return failure(words, 'Refuses an answer that is not a CallToolResult, and shows all of it.');
  }
  const text = together(result);
  if (member(result, 'isError') === true)
    return failure(text === '' ? 'Tool execution failed' : text, 'Names the server before the texts of a failure.');
  return shown(text, false, 'Runs all texts together, then structured content; links and audio are dropped.');
};

function together(result: JsonObject): string {
  const content = contentOf(result);
  const texts = content.map((block) => {
    if (typeOf(block) === 'text') return textOf(block, 'text');
    return typeOf(block) === 'resource' ? textOf(resourceOf(block), 'text') : '';
  });
  const note = content.some(isBrokenPicture) ? omitted : '';
  const text = [texts.join(''), note].filter((part) => part !== '').join('\n');
  const structured = structuredOf(result);
  if (structured === undefined) return text;
  const json = JSON.stringify(structured);
  return text.trim() === '' || text === json ? json : `${text}\n\n${json}`;
}

const omitted = '[MCP image omitted because its data was invalid or its MIME type unsupported]';

/** Images are silently dropped, unless their data does not match the server's label. */
function isBrokenPicture(block: JsonObject): boolean {
  const isImage = typeOf(block) === 'image';
  const place = isImage ? block : resourceOf(block);
  const type = textOf(place, 'mimeType');
  if (!isImage && (!type.startsWith('image/') || member(place, 'blob') === undefined)) return false;
  const data = textOf(place, isImage ? 'data' : 'blob');
  return !taken.includes(type) || pictureIn(data) !== 'whole' || pictureType(data) !== type;
}

function shown(whole: string, flagged: boolean, rule: string): Passed {
  const text = whole.normalize('NFC').replace(unseen, '');
  const bytes = byteLength(text);
  if (bytes <= mostBytes) return { got: text, flagged, rule };
  const got = `Output too large to read at once (${(bytes / 1024).toFixed(1)} KB). Saved to: <file>\nConsider using tools like grep (for searching), head/tail (for viewing start/end), view with view_range (for specific sections), or jq (for JSON) to examine portions of the output.\n\nPreview (first 500 chars):\n${text.slice(0, shownCharacters).toWellFormed()}`;
  const large = 'Puts a result of more than 20,480 bytes into a file and shows the first 500 characters.';
  return { got, flagged, rule: large };
}

/** Copilot CLI names the server first. */
export function withoutServerName(text: string, server: string): string {
  const named = `MCP server '${server}': `;
  return text.startsWith(named) ? text.slice(named.length) : text;
}
