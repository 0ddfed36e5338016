// Links that install a server into another program: Cursor's, VS Code's and LM Studio's. Decoded and shown, never opened.

import { isObject, type JsonObject } from '../json/json.ts';
import { fromBase64, utf8Text } from '../text/base64.ts';
import { readJsonc } from './jsonc.ts';
import { readNamed } from './read-command.ts';
import { type EntryOrProblem, isEntry } from './read-entry.ts';

const editorLink = /^(?:vscode|vscode-insiders|vscodium|code-oss):\/*mcp\/install\?(.+)$/is;
const configLink =
  /^(?:cursor|windsurf|lmstudio|kiro|goose|trae):\/\/[^?]{0,200}(?:mcp|extension)[^?]{0,200}\?(.+)$|^https:\/\/(?:[\w.-]*\.)?cursor\.com\/[^?]{0,200}install-mcp\?(.+)$|^https:\/\/(?:insiders\.)?vscode\.dev\/redirect\/mcp\/install\?(.+)$/is;
const redirect = /^https:\/\/(?:insiders\.)?vscode\.dev\/redirect\?(?:[^#]*&)?url=([^&#]+)/i;

/** A link inside a link is common; deeper nesting is not. */
const mostWrappings = 3;

/** Null: not such a link. */
export function readInstallLink(text: string, wrappings = 0): EntryOrProblem | null {
  const wrapped = redirect.exec(text);
  if (wrapped) {
    const inner = wrappings < mostWrappings ? decoded(wrapped[1] as string) : null;
    return inner === null ? undecodable : readInstallLink(inner, wrappings + 1);
  }
  const editor = editorLink.exec(text);
  if (editor) {
    const query = editor[1] as string;
    if (/^(?:name|config)=/.test(query)) return fromQuery(query);
    const json = decoded(query);
    return json === null ? undecodable : fromJson(json, '');
  }
  const other = configLink.exec(text);
  return other ? fromQuery((other[1] ?? other[2] ?? other[3]) as string) : null;
}

const undecodable: EntryOrProblem = { problem: 'This link is cut off or damaged: what it carries cannot be decoded.' };

function fromQuery(query: string): EntryOrProblem {
  const parameters = new Map(
    query
      .split('#')[0]!
      .split('&')
      .map((pair): [string, string] => {
        const at = pair.indexOf('=');
        return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
      }),
  );
  const name = decoded((parameters.get('name') ?? '').replaceAll('+', ' ')) ?? '';
  const config = decoded(parameters.get('config') ?? '');
  if (config === null) return undecodable;
  if (config === '') return { problem: 'This link carries no server: its “config” is missing.' };
  // In a query a plus sign may have become a space; in base64 it is a character.
  const bytes = fromBase64(config.trim().replaceAll(' ', '+').replaceAll('-', '+').replaceAll('_', '/'));
  const text = bytes === null ? config : utf8Text(bytes);
  return text === null ? undecodable : fromJson(text, name);
}

function fromJson(text: string, name: string): EntryOrProblem {
  const parsed = readJsonc(text);
  if (!parsed.ok) return { problem: `What this link carries is not JSON. ${parsed.problem}` };
  if (!isObject(parsed.value)) return { problem: 'This link does not contain a server.' };
  const [only, ...more] = Object.entries(parsed.value);
  // Cursor's own generator sometimes keeps the name outside: {"name":{…}}.
  if (!isEntry(parsed.value) && only && more.length === 0 && isObject(only[1]))
    return readNamed(only[1] as JsonObject, name || only[0]);
  return readNamed(parsed.value, name);
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
