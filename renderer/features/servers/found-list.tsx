// Servers from a text or another program, each with a checkbox. A checked one shows exactly what it would start.

import type { FoundServer } from '../../../shared/server/connecting.ts';
import { Consent } from '../../components/consent.tsx';
import { Pill } from '../../components/pill.tsx';
import { shownName, visibleLine } from '../../text/visible-text.ts';
import styles from './found-list.module.css';

export interface FoundChoice {
  /** Unique within the list. */
  key: string;
  found: FoundServer;
}

export function FoundList({
  choices,
  chosen,
  onToggle,
}: {
  choices: readonly FoundChoice[];
  chosen: ReadonlySet<string>;
  onToggle: (key: string) => void;
}) {
  return (
    <ul className={styles.list}>
      {choices.map(({ key, found }) => {
        const isChosen = chosen.has(key);
        const name = shownName(found.name);
        return (
          <li key={key} className={styles.item}>
            <label className={styles.head}>
              <input type="checkbox" checked={isChosen} onChange={() => onToggle(key)} />
              <span className={styles.words}>
                <b>
                  <bdi>{name}</bdi>
                </b>
                {!isChosen && <small className="mono">{visibleLine(endpointOf(found))}</small>}
              </span>
              {found.known && <Pill tone="mute">already here</Pill>}
            </label>
            {found.remark && <p className={styles.remark}>{visibleLine(found.remark)}</p>}
            {isChosen && (
              <div className={styles.consent}>
                <Consent config={found.config} />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

export function endpointOf({ config: { transport } }: FoundServer): string {
  return 'url' in transport ? transport.url : [transport.command, ...transport.args].join(' ');
}
