// A word with its explanation as a tooltip of the browser: the app's own brings a library for placing it.

import styles from '../../components/help.module.css';
import type { Help as AppHelp } from '../../components/help.tsx';

export const Help: typeof AppHelp = ({ about, children, className = '' }) => {
  const texts = 'name' in about ? [about] : about;
  return (
    <span
      className={`${styles.word} ${className}`}
      title={texts.map(({ name, text }) => `${name}: ${text}`).join('\n')}
    >
      {children}
    </span>
  );
};
