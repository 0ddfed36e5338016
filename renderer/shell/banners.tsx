// Lasting states that concern the whole window, the most urgent first. One is shown at a time (app.module.css). The next follows when it
// is gone.

import { Info, RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import styles from '../components/banner.module.css';
import { Button } from '../components/button.tsx';
import { useConnection } from '../model/connection.ts';
import { useModel } from '../model/model.ts';
import { usePage } from '../model/open-place.ts';
import { forgetRestart, useRestarted } from '../model/restarted.ts';
import { useFeatures } from '../model/window-feature.ts';
import { countInWords } from '../text/format.ts';
import { ServerStrips } from '../timeline/server-strips.tsx';

export function Banners() {
  const status = useConnection((state) => state.status);
  const notice = useConnection((state) => state.hello?.store.notice ?? '');
  const reading = useConnection((state) => state.counters.reading);
  const page = usePage((state) => state.page);
  return (
    <>
      {status === 'reconnecting' && <Away />}
      <Restarted />
      <OfFeatures areUrgent />
      {page === 'timeline' && <ServerStrips />}
      {reading && (
        <div className={`${styles.banner} ${styles.past}`} role="status">
          <RefreshCw size={14} aria-hidden="true" />
          <span>
            Misfire was updated and reads {countInWords(reading.total, 'message')} of this recording again. Rows appear
            as it goes.
          </span>
          {/* Screen readers do not announce every step. */}
          <b aria-hidden="true">{Math.floor((100 * reading.done) / Math.max(1, reading.total))} %</b>
        </div>
      )}
      {notice && (
        <div className={`${styles.banner} ${styles.lasting}`} role="status">
          <Info size={14} aria-hidden="true" />
          <span>{notice}</span>
        </div>
      )}
      <OfFeatures areUrgent={false} />
    </>
  );
}

function OfFeatures({ areUrgent }: { areUrgent: boolean }) {
  return useFeatures().flatMap(({ name, notices = [] }) =>
    notices
      .filter(({ isUrgent }) => isUrgent === areUrgent)
      // biome-ignore lint/suspicious/noArrayIndexKey: the notices of a feature never change.
      .map(({ Notice }, index) => <Notice key={`${name} ${index}`} />),
  );
}

/** Nothing reconnects automatically, because that starts programs. */
function Restarted() {
  const model = useModel();
  const before = useRestarted((state) => state.servers);
  const inMemory = useConnection((state) => state.hello?.store.kind === 'memory');
  const known = useConnection((state) => state.servers);
  if (before === null) return null;
  const again = known.filter(({ id, state }) => before.includes(id) && state !== 'connected');
  const connect = () => {
    for (const { id } of again) void model.platform.call('connect', { server: id });
    forgetRestart(model);
  };
  return (
    <div className={`${styles.banner} ${styles.lasting}`} role="status">
      <RefreshCw size={14} aria-hidden="true" />
      <span>
        The recorder restarted. {inMemory ? 'The log was in memory and is gone.' : 'What was recorded is kept.'}
      </span>
      {again.length > 0 && <Button onClick={connect}>Connect {countInWords(again.length, 'server')} again</Button>}
      <Button onClick={() => forgetRestart(model)}>Dismiss</Button>
    </div>
  );
}

/** After this long the host has probably restarted at another address. */
const patience = 10_000;

function Away() {
  const [long, setLong] = useState(false);
  const refusal = useConnection((state) => state.refusal);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), patience);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={`${styles.banner} ${styles.away}`} role="status">
      <RefreshCw size={14} aria-hidden="true" />
      <span>
        <b>Reconnecting.</b> Nothing is lost.
        {refusal && ` ${refusal}`}
        {long && ' If Misfire was started again, open the new address that it printed.'}
      </span>
    </div>
  );
}
