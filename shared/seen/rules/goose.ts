// Goose, with a model on OpenAI's chat API. From its source only: it was not run.

import type { JsonObject } from '../../json/json.ts';
import { contentOf, resourceOf, textOf, typeOf } from '../parts/blocks.ts';
import type { Pass } from '../parts/seen.ts';

const mostCharacters = 200_000;

export const passGoose: Pass = (answer) => {
  if ('error' in answer) {
    const { code, message, data } = answer.error;
    const more = data === undefined || data === null ? '' : `(${JSON.stringify(data)})`;
    const got = `The tool call returned the following error:\n${code}: ${message}${more}`;
    return { got, flagged: true, rule: 'Passes on code, message and data of a JSON-RPC error.' };
  }
  const content = contentOf(answer.result);
  const text = content.map(textFor).join(' ');
  const pictures = content
    .filter((block) => typeOf(block) === 'image')
    .map((block) => ({
      type: 'image_url',
      image_url: { url: `data:${textOf(block, 'mimeType')};base64,${textOf(block, 'data')}` },
    }));
  const rule = 'Joins texts by spaces; structured content and the flag of a failure are not read.';
  return { got: pictures.length === 0 ? text : [{ type: 'text', text }, ...pictures], flagged: false, rule };
};

function textFor(block: JsonObject): string {
  switch (typeOf(block)) {
    case 'text': {
      const text = textOf(block, 'text');
      const count = text.length > mostCharacters ? [...text].length : 0;
      return count > mostCharacters
        ? `The response returned from the tool call was larger (${count} characters) and is stored in the file which you can use other tools to examine or search in: <file>`
        : text;
    }
    case 'image':
      return 'This tool result included an image that is uploaded in the next message.';
    case 'resource':
      return textOf(resourceOf(block), 'text');
    default:
      return '';
  }
}
