// The calls that a server's exit left open, to send again once it is back. Read-only ones are checked. Others are listed: the user
// decides on their own card whether they may run twice.

import { useEffect } from 'react';
import type { RowDetail } from '../../../shared/timeline.ts';
import { useModel } from '../../model/model.ts';
import { loadDraft, useReplays } from '../../model/replays.ts';
import { rowName } from '../../text/row-words.ts';
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
              <bdi className="mono">{rowName(call)}</bdi>
              <span>{need === 'free' ? 'only reads' : 'may change data: replay it yourself'}</span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
