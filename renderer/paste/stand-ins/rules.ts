// A pasted error has no session, so the page needs no rules of the protocol.

import type { ConductRule, ExchangeRule, HttpRule, SessionRule } from '../../../shared/rules/rule.ts';

export const exchangeRules: readonly ExchangeRule[] = [];
export const sessionRules: readonly SessionRule[] = [];
export const httpRules: readonly HttpRule[] = [];
export const conductRules: readonly ConductRule[] = [];
