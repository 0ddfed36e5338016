// Codex. Structured content replaces all blocks; each output is cut twice with the same limit, so a long one has two markers.

import { type Json, type JsonObject, member } from '../../json/json.ts';
import { contentOf, failedOf, structuredOf, textOf, typeOf } from '../parts/blocks.ts';
import { bothEnds, byteLength } from '../parts/cut-text.ts';
import { hasHalfCharacter } from '../parts/half-characters.ts';
import { pictureIn, pictureType } from '../parts/picture.ts';
import { readAsRust } from '../parts/rust-result.ts';
import type { Pass, Passed } from '../parts/seen.ts';

/** Maximum bytes of a text. In tokens, four bytes are one, and each text is rounded up to whole tokens. */
interface Limit {
  bytes: number;
  tokens: boolean;
}

/** The limits of the two cuts, with the extra fifth that the client allows for escapes. The second always counts tokens. */
function limitsOf(model: string | undefined): [Limit, Limit] {
  const isToken = model !== undefined && countedInTokens.includes(model);
  const bytes = isToken ? 48_000 : 12_000;
  return [
    { bytes, tokens: isToken },
    { bytes, tokens: true },
  ];
}

const countedInTokens = ['gpt-5.4', 'gpt-5.4-mini', 'gpt-5.5', 'gpt-5.6-sol', 'gpt-5.6-terra', 'gpt-5.6-luna'];

/** The duration is unknown here; a call of less than ten seconds has four digits. */
const header = 'Wall time: 0.0000 seconds\nOutput:';

export const passCodex: Pass = (answer, { server, tool, model }) => {
  if (hasHalfCharacter(answer)) {
    const rule = 'Cannot read a message with half a character (a lone surrogate), so the call gets no answer.';
    return { got: '', flagged: false, rule };
  }
  const limits = limitsOf(model);
  const failure = (cause: string, rule: string): Passed => {
    const text = `tool call error: tool call failed for \`${server}/${tool}\`\n\nCaused by:\n    ${cause.replaceAll('\n', '\n    ')}`;
    return { got: cutTwice([item(text)], limits), flagged: true, rule };
  };
  if ('error' in answer) {
    const { code, message, data } = answer.error;
    const more = data === undefined || data === null ? '' : `(${JSON.stringify(data)})`;
    return failure(`Mcp error: ${code}: ${message}${more}`, 'Passes on code, message and data of a JSON-RPC error.');
  }
  const result = readAsRust(answer.result);
  if (result === null)
    return failure('Unexpected response type', 'Refuses an answer that is not a CallToolResult, without its words.');
  const says = failedOf(answer) ? '; nothing says that the call failed' : '';
  const structured = structuredOf(result);
  if (structured !== undefined) {
    const whole = `${header}\n${JSON.stringify(structured)}`;
    const text = limits.reduce((cutText, limit) => cut(cutText, limit.bytes, limit), whole);
    return { got: text, flagged: false, rule: `Structured content takes the place of all blocks${says}.` };
  }
  const items = contentOf(result).map(itemOf);
  return { got: cutTwice(items, limits), flagged: false, rule: `Passes on each block of content${says}.` };
};

const item = (text: string): JsonObject => ({ type: 'input_text', text });

function itemOf(block: JsonObject): JsonObject {
  const data = textOf(block, 'data');
  const bare = data.startsWith('data:') ? data.slice(data.indexOf(',') + 1) : data;
  switch (typeOf(block)) {
    case 'text':
      return member(member(block, '_meta'), 'codex/encryptedContent') === true
        ? { type: 'encrypted_content', encrypted_content: textOf(block, 'text') }
        : item(textOf(block, 'text'));
    case 'audio':
      return item('<audio content omitted because you do not support audio input>');
    case 'image': {
      if (pictureIn(bare) !== 'whole') return item('image content omitted because it could not be processed');
      // The actual format counts, not the server's label. A GIF is converted to PNG.
      const type = pictureType(bare) === 'image/gif' ? 'image/png' : pictureType(bare);
      return { type: 'input_image', image_url: `data:${type};base64,${bare}`, detail: detailOf(block) };
    }
    default:
      return item(jsonOf(block));
  }
}

function detailOf(block: JsonObject): Json {
  const asked = member(member(block, '_meta'), 'codex/imageDetail');
  return asked === 'auto' || asked === 'original' ? asked : 'high';
}

/** Its priority is a half-precision number with a decimal point. */
function jsonOf(block: JsonObject): string {
  const json = JSON.stringify(block);
  const priority = member(member(block, 'annotations'), 'priority');
  return typeof priority !== 'number'
    ? json
    : json.replace(`"priority":${priority}`, `"priority":${asFloat(priority)}`);
}

/** The fewest digits that give the same 32-bit float. */
function asFloat(value: number): string {
  const wanted = Math.fround(value);
  let digits = 1;
  while (digits < 9 && Math.fround(Number(wanted.toPrecision(digits))) !== wanted) digits += 1;
  const shown = String(Number(wanted.toPrecision(digits)));
  return Number.isInteger(wanted) ? `${shown}.0` : shown;
}

const cutTwice = (items: JsonObject[], limits: readonly Limit[]): JsonObject[] =>
  limits.reduce(cutItems, [item(header), ...items]);

/** One budget for all texts: the first that exceeds it is cut in the middle, and later ones are only counted. */
function cutItems(items: JsonObject[], limit: Limit): JsonObject[] {
  const kept: JsonObject[] = [];
  let left = limit.bytes;
  let omitted = 0;
  for (const each of items) {
    const text = member(each, 'text');
    if (typeof text !== 'string') kept.push(each);
    else if (text === '') continue;
    else if (left === 0) omitted += 1;
    else if (cost(text, limit) <= left) {
      kept.push(each);
      left -= cost(text, limit);
    } else {
      kept.push(item(cut(text, left, limit)));
      left = 0;
    }
  }
  return omitted === 0 ? kept : [...kept, item(`[omitted ${omitted} text items ...]`)];
}

const cost = (text: string, { tokens }: Limit): number =>
  tokens ? Math.ceil(byteLength(text) / 4) * 4 : byteLength(text);

function cut(text: string, most: number, { tokens }: Limit): string {
  const bytes = byteLength(text);
  if (bytes <= most) return text;
  const { head, tail, left } = bothEnds(text, most);
  return `${head}…${tokens ? `${Math.ceil((bytes - most) / 4)} tokens` : `${left} chars`} truncated…${tail}`;
}

/** Codex puts the time that the call took before its output. */
export const withoutWallTime = (text: string): string => text.replace(/^Wall time: [\d.]+ seconds\nOutput:\n?/, '');
