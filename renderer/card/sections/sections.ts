// The sections of the card, in order. Each shows itself through Fold or Fixed, or nothing if it has no content. A new section is one file
// and one line here.

import type { ComponentType } from 'react';
import { ChecksFold } from '../../features/doctor/checks-fold.tsx';
import { FixSection } from '../fix/fix-section.tsx';
import type { SectionProps } from '../parts/section-props.ts';
import { DetailsSection } from './details-section.tsx';
import { EndingSection } from './ending-section.tsx';
import { EvidenceSection } from './evidence-section.tsx';
import { ModelsFold } from './models-fold.tsx';
import { ResultFold } from './result-fold.tsx';
import { StraySection } from './stray-section.tsx';

export const sections: readonly ComponentType<SectionProps>[] = [
  StraySection,
  EndingSection,
  FixSection,
  ChecksFold,
  ResultFold,
  ModelsFold,
  EvidenceSection,
  DetailsSection,
];
