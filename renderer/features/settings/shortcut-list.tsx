// Every shortcut, from the table that the handler uses.

import { groups } from '../../../shared/api/commands.ts';
import { shortcuts } from '../../../shared/contract/commands.ts';
import { KeyLines } from '../../components/key-lines.tsx';
import { keyLabel } from '../../text/keys.ts';
import styles from './settings-place.module.css';

const withKeys = shortcuts.filter(({ keys }) => keys.length > 0);

export function ShortcutList() {
  return (
    <>
      <p className={styles.words}>
        Keys work when no text field has the focus. Every action, with or without a key, is in the palette:{' '}
        <kbd>{keyLabel('Mod+k')}</kbd>.
      </p>
      <div className={styles.keys}>
        {groups
          .filter((group) => withKeys.some((shortcut) => shortcut.group === group))
          .map((group) => (
            <section key={group} aria-label={group}>
              <h4>{group}</h4>
              <KeyLines lines={withKeys.filter((shortcut) => shortcut.group === group)} />
            </section>
          ))}
      </div>
    </>
  );
}
