// GraphQL errors (specification section 7.1.2): messages with locations, and a code in `extensions`. `path` there leads into the answer.

import { isObject, type Json, member } from '../../json.ts';
import { addMessage } from '../facts.ts';
import { addWord, readObject } from './object.ts';
import type { Shape } from './shapes.ts';

export const graphql: Shape = {
  has: 'errors',
  read(reader, _object, path, value, depth) {
    if (!isGraphqlErrors(value)) return null;
    const { facts } = reader;
    const here = path === '' ? 'errors' : `${path}.errors`;
    for (const [index, entry] of value.slice(0, 20).entries()) {
      const message = member(entry, 'message');
      if (typeof message === 'string') addMessage(facts, `${here}[${index}].message`, message);
      const extensions = member(entry, 'extensions');
      if (isObject(extensions)) readObject(reader, extensions, `${here}[${index}].extensions`, depth + 1);
      const type = member(entry, 'type');
      if (typeof type === 'string') addWord(facts, `${here}[${index}].type`, type);
    }
    return ['errors', 'data'];
  },
};

export function isGraphqlErrors(value: Json): value is Json[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    isObject(value[0]) &&
    typeof member(value[0], 'message') === 'string' &&
    (Object.hasOwn(value[0], 'locations') ||
      Object.hasOwn(value[0], 'extensions') ||
      (Array.isArray(member(value[0], 'path')) && !Object.hasOwn(value[0], 'code')))
  );
}
