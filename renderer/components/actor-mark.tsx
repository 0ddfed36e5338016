// A small mark for the sender: two letters of a client's name in a box, an icon for all others. The name is in the tooltip.

import { Bot, FlaskConical, Map as MapIcon, RotateCcw, Stethoscope, User } from 'lucide-react';
import type { Row } from '../../shared/timeline.ts';
import { actorName, clientLetters } from '../text/row-words.ts';
import styles from './actor-mark.module.css';

type Asked = Pick<Row, 'actor' | 'client'>;

const size = 13;
/** Created once, so that React skips the same element. */
const icons = {
  you: <User size={size} aria-hidden="true" />,
  agent: <Bot size={size} aria-hidden="true" />,
  replay: <RotateCcw size={size} aria-hidden="true" />,
  probe: <FlaskConical size={size} aria-hidden="true" />,
  doctor: <Stethoscope size={size} aria-hidden="true" />,
  misfire: <i className={styles.own} />,
  tour: <MapIcon size={size} aria-hidden="true" />,
};

export function ActorMark({ of }: { of: Asked }) {
  const { actor, client } = of;
  const isNamed = client !== null && (actor === 'client' || actor === 'agent');
  return (
    <span className={styles.mark} title={actorName(of)} data-boxed={isNamed ? '' : undefined}>
      {isNamed ? clientLetters(client) : icons[actor === 'client' ? 'agent' : actor]}
    </span>
  );
}
