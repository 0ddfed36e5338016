// All rules of the protocol that exchanges are judged by. An exchange has one finding, so the first broken rule is named.

import { roundRules } from './round-rules.ts';
import type { Rule } from './rule.ts';
import { taskRules } from './task-rules.ts';

export const rules: readonly Rule[] = [...roundRules, ...taskRules];
