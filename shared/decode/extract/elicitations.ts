// URL elicitations (MCP 2025-11-25, code -32042): pages that a person must open before the call can go on.

import { isObject, member } from '../../json.ts';
import { addLink, addMessage } from '../facts.ts';
import type { Shape } from './shapes.ts';

export const elicitations: Shape = {
  has: 'elicitations',
  read(reader, _object, path, value) {
    if (!Array.isArray(value)) return null;
    const { facts } = reader;
    const here = path === '' ? 'elicitations' : `${path}.elicitations`;
    for (const [index, entry] of value.slice(0, 5).entries()) {
      if (!isObject(entry)) continue;
      addLink(facts, 'Open this page', member(entry, 'url'));
      const message = member(entry, 'message');
      if (typeof message === 'string') addMessage(facts, `${here}[${index}].message`, message);
    }
    return ['elicitations'];
  },
};
