// The list of shortcuts, read from the same table as the handler.

import { groups, shortcuts } from '../../shared/api/commands.ts';
import { syntax } from '../../shared/filter/syntax.ts';
import { Dialog } from '../components/dialog.tsx';
import { closeDialog, useDialogs } from '../model/dialogs.ts';
import { useModel } from '../model/model.ts';
import { keyLabel } from '../text/keys.ts';
import styles from './shortcut-sheet.module.css';

const withKeys = shortcuts.filter((shortcut) => shortcut.keys.length > 0);
const shown = groups.filter((group) => withKeys.some((shortcut) => shortcut.group === group));

export function ShortcutSheet() {
  const model = useModel();
  const open = useDialogs((state) => state.open === 'sheet');
  return (
    <Dialog
      open={open}
      onClose={() => closeDialog(model)}
      title="Shortcuts and the filter"
      about="They work wherever you are not typing."
      width={620}
    >
      <div className={styles.sheet}>
        {shown.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {withKeys
                .filter((shortcut) => shortcut.group === group)
                .map((shortcut) => (
                  <div key={shortcut.command}>
                    <dt>{shortcut.does}</dt>
                    <dd>
                      {shortcut.keys.map((key) => (
                        <kbd key={key}>{keyLabel(key)}</kbd>
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
        <section className={styles.language}>
          <h3>The filter</h3>
          {syntax.map(({ title, lines }) => (
            <dl key={title} aria-label={title}>
              {lines.map(({ example, means }) => (
                <div key={example}>
                  <dt>
                    <code>{example}</code>
                  </dt>
                  <dd>{means}</dd>
                </div>
              ))}
            </dl>
          ))}
        </section>
        <p>
          In the call window and on the Replay page, <kbd>Ctrl</kbd> or <kbd>⌘</kbd> with <kbd>Enter</kbd> sends.
          Everything else is in the palette.
        </p>
      </div>
    </Dialog>
  );
}
