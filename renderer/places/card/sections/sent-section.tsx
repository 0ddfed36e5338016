// What was sent with a call that did not fail, and the subject of a row without a call.

import { ForeignText } from '../../../components/foreign-text.tsx';
import { maskText } from '../../../model/masks.ts';
import { useModel } from '../../../model/model.ts';
import { size } from '../../../text/format.ts';
import { cut } from '../../../text/wording.ts';
import { Fold } from '../parts/fold.tsx';
import styles from '../parts/lines.module.css';
import type { SectionProps } from '../parts/section-props.ts';

const longest = 4_000;

export function SentSection({ detail }: SectionProps) {
  const model = useModel();
  if (detail.failure || !detail.params) return null;
  return (
    <Fold id="sent" title="Sent" summary={size(detail.params.length)} startsOpen>
      <div className={styles.code}>
        <ForeignText className="mono" text={maskText(model, cut(detail.params, longest))} />
      </div>
    </Fold>
  );
}
