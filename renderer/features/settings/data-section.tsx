// Where data is stored, and for how long.

import { Copy } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { PathText } from '../../components/path-text.tsx';
import { useConnection } from '../../model/connection.ts';
import { openDialog } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import { copyExactly } from '../../model/notices.ts';
import { RetentionFields } from '../recordings/retention-fields.tsx';
import styles from './settings-place.module.css';

export function DataSection() {
  const model = useModel();
  const hello = useConnection((state) => state.hello);
  const folder = hello?.dataFolder ?? '';
  const inMemory = hello?.store.kind === 'memory';
  return (
    <>
      <div className={styles.row}>
        <div className={styles.grow}>
          <b>Data folder</b>
          <p className="mono">
            <PathText text={folder} />
          </p>
          <p>
            {inMemory
              ? 'The log is in memory and ends with Misfire.'
              : 'Recordings, servers, marks and preferences. Start Misfire with --data to use another folder.'}
          </p>
        </div>
        <Button onClick={() => void copyExactly(model, folder, 'Path')}>
          <Copy size={14} aria-hidden="true" /> Copy path
        </Button>
      </div>
      <div className={styles.row}>
        <div>
          <b>Retention</b>
          <p>Misfire deletes the oldest recordings beyond these limits.</p>
        </div>
        <Button onClick={() => openDialog(model, 'recordings')}>Recordings…</Button>
      </div>
      <div className={styles.fields}>
        <RetentionFields />
      </div>
    </>
  );
}
