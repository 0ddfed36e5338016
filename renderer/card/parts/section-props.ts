// The props of every section.

import type { ComponentType, ReactNode } from 'react';
import type { Failure } from '../../../shared/failure.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import type { WrapModels } from '../../results/models-view.tsx';

/** The parts of sections that send, save or query the log. A report has none and does not include their code. */
export interface CardActs {
  /** `problem`: why the corrected call cannot be sent yet; '' if it can. */
  FixFoot: ComponentType<{ detail: RowDetail; problem: string }>;
  /** Shows `children` if no tool lists such values. null: nothing can be called. */
  FixPick: ComponentType<{ detail: RowDetail; children: ReactNode }> | null;
  /** null if nothing can be sent or saved: on the page for pasted errors. */
  FixVariables: ComponentType<{ detail: RowDetail; failure: Failure }> | null;
  SavedSection: ComponentType<{ detail: RowDetail; failure: Failure }> | null;
  ModelsSection: ComponentType<{ detail: RowDetail; wrap: WrapModels }>;
  /** null on the page for pasted errors: a pasted text never has both sides. */
  TranscriptSection: ComponentType<{ detail: RowDetail; wrap: WrapModels; rest: ReactNode }> | null;
}

export interface SectionProps {
  detail: RowDetail;
  /** null in a report. */
  acts: CardActs | null;
}
