// Shell words. Owns how literals and variables are combined: each variable in double quotes, nothing else evaluated.

import { literal } from '../text/literal.ts';
import type { SafeText } from './secrets.ts';

export function shellWord(parts: SafeText): string {
  const quoted = parts.map((part) => (typeof part === 'string' ? literal(part, 'shell') : `"$${part.name}"`)).join('');
  return quoted === '' ? "''" : quoted;
}
