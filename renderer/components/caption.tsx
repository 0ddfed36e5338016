// The small heading above a section or a list.

import type { ComponentProps } from 'react';
import styles from './caption.module.css';

interface Props extends ComponentProps<'h3'> {
  as?: 'h2' | 'h3' | 'h4';
}

export function Caption({ as: Heading = 'h3', ...rest }: Props) {
  return <Heading className={styles.caption} {...rest} />;
}
