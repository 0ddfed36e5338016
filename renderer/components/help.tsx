// A word with an explanation on hover and focus. help-texts.ts has the texts.

import { Tooltip } from 'radix-ui';
import type { ReactNode } from 'react';
import styles from './help.module.css';
import type { HelpText } from './help-texts.ts';

interface HelpProps {
  /** One or more, because a word can have several meanings. */
  about: HelpText | readonly HelpText[];
  children: ReactNode;
  className?: string;
  /** Several words: text that can be focused, because a button would do nothing. */
  isText?: boolean;
}

export function Help({ about, children, className = '', isText = false }: HelpProps) {
  const texts = 'name' in about ? [about] : about;
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>
        {isText ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: its explanation must be reachable by keys.
          <span role="note" tabIndex={0} className={`${styles.word} ${className}`}>
            {children}
          </span>
        ) : (
          // A press does what hovering does; there is nothing else to do.
          <button type="button" className={`${styles.word} ${className}`} onClick={(event) => event.preventDefault()}>
            {children}
          </button>
        )}
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content className={styles.tip} sideOffset={6} collisionPadding={10}>
          {texts.map(({ name, text }) => (
            <span key={name} className={styles.text}>
              <b>{name}</b> {text}
            </span>
          ))}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
