// A server's mark: colour and shape together, so that neither has to be told from the other alone.

import styles from './server-mark.module.css';

export function ServerMark({ colour, title }: { colour: number; title?: string }) {
  const index = ((colour % 8) + 8) % 8;
  return (
    <i
      className={`${styles.mark} ${styles[`shape${index}`]} ${styles[`colour${index}`]}`}
      title={title}
      aria-hidden="true"
    />
  );
}
