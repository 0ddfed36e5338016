// The only button, in four styles. An icon button needs a label for screen readers.

import type { ButtonHTMLAttributes } from 'react';
import styles from './button.module.css';

type Look = 'plain' | 'primary' | 'quiet' | 'icon';

export function Button({
  look = 'plain',
  className = '',
  type = 'button',
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { look?: Look }) {
  const looks = { plain: '', primary: styles.primary, quiet: styles.quiet, icon: `${styles.quiet} ${styles.icon}` };
  return <button type={type} className={`${styles.button} ${looks[look]} ${className}`} {...rest} />;
}
