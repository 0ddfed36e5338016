import type { lintMethods } from '../../../shared/features/lint/methods.ts';
import type { Core } from '../../inspector/core.ts';
import type { OpenFeature } from '../../inspector/feature.ts';
import { RuleChecks } from './rule-checks.ts';

export function open(core: Core): OpenFeature<typeof lintMethods> {
  return { answers: new RuleChecks(core.recordings) };
}
