// The sections of the card, in order. Each shows itself through Fold, or nothing if it has no content. A new section is one file and one
// line here.

import type { ComponentType } from 'react';
import { FixSection } from '../fix/fix-section.tsx';
import type { SectionProps } from '../parts/section-props.ts';
import { AffectedSection } from './affected-section.tsx';
import { BeforeSection } from './before-section.tsx';
import { CauseSection } from './cause-section.tsx';
import { EndingSection } from './ending-section.tsx';
import { EvidenceSection } from './evidence-section.tsx';
import { ModelsFold } from './models-fold.tsx';
import { NoiseSections } from './noise-sections.tsx';
import { ReportSection } from './report-section.tsx';
import { ResultFold } from './result-fold.tsx';
import { RetrySection } from './retry-section.tsx';
import { SeenFold } from './seen-fold.tsx';
import { SentSection } from './sent-section.tsx';
import { StraySection } from './stray-section.tsx';

export const sections: readonly ComponentType<SectionProps>[] = [
  StraySection,
  EndingSection,
  FixSection,
  NoiseSections,
  CauseSection,
  RetrySection,
  SeenFold,
  ModelsFold,
  SentSection,
  ResultFold,
  EvidenceSection,
  AffectedSection,
  ReportSection,
  BeforeSection,
];
