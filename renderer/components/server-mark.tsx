// A server's mark: a shape and a color together, so that neither has to be recognized alone. With more servers than shapes, it also has
// the first letter of the name. 64 servers have different marks.

import styles from './server-mark.module.css';

const shapes = 8;
/** Not a divisor of the number of colors, so that each round of shapes gets other colors. */
const turn = 3;

export function markOf(colour: number): { shape: number; colour: number } {
  const index = Math.max(0, Math.floor(colour)) % (shapes * shapes);
  const shape = index % shapes;
  return { shape, colour: (shape + turn * Math.floor(index / shapes)) % shapes };
}

/** The first letter or digit of a name; '' if there is none. */
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
