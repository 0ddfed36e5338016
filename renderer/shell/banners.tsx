// Lasting states that concern the whole window: the host is away, or the log is kept in memory only.

import { Info, RefreshCw } from 'lucide-react';
import { useConnection } from '../state/connection.ts';
import styles from './banners.module.css';

export function Banners() {
  const status = useConnection((state) => state.status);
  const notice = useConnection((state) => state.hello?.store.notice ?? '');
  return (
    <>
      {status === 'reconnecting' && (
        <div className={`${styles.banner} ${styles.away}`} role="status">
          <RefreshCw size={14} aria-hidden="true" />
          <span>
            <b>Reconnecting.</b> Nothing is lost.
          </span>
        </div>
      )}
      {notice && (
        <div className={styles.banner}>
          <Info size={14} aria-hidden="true" />
          <span>{notice}</span>
        </div>
      )}
    </>
  );
}
