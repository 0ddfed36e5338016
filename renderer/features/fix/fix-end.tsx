// The end of a fix: the call that works and what to keep of it, or what is left and who has to act.

import { ChevronDown, Copy, Plus } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import type { FixView } from '../../../shared/features/fix/fix-view.ts';
import { leftLines } from '../../../shared/features/fix/fix-words.ts';
import { visibleText } from '../../../shared/text/visible-text.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { Fixed } from '../../card/parts/fold.tsx';
import lines from '../../card/parts/lines.module.css';
import button from '../../components/button.module.css';
import { Button } from '../../components/button.tsx';
import menu from '../../components/menu.module.css';
import { maskLine } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import { visibleLine } from '../../text/visible-text.ts';
import styles from './fix.module.css';
import { addToFile, copyFixed, copyFixReport, fixedKinds, fixedText, saveAsSet } from './keep-fix.ts';
import { SaveSettings } from './save-settings.tsx';

export function CopyFixed({ view }: { view: FixView }) {
  const model = useModel();
  const trigger = useRef<HTMLButtonElement>(null);
  useEffect(() => trigger.current?.focus(), []);
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger ref={trigger} className={`${button.button} ${button.primary}`} data-primary="copy">
        <Copy size={14} aria-hidden="true" /> <span>Copy fixed call</span> <ChevronDown size={13} aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={menu.menu} align="end" sideOffset={4} collisionPadding={8}>
          {fixedKinds.map(({ kind, label }) => (
            <DropdownMenu.Item key={kind} className={menu.item} onSelect={() => void copyFixed(model, view, kind)}>
              {label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** Otherwise it is about the start of a server alone. */
export const hasCall = ({ params }: FixView): boolean => params !== '';

export function FixEnd({ view, detail }: { view: FixView; detail: RowDetail }) {
  const model = useModel();
  if (view.state === 'running' || view.state === 'waiting') return null;
  const left = view.stopped === null ? [] : leftLines(view);
  return (
    <>
      {view.state === 'done' && hasCall(view) && <FixedCall view={view} />}
      {view.state === 'done' && <SaveSettings view={view} />}
      {left.length > 0 && (
        <Fixed id="left" title="What is left">
          <ol className={lines.steps}>
            {left.map((line) => (
              <li key={line}>
                <span>{visibleLine(maskLine(model, line))}</span>
              </li>
            ))}
          </ol>
        </Fixed>
      )}
      {view.state !== 'asking' && (
        <div className={styles.keep}>
          {hasCall(view) && <AddToSet view={view} />}
          <Button onClick={() => void copyFixReport(model, view, detail)}>Report to author</Button>
        </div>
      )}
    </>
  );
}

function AddToSet({ view }: { view: FixView }) {
  const model = useModel();
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className={button.button}>
        <Plus size={14} aria-hidden="true" /> Add to repro set <ChevronDown size={13} aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={menu.menu} align="start" sideOffset={4} collisionPadding={8}>
          <DropdownMenu.Item className={menu.item} onSelect={() => void saveAsSet(model, view)}>
            New set
          </DropdownMenu.Item>
          <DropdownMenu.Item className={menu.item} onSelect={() => void addToFile(model, view)}>
            Set in a file…
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function FixedCall({ view }: { view: FixView }) {
  const model = useModel();
  const [text, setText] = useState('');
  useEffect(() => {
    let isWanted = true;
    void fixedText(model, view, 'misfire').then((found) => isWanted && setText(found ?? ''));
    return () => {
      isWanted = false;
    };
  }, [model, view]);
  return (
    <Fixed id="fixed-call" title="Fixed call" summary="misfire call">
      <pre className={styles.call}>{visibleText(maskLine(model, text))}</pre>
    </Fixed>
  );
}
