// One line of laid-out JSON in color: names, texts and everything else apart. Lines are short of what a reader stumbles over, not parsed.

import { cyan, green, type Styled, type StyledSpan, yellow } from './styled.ts';

const line = /^(\s*)("(?:[^"\\]|\\.)*"(?=: ))?(: )?(.*?)(,?)$/s;

export function colorJson(text: string): Styled {
  const [, indent = '', name, colon = '', value = text, comma = ''] = line.exec(text) ?? [];
  return [indent, ...(name === undefined ? [] : [cyan(name)]), colon, valueSpan(value), comma];
}

function valueSpan(value: string): string | StyledSpan {
  if (value.startsWith('"')) return green(value);
  return /^(?:-?\d|true$|false$|null$)/.test(value) ? yellow(value) : value;
}
