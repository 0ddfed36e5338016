// The window's polite live region; it also shows the text briefly on the screen.

import { useNotices } from '../model/notices.ts';
import styles from './live-region.module.css';

export function LiveRegion() {
  const text = useNotices((state) => state.text);
  const tone = useNotices((state) => state.tone);
  const action = useNotices((state) => state.action);
  return (
    <div className={styles.region} role="status" aria-live="polite">
      {text && (
        <div className={`${styles.notice} ${tone === 'bad' ? styles.bad : ''}`}>
          {text}
          {action && (
            <button type="button" className={styles.action} onClick={action.run}>
              {action.label}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
