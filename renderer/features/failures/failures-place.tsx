// The place Failures: one row per cause instead of per occurrence, with the card of the newest next to it.

import { useEffect } from 'react';
import { WithCard } from '../../card/with-card.tsx';
import { useModel } from '../../model/model.ts';
import { isSmall, useWindowWidth } from '../../model/pane-size.ts';
import { ActionBar } from './action-bar.tsx';
import { FacetList } from './facet-list.tsx';
import { FailuresHead } from './failures-head.tsx';
import styles from './failures-place.module.css';
import { useFailures, watchFailures } from './failures-state.ts';
import { GroupList } from './group-list.tsx';
import { NoGroups } from './no-groups.tsx';

export function FailuresPlace() {
  const model = useModel();
  const isEmpty = useFailures((state) => state.total === 0);
  const tab = useFailures((state) => state.tab);
  const hasRoom = !isSmall(useWindowWidth());
  useEffect(() => watchFailures(model), [model]);
  return (
    <>
      {hasRoom && <FacetList />}
      <WithCard wide={!hasRoom} empty={isEmpty}>
        <div className={styles.center}>
          <FailuresHead hasSideButton={!hasRoom} />
          <div role="tabpanel" id="failures-list" aria-labelledby={`failures-${tab}`} className={styles.panel}>
            {isEmpty ? <NoGroups /> : <GroupList />}
            <ActionBar />
          </div>
        </div>
      </WithCard>
    </>
  );
}
