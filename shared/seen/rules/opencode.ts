// opencode. Texts are joined by blank lines, large ones are cut at a line break, and no failure has a flag.

import { type JsonObject, member } from '../../json/json.ts';
import { base64Size, contentOf, resourceOf, structuredOf, textOf, textsOf, typeOf } from '../parts/blocks.ts';
import { wholeLines } from '../parts/cut-text.ts';
import { withWholeCharacters } from '../parts/half-characters.ts';
import { refusedByOutputSchema } from '../parts/output-schema.ts';
import { pictureIn } from '../parts/picture.ts';
import { shapedResult } from '../parts/result-shape.ts';
import type { Pass, Passed } from '../parts/seen.ts';

/** The defaults of `tool_output.max_lines` and `tool_output.max_bytes`. */
const mostLines = 2000;
const mostBytes = 51_200;
const largestFile = 10_485_760;
const attached = ['application/pdf', 'image/gif', 'image/jpeg', 'image/png', 'image/webp'];

export const passOpencode: Pass = (answer, context) => {
  const passed = passWhole(answer, context);
  return { ...passed, got: withWholeCharacters(passed.got) };
};

const passWhole: Pass = (answer, { tool, outputSchema }) => {
  if ('error' in answer) {
    const { code, message } = answer.error;
    const rule = 'Passes on code and message of a JSON-RPC error; data is dropped.';
    return { got: `MCP error ${code}: ${message}`, flagged: true, rule };
  }
  const shaped = shapedResult(answer.result);
  if (!shaped.ok) return { got: shaped.issues, flagged: true, rule: 'Refuses an answer that is not a CallToolResult.' };
  const { result } = shaped;
  const refused = refusedByOutputSchema(result, tool, outputSchema);
  if (refused !== null) return { got: refused, flagged: true, rule: 'Refuses an answer that breaks the outputSchema.' };
  return member(result, 'isError') === true ? failed(result) : passedOn(result);
};

function failed(result: JsonObject): Passed {
  const texts = textsOf(result).filter((text) => text.trim() !== '');
  if (texts.length === 0) {
    const rule = 'Says only that the tool returned an error when an isError result has no text.';
    return { got: 'MCP tool returned an error', flagged: true, rule };
  }
  const rule = 'Passes on only the texts of an isError result; nothing says that the call failed.';
  return { got: texts.join('\n\n'), flagged: false, rule };
}

function passedOn(result: JsonObject): Passed {
  const structured = structuredOf(result);
  const content = contentOf(result);
  if (content.length === 0 && structured !== undefined) {
    const rule = 'Passes on structured content only when there is no other content.';
    return { got: cut(JSON.stringify(structured)), flagged: false, rule };
  }
  const texts: string[] = [];
  const files: { name: string; kind: string; data: string }[] = [];
  for (const block of content) {
    const type = typeOf(block);
    if (type === 'text') texts.push(textOf(block, 'text'));
    else if (type === 'image') files.push({ name: 'image', kind: 'image', data: textOf(block, 'data') });
    else if (type === 'resource') {
      const resource = resourceOf(block);
      const [text, blob, uri] = [textOf(resource, 'text'), textOf(resource, 'blob'), textOf(resource, 'uri')];
      const mimeType = textOf(resource, 'mimeType') || 'application/octet-stream';
      if (text !== '') texts.push(text);
      if (blob === '') continue;
      const omitted = `[Binary MCP resource omitted: ${uri} (${mimeType}, ${sizeText(base64Size(blob))})`;
      if (!attached.includes(mimeType)) texts.push(`${omitted} is not a supported attachment type]`);
      else if (base64Size(blob) > largestFile) texts.push(`${omitted} exceeds 10 MB]`);
      else files.push({ name: `"${uri}"`, kind: mimeType === 'application/pdf' ? 'pdf' : 'image', data: blob });
    }
  }
  const sound = files.filter(({ kind, data }) => kind !== 'image' || pictureIn(data) === 'whole');
  const broken = files.length - sound.length;
  const noun = broken === 1 ? 'image' : 'images';
  const note = `\n\n[${broken} ${noun} omitted: could not be resized below the image size limit.]`;
  const text = cut(texts.join('\n\n')) + (broken > 0 ? note : '');
  if (sound.length === 0)
    return { got: text, flagged: false, rule: 'Joins texts by blank lines; links and audio are dropped.' };
  // A model that opencode does not know accepts no images. Others get them in this second message.
  const words = sound.map(
    ({ name, kind }) => `ERROR: Cannot read ${name} (this model does not support ${kind} input). Inform the user.`,
  );
  const blocks = [text, 'Attached media from tool result:', ...words].map((each) => ({ type: 'text', text: each }));
  const rule = 'Passes pictures on in a message of the user, and only where it knows that the model takes them.';
  return { got: blocks, flagged: false, rule };
}

function cut(text: string): string {
  const short = wholeLines(text, mostLines, mostBytes);
  if (short === null) return text;
  return `${short.kept}\n\n...${short.left} truncated...\n\nThe tool call succeeded but the output was truncated. Full output saved to: <file>\nUse the Task tool to have explore agent process this file with Grep and Read (with offset/limit). Do NOT read the full file yourself - delegate to save context.`;
}

function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1_048_576 ? `${Math.ceil(bytes / 1024)} KB` : `${Math.ceil(bytes / 1_048_576)} MB`;
}
