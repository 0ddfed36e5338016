// JSON text with variables inside its strings, for messages sent from a shell.

import { type SafeJson, type SafeText, Variable } from './secrets.ts';

export function jsonTemplate(value: SafeJson): SafeText {
  const parts: SafeText = [];
  write(value, parts);
  return parts;
}

function write(value: SafeJson, parts: SafeText): void {
  if (value instanceof Variable) {
    if (value.isNumber) parts.push(value);
    else parts.push('"', value, '"');
  } else if (Array.isArray(value)) {
    parts.push('[');
    value.forEach((part, index) => {
      if (index > 0) parts.push(',');
      write(part, parts);
    });
    parts.push(']');
  } else if (typeof value === 'object' && value !== null) {
    parts.push('{');
    Object.entries(value).forEach(([name, part], index) => {
      parts.push(`${index > 0 ? ',' : ''}${JSON.stringify(name)}:`);
      write(part, parts);
    });
    parts.push('}');
  } else parts.push(number(value));
}

/** A number too large for a double was parsed as infinite, which JSON cannot express. */
const number = (value: Exclude<SafeJson, object>): string =>
  typeof value === 'number' && !Number.isFinite(value) ? '1e999' : JSON.stringify(value);

/** Adjacent texts joined, so that a shell sees few quotes. */
export function joinedParts(parts: SafeText): SafeText {
  const result: SafeText = [];
  for (const part of parts) {
    const last = result.length - 1;
    if (typeof part === 'string' && typeof result[last] === 'string') result[last] += part;
    else result.push(part);
  }
  return result;
}
