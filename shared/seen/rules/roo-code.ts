// Roo Code. From its source only: it was not run.

import { type JsonObject, member } from '../../json/json.ts';
import { contentOf, resourceOf, textOf, typeOf } from '../parts/blocks.ts';
import type { Pass } from '../parts/seen.ts';

export const passRooCode: Pass = (answer) => {
  if ('error' in answer) {
    const { code, message, data } = answer.error;
    const error = {
      name: 'McpError',
      message: `MCP error ${code}: ${message}`,
      code,
      ...(data === undefined ? {} : { data }),
    };
    const got = JSON.stringify({
      status: 'error',
      message: 'The tool execution failed',
      error: `Error executing MCP tool: ${JSON.stringify(error)}`,
    });
    return { got, flagged: true, rule: 'Passes on the whole JSON-RPC error as JSON text.' };
  }
  const content = contentOf(answer.result);
  const texts = content.map(textFor).filter((text) => text !== '');
  const pictures = content
    .filter((block) => typeOf(block) === 'image' && textOf(block, 'data') !== '')
    .map((block) => ({
      type: 'image',
      source: { type: 'base64', media_type: textOf(block, 'mimeType'), data: textOf(block, 'data') },
    }));
  if (texts.length === 0 && pictures.length === 0) {
    const rule = 'Says "(No response)" when there is no text and no picture, also for a failure.';
    return { got: '(No response)', flagged: false, rule };
  }
  const failed = member(answer.result, 'isError') === true;
  const text = `${failed ? 'Error:\n' : ''}${texts.join('\n\n') || `[${pictures.length} image(s) received]`}`;
  const rule = 'Puts "Error:" before the texts of a failure; structured content is not read.';
  return { got: pictures.length === 0 ? text : [{ type: 'text', text }, ...pictures], flagged: failed, rule };
};

function textFor(block: JsonObject): string {
  if (typeOf(block) === 'text') return textOf(block, 'text');
  if (typeOf(block) !== 'resource') return '';
  const { blob: _, ...rest } = resourceOf(block);
  return JSON.stringify(rest, null, 2);
}
