// `${NAME}` in configurations: which variables it references, and other programs' notations. Owns the notation; the code that starts
// servers resolves the values.

import type { TransportConfig } from '../server/server-config.ts';

/** `${NAME}`, `${env:NAME}` and `${NAME:-default}`. */
const reference = /\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

/** `where` reads as `the variable TOKEN` or `the address`. */
export interface Reference {
  name: string;
  where: string;
  hasDefault: boolean;
}

export function referencesIn(transport: TransportConfig): Reference[] {
  const found: Reference[] = [];
  const look = (text: string, where: string) => {
    for (const match of text.matchAll(reference))
      found.push({ name: match[1] as string, where, hasDefault: match[2] !== undefined });
  };
  if ('command' in transport) {
    look(transport.command, 'the command');
    for (const [index, arg] of transport.args.entries()) look(arg, `argument ${index + 1}`);
    for (const [name, value] of Object.entries(transport.env)) look(value, `the variable ${name}`);
    look(transport.cwd ?? '', 'the working folder');
  } else look(transport.url, 'the address');
  if ('headers' in transport) {
    for (const [name, value] of Object.entries(transport.headers)) look(value, `the header ${name}`);
  }
  return found;
}

/** Only references: they reveal no secret. */
export const isReference = (text: string): boolean => text !== '' && text.replace(reference, '').trim() === '';

/** `${env:NAME}`, as Cursor, VS Code and Windsurf write it, in Misfire's notation. */
export const fromEditorNotation = (text: string): string =>
  text.replace(/\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}/gi, (_, name: string) => `\${${name}}`);

/** Ids of `${input:id}`, for which VS Code asks its user. */
export const inputsIn = (text: string): string[] =>
  [...text.matchAll(/\$\{input:([^}]{1,100})\}/g)].map(([, id]) => id as string);

/** `${workspaceFolder}`, `${userHome}` and others that only an editor can resolve. */
export const editorVariablesIn = (text: string): string[] =>
  [
    ...text.matchAll(
      /\$\{((?:workspaceFolder|workspaceRoot|userHome|cwd|pathSeparator|file\w*|command:|config:)[^}]{0,100})\}/g,
    ),
  ].map(([, name]) => name as string);

/** A name that shells allow, for something with another name. */
export function variableName(wish: string): string {
  const plain = wish
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toUpperCase()
    .slice(0, 60);
  return /^[A-Z]/.test(plain) ? plain : `MCP_${plain || 'SECRET'}`;
}
