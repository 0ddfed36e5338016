// `next_actions`: what the server proposes to do next, met with `retry_later` and its wait.

import { isObject, member } from '../../json.ts';
import { added } from '../facts.ts';
import { durationMs, noteWait } from './durations.ts';
import type { Shape } from './shapes.ts';

export const nextActions: Shape = {
  has: 'next_actions',
  read(reader, _object, path, value) {
    if (!Array.isArray(value)) return null;
    const { facts } = reader;
    const here = path === '' ? 'next_actions' : `${path}.next_actions`;
    for (const [index, action] of value.slice(0, 10).entries()) {
      if (!isObject(action)) {
        if (typeof action === 'string') facts.suggestions = added(facts.suggestions, action.slice(0, 300));
        continue;
      }
      const after = member(action, 'after_seconds');
      if (after !== undefined) noteWait(facts, `${here}[${index}].after_seconds`, after, durationMs(after, 1000));
      const text = member(action, 'message') ?? member(action, 'description') ?? member(action, 'label');
      if (typeof text === 'string') facts.suggestions = added(facts.suggestions, text.slice(0, 300));
    }
    return ['next_actions'];
  },
};
