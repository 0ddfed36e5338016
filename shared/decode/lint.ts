// What the server's author should hear about the error itself. Each rule has a stable id and looks at one failure.

import type { LintNote } from '../failure.ts';
import type { Facts } from './facts.ts';
import type { Located } from './locate.ts';
import type { Subject } from './subject.ts';

export interface Linted {
  subject: Subject;
  located: Located;
  facts: Facts;
}

export function lint(_linted: Linted): LintNote[] {
  return [];
}
