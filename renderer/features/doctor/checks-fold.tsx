// The checks of a server, where they can run.

import type { SectionProps } from '../../card/parts/section-props.ts';

export function ChecksFold({ detail, acts }: SectionProps) {
  return acts?.ChecksSection ? <acts.ChecksSection detail={detail} /> : null;
}
