// Words for a shell. Owns how literals and variables stand side by side: each variable in double quotes, nothing else evaluated.

import { literal } from '../code-text/literal.ts';
import type { SafeText } from './secrets.ts';

export function shellWord(parts: SafeText): string {
  const quoted = parts.map((part) => (typeof part === 'string' ? literal(part, 'shell') : `"$${part.name}"`)).join('');
  return quoted === '' ? "''" : quoted;
}
