// Claude Code. All its tools share one way to move large results into a file. MCP has a second one with other limits.

import { isObject, type Json, type JsonObject, member } from '../../json/json.ts';
import { asksForUrl } from '../parts/asks-for-url.ts';
import { base64Size, contentOf, resourceOf, structuredOf, textOf, typeOf } from '../parts/blocks.ts';
import { firstUnits, grouped } from '../parts/cut-text.ts';
import { withWholeCharacters } from '../parts/half-characters.ts';
import { pictureIn, pictureType } from '../parts/picture.ts';
import { shapedResult } from '../parts/result-shape.ts';
import type { Got, Pass, Passed } from '../parts/seen.ts';

/** The default of `MAX_MCP_OUTPUT_TOKENS`. From half of it on the client asks its API for the count. */
const mostTokens = 25_000;
const mostCharacters = 50_000;
const longestError = 10_000;
const shownOfFile = 2000;
const tokensOfPicture = 1600;
const longestLine = 80_000;
const pictures = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

export const passClaudeCode: Pass = (answer, context) => {
  const passed = passWhole(answer, context);
  return { ...passed, got: withWholeCharacters(passed.got) };
};

const passWhole: Pass = (answer, { server, tool }) => {
  if ('error' in answer) {
    if (asksForUrl(answer.error)) {
      const got = `URL elicitation was canceled by the user. The tool "${tool}" could not complete because it requires the user to open a URL.`;
      const rule = 'Asks the user to open the URL of error -32042, and says only that; message and data are dropped.';
      return { got, flagged: false, rule };
    }
    const rule = 'Passes on only the message of a JSON-RPC error; code and data are dropped.';
    return { got: errorText(answer.error.message), flagged: true, rule };
  }
  const shaped = shapedResult(answer.result);
  if (!shaped.ok) {
    const got = `MCP server "${server}" returned a malformed result that failed schema validation: Invalid result for tools/call: ${shaped.issues}`;
    return { got: errorText(got), flagged: true, rule: 'Refuses an answer that is not a CallToolResult.' };
  }
  const { result } = shaped;
  if (member(result, 'isError') === true) return failed(result);
  return sized(read(result, server), server, tool);
};

function failed(result: JsonObject): Passed {
  const content = contentOf(result);
  const texts = content.flatMap((block) => {
    const text = member(block, 'text');
    if (text !== undefined) return [String(text)];
    return typeOf(block) === 'resource_link' ? [linkText(block)] : [];
  });
  const got = texts.length === 0 ? 'Unknown error' : errorText(texts.join('\n'));
  const rule =
    texts.length === 0
      ? 'Says "Unknown error" when an isError result has no text; structured content is not read.'
      : 'Joins the texts of an isError result by line breaks; structured content is not read.';
  return { got, flagged: true, rule };
}

/** Errors are trimmed, and the middle of a long one is dropped. */
function errorText(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') return 'Command failed with no output';
  if (trimmed.length <= longestError) return trimmed;
  const half = longestError / 2;
  const left = trimmed.length - longestError;
  return `${trimmed.slice(0, half)}\n\n... [${left} characters truncated] ...\n\n${trimmed.slice(-half)}`;
}

interface Read {
  got: Got;
  rule: string;
}

function read(result: JsonObject, server: string): Read {
  const old = member(result, 'toolResult');
  if (old !== undefined) return { got: String(old), rule: 'Passes on the toolResult of an old server.' };
  const structured = structuredOf(result);
  const content = contentOf(result);
  if (structured === undefined)
    return { got: content.flatMap((block) => blockOf(block, server)), rule: 'Passes on each block of content.' };
  const json = JSON.stringify(structured);
  const others = content.filter((block) => typeOf(block) !== 'text').flatMap((block) => blockOf(block, server));
  const rule = 'Structured content takes the place of all texts.';
  return { got: others.length === 0 ? json : [...others, { type: 'text', text: json }], rule };
}

const linkText = (block: JsonObject): string => {
  const description = textOf(block, 'description');
  const link = `[Resource link: ${textOf(block, 'name')}] ${textOf(block, 'uri')}`;
  return description === '' ? link : `${link} (${description})`;
};

