// In which ways a text can be read: as it is, as a tree, as Markdown. Decides by the text; the type that a server names only adds.

import { parseJson } from '../../shared/json/json.ts';
import { looksLikeMarkdown } from './markdown.tsx';

export type TextView = 'text' | 'tree' | 'markdown';

/** A tree of more than this is read in a window of its own. */
const longestTree = 2_000_000;

export function viewsOf(text: string, mime: string): TextView[] {
  if (isJsonDocument(text)) return ['tree', 'text'];
  const isMarkdown = /^text\/(?:x-)?markdown\b/i.test(mime.trim());
  const isOther = mime !== '' && !isMarkdown && !/^text\/plain\b/i.test(mime.trim());
  return !isOther && (isMarkdown || looksLikeMarkdown(text)) ? ['text', 'markdown'] : ['text'];
}

/** An object or a list with something in it: a lone number or word is text. */
function isJsonDocument(text: string): boolean {
  if (text.length > longestTree || !/^\s*(?:\{\s*"|\[\s*[^\s\]])/.test(text.slice(0, 1_000))) return false;
  return /[}\]]\s*$/.test(text.slice(-1_000)) && parseJson(text).ok;
}
