// The list of shortcuts and of the filter's terms, searchable, read from the same tables as the handler and the parser.

import { useDeferredValue, useState } from 'react';
import { groups } from '../../shared/api/commands.ts';
import { shortcuts } from '../../shared/contract/commands.ts';
import { syntax } from '../../shared/filter/syntax.ts';
import { Caption } from '../components/caption.tsx';
import { Dialog } from '../components/dialog.tsx';
import field from '../components/field.module.css';
import { KeyLines } from '../components/key-lines.tsx';
import { closeDialog, useDialogs } from '../model/dialogs.ts';
import { useModel } from '../model/model.ts';
import { keyLabel } from '../text/keys.ts';
import styles from './shortcut-sheet.module.css';

const withKeys = shortcuts.filter((shortcut) => shortcut.keys.length > 0);
const sending = { command: 'send', keys: ['Mod+↵'], does: 'Send, in Call and in Attempts', group: 'Calls' };

export function ShortcutSheet() {
  const model = useModel();
  const open = useDialogs((state) => state.open === 'sheet');
  return (
    <Dialog
      open={open}
      onClose={() => closeDialog(model)}
      title="Shortcuts and the filter"
      about="They work when no text field has the focus. Everything else is in the palette."
      width={920}
    >
      {open && <Sheet />}
    </Dialog>
  );
}

function Sheet() {
  const [search, setSearch] = useState('');
  const words = useDeferredValue(search).toLowerCase().split(/\s+/).filter(Boolean);
  const isFound = (...texts: string[]) =>
    words.every((word) => texts.some((text) => text.toLowerCase().includes(word)));
  const keys = groups
    .map((group) => ({
      group,
      lines: [...withKeys, sending].filter(
        (one) => one.group === group && isFound(group, one.does, ...one.keys.map((key) => keyLabel(key))),
      ),
    }))
    .filter(({ lines }) => lines.length > 0);
  const terms = syntax
    .map(({ title, lines }) => ({
      title,
      lines: lines.filter(({ example, means }) => isFound('filter', title, example, means)),
    }))
    .filter(({ lines }) => lines.length > 0);
  return (
    <>
      <div className={styles.search}>
        <input
          className={field.input}
          type="search"
          value={search}
          placeholder="Search keys and filter terms"
          aria-label="Search"
          // biome-ignore lint/a11y/noAutofocus: the sheet is opened to look something up.
          autoFocus
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keys. */}
      <section className={styles.sheet} tabIndex={0} aria-label="Keys and filter terms">
        {keys.length === 0 && terms.length === 0 && (
          <p role="status">No key and no filter term has these words. Actions without a key are in the palette.</p>
        )}
        <div>
          {keys.map(({ group, lines }) => (
            <div key={group}>
              <Caption>{group}</Caption>
              <KeyLines lines={lines} />
            </div>
          ))}
        </div>
        <div className={styles.language}>
          {terms.length > 0 && <Caption>The filter</Caption>}
          {terms.map(({ title, lines }) => (
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
        </div>
      </section>
    </>
  );
}
