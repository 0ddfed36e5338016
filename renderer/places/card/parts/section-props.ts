// The props of every section.

import type { ComponentType } from 'react';
import type { Failure } from '../../../../shared/failure.ts';
import type { RowDetail } from '../../../../shared/timeline.ts';
import type { WrapModels } from '../../../results/models-view.tsx';

/** The parts of sections that send, save or query the log. A report has none and does not include their code. */
export interface CardActs {
  FixFoot: ComponentType<{ detail: RowDetail; isReady: boolean }>;
  /** null if nothing can be sent or saved: on the page for pasted errors. */
  FixVariables: ComponentType<{ detail: RowDetail; failure: Failure }> | null;
  SavedSection: ComponentType<{ detail: RowDetail; failure: Failure }> | null;
  ModelsSection: ComponentType<{ detail: RowDetail; wrap: WrapModels }>;
  /** null on the page for pasted errors: a pasted text never has both sides. */
  TranscriptSection: ComponentType<{ detail: RowDetail; wrap: WrapModels }> | null;
}

export interface SectionProps {
  detail: RowDetail;
  /** null in a report. */
  acts: CardActs | null;
}
