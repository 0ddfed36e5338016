// What the model of each client gets of this response: what one model did get, if a transcript says so, otherwise by measured rules.

import type { WrapModels } from '../../results/models-view.tsx';
import { Fold } from '../parts/fold.tsx';
import type { SectionProps } from '../parts/section-props.ts';

const wrap: WrapModels = (summary, isLossy, children) => (
  <Fold id="models" title="What each model gets" summary={summary} {...(isLossy ? { tone: 'warn' } : {})}>
    {children}
  </Fold>
);

export function ModelsFold({ detail, acts }: SectionProps) {
  if (acts === null) return null;
  const { ModelsSection, TranscriptSection } = acts;
  const { id } = detail.row;
  const rest = <ModelsSection key={id} detail={detail} wrap={wrap} />;
  return TranscriptSection === null ? rest : <TranscriptSection key={id} detail={detail} wrap={wrap} rest={rest} />;
}
