// The bar at the bottom of Failures while several are selected: actions for all of them.

import { BellOff, Check, Copy, RotateCcw, Undo2, UserCog } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { owners } from '../../../shared/failure.ts';
import button from '../../components/button.module.css';
import { Button } from '../../components/button.tsx';
import menu from '../../components/menu.module.css';
import { isPast, useConnection } from '../../model/connection.ts';
import { useExpected } from '../../model/expected.ts';
import { useModel } from '../../model/model.ts';
import { countedWords } from '../../text/counted-words.ts';
import { groupDigits } from '../../text/format.ts';
import styles from './action-bar.module.css';
import { copyReports, markChosen, ownChosen, replayChosen } from './failures-actions.ts';
import { clearPicks } from './failures-selection.ts';
import { useFailures } from './failures-state.ts';
import { ownerNames } from './group-words.ts';
import { ownerIcons } from './owner-icons.ts';

export function ActionBar() {
  const model = useModel();
  const picked = useFailures((state) => state.picked);
  const marks = useExpected((state) => state.marks);
  const isOver = useConnection(isPast);
  if (picked.size === 0) return null;
  const all = (state: string) => [...picked.keys()].every((group) => marks.get(group)?.state === state);
  const failedCalls = [...picked.values()].reduce((sum, group) => sum + group.count, 0);
  return (
    <div className={styles.bar} role="toolbar" aria-label="Selected failures" data-selection-bar>
      <span className={styles.words}>
        <b>{groupDigits(picked.size)} selected</b>{' '}
        <span>{countedWords({ failedCalls, causes: picked.size, expected: 0 })}</span>
      </span>
      <Button look="quiet" onClick={() => void markChosen(model, 'resolved')}>
        <Check size={14} aria-hidden="true" /> {all('resolved') ? 'Not resolved' : 'Resolve'} <kbd>v</kbd>
      </Button>
      <Button look="quiet" onClick={() => void markChosen(model, 'expected')}>
        <BellOff size={14} aria-hidden="true" /> {all('expected') ? 'Not expected' : 'Expected'} <kbd>x</kbd>
      </Button>
      <Button look="quiet" disabled={isOver} onClick={() => replayChosen(model)}>
        <RotateCcw size={14} aria-hidden="true" /> Replay {groupDigits(picked.size)}… <kbd>r</kbd>
      </Button>
      <OwnerMenu />
      <Button look="quiet" onClick={() => void copyReports(model)}>
        <Copy size={14} aria-hidden="true" /> Copy report
      </Button>
      <Button look="quiet" className={styles.clear ?? ''} onClick={() => clearPicks(model)}>
        Clear <kbd>Esc</kbd>
      </Button>
    </div>
  );
}

/** The owner that the user sets. */
function OwnerMenu() {
  const model = useModel();
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className={`${button.button} ${button.quiet}`}>
        <UserCog size={14} aria-hidden="true" /> Owner
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={menu.menu} side="top" sideOffset={8} collisionPadding={8}>
          {owners.map((owner) => {
            const Icon = ownerIcons[owner];
            return (
              <DropdownMenu.Item key={owner} className={menu.item} onSelect={() => void ownChosen(model, owner)}>
                <Icon size={14} aria-hidden="true" /> {ownerNames[owner]}
              </DropdownMenu.Item>
            );
          })}
          <DropdownMenu.Separator className={menu.line} />
          <DropdownMenu.Item className={menu.item} onSelect={() => void ownChosen(model, null)}>
            <Undo2 size={14} aria-hidden="true" /> As the finding says
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
