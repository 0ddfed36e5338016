// The first tab of a card: its sections (sections.ts), each independent.

import { AllOpen } from './parts/fold.tsx';
import type { SectionProps } from './parts/section-props.ts';
import { sections } from './sections/sections.ts';

export function FindingTab({ detail, acts }: SectionProps) {
  return sections.map((Section) => <Section key={Section.name} detail={detail} acts={acts} />);
}

/** For printing: all sections, open. */
export function PrintedFinding({ detail }: Pick<SectionProps, 'detail'>) {
  return (
    <AllOpen value={true}>
      <FindingTab detail={detail} acts={null} />
    </AllOpen>
  );
}
