// The first stop of the keyboard: past the bar and the servers, to the list or the place. The hash of the address is the place, so this
// is a button.

import styles from './skip-link.module.css';

export function SkipLink() {
  return (
    <button type="button" className={styles.skip} onClick={focusContent}>
      Skip to the content
    </button>
  );
}

function focusContent(): void {
  const content = document.querySelector<HTMLElement>('#timeline-grid') ?? document.querySelector('main');
  if (content === null) return;
  if (!content.hasAttribute('tabindex')) content.tabIndex = -1;
  content.focus();
}
