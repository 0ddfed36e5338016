// AWS JSON errors: `{"__type":"com.amazonaws.x#ThrottlingException","message":"…"}`. The name after # is the code.

import { addWord } from './object.ts';
import type { Shape } from './shapes.ts';

export const aws: Shape = {
  has: '__type',
  read(reader, _object, path, value) {
    if (typeof value !== 'string') return null;
    const here = path === '' ? '__type' : `${path}.__type`;
    addWord(reader.facts, here, value.slice(value.lastIndexOf('#') + 1));
    return ['__type'];
  },
};
