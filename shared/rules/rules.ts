// All rules of the protocol that traffic is judged by. Each file has those of one subject.

import { authorizationRules } from './authorization-rules.ts';
import { codeRules } from './code-rules.ts';
import { conductRules } from './conduct-rules.ts';
import { contentRules, outputRules } from './content-rules.ts';
import { definitionRules } from './definition-rules.ts';
import { handshakeRules } from './handshake-rules.ts';
import { headerRules } from './header-rules.ts';
import { legacyTaskRules } from './legacy-task-rules.ts';
import { messageRules } from './message-rules.ts';
import { metaRules } from './meta-rules.ts';
import { progressRules } from './progress-rules.ts';
import { questionRules } from './question-rules.ts';
import { resultRules } from './result-rules.ts';
import { roundRules } from './round-rules.ts';
import type { ExchangeRule, HttpRule, Rule, SessionRule } from './rule.ts';
import { taskInputRules, taskRules } from './task-rules.ts';
import { carriedRules, transportRules } from './transport-rules.ts';

export const exchangeRules: readonly ExchangeRule[] = [...roundRules, ...taskRules, ...outputRules];
export const sessionRules: readonly SessionRule[] = [
  ...messageRules,
  ...handshakeRules,
  ...metaRules,
  ...progressRules,
  ...questionRules,
  ...codeRules,
  ...contentRules,
  ...resultRules,
  ...definitionRules,
  ...taskInputRules,
  ...legacyTaskRules,
  ...carriedRules,
];
export { conductRules };
export const httpRules: readonly HttpRule[] = [...headerRules, ...authorizationRules, ...transportRules];
export const rules: readonly Rule[] = [...exchangeRules, ...sessionRules, ...httpRules, ...conductRules];
