// The available views of a text: plain, tree, Markdown. Decided by the text; the server's type only adds views.

import { parseJson } from '../../shared/json/json.ts';
import { looksLikeMarkdown } from './markdown.tsx';

export type TextView = 'text' | 'tree' | 'markdown';

/** A larger tree opens in a separate window. */
const longestTree = 2_000_000;

export function viewsOf(text: string, mime: string): TextView[] {
  if (isJsonDocument(text)) return ['tree', 'text'];
  const isMarkdown = /^text\/(?:x-)?markdown\b/i.test(mime.trim());
  const isOther = mime !== '' && !isMarkdown && !/^text\/plain\b/i.test(mime.trim());
  return !isOther && (isMarkdown || looksLikeMarkdown(text)) ? ['text', 'markdown'] : ['text'];
}

/** A non-empty object or list: a lone number or word is text. */
function isJsonDocument(text: string): boolean {
  if (text.length > longestTree || !/^\s*(?:\{\s*"|\[\s*[^\s\]])/.test(text.slice(0, 1_000))) return false;
  return /[}\]]\s*$/.test(text.slice(-1_000)) && parseJson(text).ok;
}
