// What every section of the card is given.

import type { RowDetail } from '../../../shared/timeline.ts';

export interface SectionProps {
  detail: RowDetail;
  /** false in a report: there is nothing to send to, and nothing to save. */
  canAct: boolean;
}
