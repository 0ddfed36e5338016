// The calls that a server's end left open, to be sent again once it is back. Those that only read are ticked. The others are listed:
// whether they may happen twice is a person's decision, made on their own card.

import { useEffect } from 'react';
import type { RowDetail } from '../../../../shared/timeline.ts';
import { useModel } from '../../../model/model.ts';
import { loadDraft, useReplays } from '../../../model/replays.ts';
import { callName } from '../../../text/row-words.ts';
import { callsOf } from '../parts/incident-calls.ts';
import styles from './fix-variables.module.css';
import { chooseSendAgain, useRepair } from './repair-server.ts';

const mostCalls = 5;

export function ThenSend({ detail }: { detail: RowDetail }) {
  const model = useModel();
  const calls = callsOf(detail).slice(0, mostCalls);
  const ids = calls.map(({ id }) => id).join();
  const drafts = useReplays((state) => state.drafts);
  const sendAgain = useRepair((state) => state.sendAgain);
  useEffect(() => {
    for (const id of ids.split(',').filter(Boolean)) void loadDraft(model, Number(id));
  }, [model, ids]);
  if (calls.length === 0) return null;
  return (
    <fieldset className={styles.then}>
      <legend>Then send</legend>
      <div className={styles.calls}>
        {calls.map((call) => {
          const need = drafts[call.id]?.guard.need;
          return (
            <label key={call.id}>
              <input
                type="checkbox"
                disabled={need !== 'free'}
                checked={need === 'free' && (sendAgain[call.id] ?? true)}
                onChange={(event) => chooseSendAgain(model, call.id, event.target.checked)}
              />
              <bdi className="mono">{callName(call)}</bdi>
              <span>{need === 'free' ? 'only reads' : 'may change data: replay it yourself'}</span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
