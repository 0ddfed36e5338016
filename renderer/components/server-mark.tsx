// A server's mark: a shape and a color together, so that neither has to be recognized alone. 64 servers have different marks.

import styles from './server-mark.module.css';

const shapes = 8;
/** Not a divisor of the number of colors, so that each round of shapes gets other colors. */
const turn = 3;

export function markOf(colour: number): { shape: number; colour: number } {
  const index = Math.max(0, Math.floor(colour)) % (shapes * shapes);
  const shape = index % shapes;
  return { shape, colour: (shape + turn * Math.floor(index / shapes)) % shapes };
}

export function ServerMark({ colour, title }: { colour: number; title?: string }) {
  const mark = markOf(colour);
  return (
    <i
      className={`${styles.mark} ${styles[`shape${mark.shape}`]} ${styles[`colour${mark.colour}`]}`}
      title={title}
      aria-hidden="true"
    />
  );
}
