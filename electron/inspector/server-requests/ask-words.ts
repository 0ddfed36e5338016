// Describes a server's request in one sentence, for the person who answers it.

import { isObject, type JsonObject, member } from '../../../shared/json/json.ts';
import type { NewAsk } from '../session/session-options.ts';

const namesShown = 4;

export function askWords(server: string, { kind, method, params }: Pick<NewAsk, 'kind' | 'method' | 'params'>): string {
  switch (kind) {
    case 'roots':
      return `${server} asks which folders it may work in.`;
    case 'sampling':
      return `${server} asks for an answer from a language model${quoted(lastMessage(params))}.`;
    case 'elicitation_form':
      return `${server} asks for ${fieldNames(params)}${quoted(textOf(params, 'message'))}.`;
    case 'elicitation_url':
      return `${server} asks you to open a page${hostOf(params)}${quoted(textOf(params, 'message'))}.`;
    case 'other':
      return `${server} asks “${method.slice(0, 100)}”.`;
    default:
      return kind satisfies never;
  }
}

function fieldNames(params: JsonObject): string {
  const properties = member(member(params, 'requestedSchema'), 'properties');
  const names = isObject(properties) ? Object.keys(properties).map(spoken) : [];
  if (names.length === 0) return 'your consent';
  const shown = names.slice(0, namesShown);
  const more = names.length - shown.length;
  if (more > 0) return `${shown.join(', ')} and ${more} more`;
  return shown.length === 1 ? (shown[0] as string) : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

/** `firstLine` and `first_line` become `first line`. */
function spoken(name: string): string {
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[_\-.]+/g, ' ')
    .trim();
  return clip(words === '' ? name : words.toLowerCase(), 40);
}

function lastMessage(params: JsonObject): string {
  const messages = member(params, 'messages');
  const content = Array.isArray(messages) ? member(messages.at(-1), 'content') : undefined;
  const text = member(Array.isArray(content) ? content[0] : content, 'text');
  return typeof text === 'string' ? oneLine(text) : '';
}

function textOf(params: JsonObject, name: string): string {
  const text = member(params, name);
  return typeof text === 'string' ? oneLine(text) : '';
}

const oneLine = (text: string): string => clip(text.replace(/\s+/g, ' ').trim(), 120);

function hostOf(params: JsonObject): string {
  const url = member(params, 'url');
  return typeof url === 'string' && URL.canParse(url) ? ` at ${clip(new URL(url).host, 100)}` : '';
}

const quoted = (text: string): string => (text === '' ? '' : `: “${text}”`);
const clip = (text: string, max: number): string => (text.length <= max ? text : `${text.slice(0, max - 1)}…`);
