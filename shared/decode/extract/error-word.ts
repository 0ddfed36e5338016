// `error` as a bare word or sentence: OAuth (RFC 6749 section 5.2), Slack (`ok: false`), and countless home-made envelopes.

import { member } from '../../json.ts';
import { addLink, addMessage } from '../facts.ts';
import { addWord, looksLikeWord } from './object.ts';
import type { Shape } from './shapes.ts';

export const errorWord: Shape = {
  has: 'error',
  read(reader, object, path, value) {
    if (typeof value !== 'string' || !looksLikeWord(value)) return null;
    const { facts } = reader;
    const here = path === '' ? 'error' : `${path}.error`;
    if (typeof member(object, 'error_description') === 'string' || typeof member(object, 'error_uri') === 'string') {
      addLink(facts, 'About this error', member(object, 'error_uri'));
    }
    addWord(facts, here, value);
    if (typeof member(object, 'message') !== 'string' && typeof member(object, 'error_description') !== 'string')
      addMessage(facts, here, value);
    return ['error'];
  },
};
