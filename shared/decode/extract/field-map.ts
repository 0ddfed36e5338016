// Issues as a map from field to messages: ASP.NET and Laravel `errors`, Zod `flatten()` and `treeify()`.

import { isObject, type Json } from '../../json.ts';
import { addIssue, type Facts, pointerFromDotted } from '../facts.ts';
import type { Shape } from './shapes.ts';

export const fieldMap: Shape = {
  has: 'errors',
  read(reader, _object, _path, value) {
    if (!isObject(value) || !addAll(reader.facts, value)) return null;
    return ['errors'];
  },
};

export const flattened: Shape = {
  has: 'fieldErrors',
  read(reader, object, _path, value) {
    if (!isObject(value)) return null;
    addAll(reader.facts, value);
    const form = object.formErrors;
    if (Array.isArray(form)) {
      for (const message of form.slice(0, 10))
        if (typeof message === 'string') addIssue(reader.facts, { path: '', message });
    }
    return ['fieldErrors', 'formErrors'];
  },
};

function addAll(facts: Facts, map: Record<string, Json>): boolean {
  let added = false;
  for (const name of Object.keys(map).slice(0, 50)) {
    const messages = map[name];
    for (const message of Array.isArray(messages) ? messages.slice(0, 5) : [messages]) {
      if (typeof message !== 'string') continue;
      addIssue(facts, { path: pointerFromDotted(name), message });
      added = true;
    }
  }
  return added;
}
