// The sections of the card, in order. Each shows itself through Fold or Fixed, or nothing if it has no content. A new section is one file
// and one line here, or a line in the feature that it belongs to.

import type { ComponentType } from 'react';
import type { CoreSection } from '../../model/window-feature.ts';
import { FixSection } from '../fix/fix-section.tsx';
import type { SectionProps } from '../parts/section-props.ts';
import { DetailsSection } from './details-section.tsx';
import { EndingSection } from './ending-section.tsx';
import { EvidenceSection } from './evidence-section.tsx';
import { ModelsFold } from './models-fold.tsx';
import { ResultFold } from './result-fold.tsx';
import { StraySection } from './stray-section.tsx';

export const sections: readonly { id: CoreSection; Section: ComponentType<SectionProps> }[] = [
  { id: 'stray', Section: StraySection },
  { id: 'ending', Section: EndingSection },
  { id: 'fix', Section: FixSection },
  { id: 'result', Section: ResultFold },
  { id: 'models', Section: ModelsFold },
  { id: 'evidence', Section: EvidenceSection },
  { id: 'details', Section: DetailsSection },
];
