// A server's mark: shape and colour together, so that neither has to be told from the other alone, and the first letter of its name
// where there are more servers than shapes. 64 servers have marks of their own.

import styles from './server-mark.module.css';

const shapes = 8;
/** No divisor of the number of colours, so that each turn of the shapes meets other colours. */
const turn = 3;

export function markOf(colour: number): { shape: number; colour: number } {
  const index = Math.max(0, Math.floor(colour)) % (shapes * shapes);
  const shape = index % shapes;
  return { shape, colour: (shape + turn * Math.floor(index / shapes)) % shapes };
}

/** The letter or digit that a name begins with; '' where it has none. */
export function letterOf(name: string): string {
  return /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? '';
}

export function ServerMark({ colour, title, letter = '' }: { colour: number; title?: string; letter?: string }) {
  const mark = markOf(colour);
  const shape = (
    <i
      className={`${styles.mark} ${styles[`shape${mark.shape}`]} ${styles[`colour${mark.colour}`]}`}
      title={title}
      aria-hidden="true"
    />
  );
  if (letter === '') return shape;
  return (
    <span className={styles.lettered} title={title} aria-hidden="true">
      {shape}
      {letter}
    </span>
  );
}