function blockOf(block: JsonObject, server: string): JsonObject[] {
  const text = (words: string) => ({ type: 'text', text: words });
  switch (typeOf(block)) {
    case 'text':
      return [text(textOf(block, 'text'))];
    case 'audio':
      return [text(savedText(textOf(block, 'data'), textOf(block, 'mimeType'), `[Audio from ${server}] `))];
    case 'image':
      return binaryOf(textOf(block, 'data'), textOf(block, 'mimeType'), `[Image from ${server}] `);
    case 'resource_link':
      return [text(linkText(block))];
    case 'resource': {
      const resource = resourceOf(block);
      const label = `[Resource from ${server} at ${textOf(resource, 'uri')}] `;
      if (member(resource, 'text') !== undefined) return [text(label + textOf(resource, 'text'))];
      const type = textOf(resource, 'mimeType');
      const blocks = binaryOf(textOf(resource, 'blob'), type, label);
      return pictures.includes(type) ? [text(label), ...blocks] : blocks;
    }
    default:
      return [];
  }
}

/** An image is shown and saved; anything else is only saved, and the model gets the path. */
function binaryOf(data: string, mimeType: string, label: string): JsonObject[] {
  if (!pictures.includes(mimeType)) return [{ type: 'text', text: savedText(data, mimeType, label) }];
  if (pictureIn(data) === 'none') {
    const why =
      data === ''
        ? 'Image file is empty (0 bytes)'
        : 'Unable to resize image — image processing is unavailable and dimensions could not be read from the file header. Please convert the image to PNG, JPEG, GIF, or WebP.';
    return [
      { type: 'text', text: `[Image could not be processed: ${why}]` },
      { type: 'text', text: '[Image source: <file>]' },
    ];
  }
  return [
    { type: 'image', source: { type: 'base64', media_type: pictureType(data) ?? mimeType, data } },
    { type: 'text', text: '[Image: source: <file>]' },
  ];
}

const savedText = (data: string, mimeType: string, label: string): string =>
  `${label}Binary content (${mimeType || 'unknown type'}, ${sizeText(base64Size(data))}) saved to <file>`;

function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const [size, unit] = bytes < 1024 * 1024 ? [bytes / 1024, 'KB'] : [bytes / 1024 / 1024, 'MB'];
  return `${size.toFixed(1).replace(/\.0$/, '')}${unit}`;
}

function sized({ got, rule }: Read, server: string, tool: string): Passed {
  const texts = typeof got === 'string' ? [got] : got.map((block) => textOf(block, 'text'));
  if (typeof got === 'string' || got.every((block) => typeOf(block) === 'text'))
    if (texts.every((text) => text.trim() === '')) {
      const said = `(mcp__${server}__${tool} completed with no output)`;
      return { got: said, flagged: false, rule: 'Adds a note when a result contains only blank text.' };
    }
  const tokens = texts.reduce((sum, text) => sum + Math.round(text.length / 4), pictureCount(got) * tokensOfPicture);
  if (tokens > mostTokens && pictureCount(got) === 0) {
    const large = 'Puts a result of more than 25,000 tokens into a file; the model gets only how to read it.';
    return { got: inFile(got), flagged: false, rule: large };
  }
  const cut = tokens > mostTokens ? withPictures(got as JsonObject[]) : got;
  if (pictureCount(cut) > 0) {
    const large = 'Shows the first 100,000 characters of a large result with pictures.';
    return { got: cut, flagged: false, rule: cut === got ? rule : large };
  }
  const characters = (typeof cut === 'string' ? [cut] : cut.map((block) => textOf(block, 'text'))).join('').length;
  if (characters <= mostCharacters) return { got: cut, flagged: false, rule };
  const large = 'Puts a result of more than 50,000 characters into a file and shows the first 2,000.';
  return { got: preview(cut), flagged: false, rule: large };
}

const pictureCount = (got: Got): number =>
  typeof got === 'string' ? 0 : got.filter((block) => typeOf(block) === 'image').length;

function preview(got: Got): string {
  const whole = typeof got === 'string' ? got : JSON.stringify(got, null, 2);
  const lineEnd = whole.slice(0, shownOfFile).lastIndexOf('\n');
  const start = firstUnits(whole, lineEnd > shownOfFile / 2 ? lineEnd : shownOfFile);
  return `<persisted-output>\nOutput too large (${sizeText(whole.length)}). Full output saved to: <file>\n\nPreview (first 2KB):\n${start}\n...\n</persisted-output>`;
}

