// Zed. From its source only: it was not run.

import { type JsonObject, member } from '../../json/json.ts';
import { contentOf, textOf, textsOf, typeOf } from '../parts/blocks.ts';
import { pictureIn } from '../parts/picture.ts';
import type { Pass } from '../parts/seen.ts';

export const passZed: Pass = (answer) => {
  if ('error' in answer) {
    const rule = 'Passes on only the message of a JSON-RPC error; code and data are dropped.';
    return { got: answer.error.message, flagged: true, rule };
  }
  const { result } = answer;
  if (member(result, 'isError') === true) {
    const rule = 'Runs the texts of an isError result together; structured content is not read.';
    return { got: textsOf(result).join(''), flagged: true, rule };
  }
  const rule = 'Passes on texts and pictures; audio, resources, links and structured content are dropped.';
  return { got: contentOf(result).flatMap(blockOf), flagged: false, rule };
};

function blockOf(block: JsonObject): JsonObject[] {
  if (typeOf(block) === 'text') return [{ type: 'text', text: textOf(block, 'text') }];
  const data = textOf(block, 'data');
  return typeOf(block) === 'image' && pictureIn(data) === 'whole' ? [{ type: 'image', source: data }] : [];
}
