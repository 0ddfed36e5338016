// The first tab of a card: its sections (sections.ts), each independent.

import { Fragment } from 'react';
import { useFeatures } from '../model/window-feature.ts';
import { AllOpen } from './parts/fold.tsx';
import type { SectionProps } from './parts/section-props.ts';
import { sections } from './sections/sections.ts';

export function FindingTab({ detail, acts }: SectionProps) {
  const ofFeatures = useFeatures().flatMap(({ name, card }) =>
    (card?.sections ?? []).map((section, at) => ({ key: `${name} ${at}`, ...section })),
  );
  return sections.map(({ id, Section }) => (
    <Fragment key={id}>
      <Section detail={detail} acts={acts} />
      {ofFeatures.map(({ key, after, Section: Own }) => after === id && <Own key={key} detail={detail} />)}
    </Fragment>
  ));
}

/** For printing: all sections, open. */
export function PrintedFinding({ detail }: Pick<SectionProps, 'detail'>) {
  return (
    <AllOpen value={true}>
      <FindingTab detail={detail} acts={null} />
    </AllOpen>
  );
}