function inFile(got: Got): string {
  const [only] = typeof got === 'string' ? [] : got;
  const single = only !== undefined && got.length === 1 ? textOf(only, 'text') : null;
  const whole = single ?? (typeof got === 'string' ? got : JSON.stringify(got, null, 2));
  const lines = single?.split('\n') ?? [];
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  const longest = lines.reduce((most, line) => Math.max(most, line.length), 0);
  const size = `${grouped(whole.length)} characters${single === null ? '' : ` across ${grouped(lines.length)} ${lines.length === 1 ? 'line' : 'lines'}`}`;
  const schema = single === null ? schemaText(typeof got === 'string' ? (JSON.parse(got) as Json) : got, 2) : '';
  const format =
    single !== null ? 'Plain text' : `${typeof got === 'string' ? 'JSON' : 'JSON array'} with schema: ${schema}`;
  let how =
    'Use offset and limit parameters to read specific portions of the file, search within it for specific content, and jq to make structured queries.\n';
  let note = '';
  if (single === null) {
    how = 'Use jq to make structured queries (find a value, filter by field).\n';
    note =
      "- Note: this file is JSON, so a long value (or the whole file) is a single line. Read's offset/limit cannot split a line, so reading in chunks works only if every line is short. If a shell tool is available, first probe the structure (e.g., jq 'type, length, keys?' <file>), then extract slices with jq or python.\n";
  } else if (lines.length <= 1 || longest > longestLine) {
    how = 'Search within the file for specific content, and use jq if the content is JSON.\n';
    note =
      "- Note: this file's lines are too long for Read's offset/limit chunking. If a shell tool is available, slice by character range (e.g. python read()[A:B], dd, or cut -c) instead.\n";
  }
  return `Error: result (${size}) exceeds maximum allowed tokens. Output has been saved to <file>.\nFormat: ${format}\n${how}REQUIREMENTS FOR SUMMARIZATION/ANALYSIS/REVIEW:\n- You MUST read the content from the file at <file> in sequential chunks until 100% of the content has been read.\n${note}- If you receive truncation warnings when reading the file, reduce the chunk size until you have read 100% of the content without truncation.\n- Before producing ANY summary or analysis, you MUST explicitly describe what portion of the content you have read. ***If you did not read the entire content, you MUST explicitly state this.***\n- If after a few attempts you cannot read the file (file not found, lines too long for Read's offset/limit, no shell access), STOP retrying. Summarize what you were able to read, explicitly state which portion you could not read and why, and proceed.\n`;
}

/** The client's own short schema of a value: names and types, two levels deep. */
function schemaText(value: Json, depth: number): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${schemaText(value[0] ?? null, depth - 1)}]`;
  if (!isObject(value)) return typeof value;
  if (depth <= 0) return '{...}';
  const members = Object.entries(value);
  const shown = members.slice(0, 10).map(([name, each]) => `${name}: ${schemaText(each, depth - 1)}`);
  return `{${shown.join(', ')}${members.length > 10 ? ', ...' : ''}}`;
}

/** Images count as 6,400 characters each. */
function withPictures(blocks: JsonObject[]): JsonObject[] {
  const most = mostTokens * 4;
  const kept: JsonObject[] = [];
  let used = 0;
  for (const block of blocks) {
    const text = textOf(block, 'text');
    const room = most - used;
    if (typeOf(block) === 'text' && text.length > room) {
      if (room > 0) kept.push({ type: 'text', text: firstUnits(text, room) });
      break;
    }
    used += typeOf(block) === 'text' ? text.length : tokensOfPicture * 4;
    kept.push(block);
  }
  const left = blocks.filter((block) => typeOf(block) === 'image' && !kept.includes(block)).length;
  if (left === 1) kept.push({ type: 'text', text: '[Image left out: it did not fit in the tool output limit]' });
  if (left > 1)
    kept.push({ type: 'text', text: `[${left} images left out: they did not fit in the tool output limit]` });
  const note = `\n\n[OUTPUT TRUNCATED - exceeded ${mostTokens} token limit]\n\nThe tool output was truncated. If this MCP server provides pagination or filtering tools, use them to retrieve specific portions of the data. If pagination is not available, inform the user that you are working with truncated output and results may be incomplete.`;
  return [...kept, { type: 'text', text: note }];
}
