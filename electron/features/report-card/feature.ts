import type { reportCardMethods } from '../../../shared/features/report-card/methods.ts';
import type { Core } from '../../inspector/core.ts';
import type { OpenFeature } from '../../inspector/feature.ts';
import { ReportCards } from './report-cards.ts';

export function open(core: Core): OpenFeature<typeof reportCardMethods> {
  return { answers: new ReportCards(core.recordings) };
}
