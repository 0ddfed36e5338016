// A modal dialog with a heading, one line about it, and a way out.

import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { CSSProperties, ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  about: string;
  width: number;
  children: ReactNode;
}

export function Dialog({ open, onClose, title, about, width, children }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={styles.shade} />
        <Radix.Content
          onOpenAutoFocus={keepOwnFocus}
          className={styles.dialog}
          style={{ '--dialog-width': `${width}px` } as CSSProperties}
        >
          <header className={styles.head}>
            <div className={styles.words}>
              <Radix.Title className={styles.title}>{title}</Radix.Title>
              <Radix.Description className={styles.about}>{about}</Radix.Description>
            </div>
            <Radix.Close asChild>
              <Button look="icon" aria-label="Close">
                <X size={16} aria-hidden="true" />
              </Button>
            </Radix.Close>
          </header>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The buttons at the bottom: secondary ones on the left, then the primary one. */
export function DialogFoot({ left, children }: { left?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.foot}>
      {left}
      <span className={styles.gap} />
      {children}
    </div>
  );
}

/** The content may already have the focus (a field, the editor); otherwise the dialog itself has it, not its close button. */
function keepOwnFocus(event: Event): void {
  event.preventDefault();
  const dialog = event.currentTarget as HTMLElement;
  if (!dialog.contains(document.activeElement)) dialog.focus();
}
