// The way to the list of shortcuts, which is a dialog of its own.

import { Button } from '../../components/button.tsx';
import { openDialog } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import { keyLabel } from '../../text/keys.ts';
import styles from './settings-place.module.css';

export function ShortcutList() {
  const model = useModel();
  return (
    <div className={styles.row}>
      <div>
        <b>All shortcuts</b>
        <p>
          Every action is also in the palette: <kbd>{keyLabel('Mod+k')}</kbd>.
        </p>
      </div>
      <Button onClick={() => openDialog(model, 'sheet')}>
        Show shortcuts <kbd>?</kbd>
      </Button>
    </div>
  );
}
