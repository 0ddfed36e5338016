// A pasted text is one answer or a short log: it has no rounds and no tasks to judge.

import type { Rule } from '../../../shared/rules/rule.ts';

export const rules: readonly Rule[] = [];
