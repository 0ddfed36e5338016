// A schema, or another text of a definition, beside the one before, as the lines of a diff.

import { diffText } from '../../diff/text-diff.ts';
import { isObject, type Json } from '../../json/json.ts';
import { jsonText } from '../../json/json-text.ts';
import type { Repaired } from './note.ts';

const around = 2;
const mostLines = 80;

/** Deeper parts are one line, so that no schema is too deep to be shown. */
const deepestIndent = 60;

export const schemaDiff = ({ before, after }: Repaired): string[] => textDiff(schemaText(before), schemaText(after));

/** `- ` removed, `+ ` added, blanks for what is kept; `…` for kept lines that are far from a change. */
export function textDiff(before: string, after: string): string[] {
  const lines = diffText(before, after);
  const shown: string[] = [];
  for (const [at, { kind, text }] of lines.entries()) {
    const isNear = lines.slice(Math.max(0, at - around), at + around + 1).some((one) => one.kind !== 'same');
    if (isNear) shown.push(`${kind === 'same' ? ' ' : kind === 'added' ? '+' : '-'} ${text}`);
    else if (shown.at(-1) !== '…') shown.push('…');
    if (shown.length >= mostLines) return [...shown, '…'];
  }
  return shown;
}

/** As people write schemas: a list of names is one line. */
export const schemaText = (schema: Json): string => written(schema, '');

function written(value: Json, indent: string): string {
  if (indent.length > deepestIndent) return jsonText(value);
  const inner = `${indent}  `;
  const isShort = Array.isArray(value) && value.every((one) => typeof one !== 'object' || one === null);
  if (isShort) return `[${value.map((one) => JSON.stringify(one)).join(', ')}]`;
  const parts = Array.isArray(value)
    ? value.map((one) => written(one, inner))
    : isObject(value)
      ? Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${written(one, inner)}`)
      : null;
  if (parts === null) return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return parts.length === 0 ? `${open}${close}` : `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
}
