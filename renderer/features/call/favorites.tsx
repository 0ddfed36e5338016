// The favorites of a server: a click fills the form with the saved call.

import type { KeptCall } from '../../../shared/api/views.ts';
import { maskLine } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import { shownName, visibleLine } from '../../text/visible-text.ts';
import styles from './favorites.module.css';

const longest = 200;

export function Favorites({ calls, onChoose }: { calls: readonly KeptCall[]; onChoose: (call: KeptCall) => void }) {
  const model = useModel();
  if (calls.length === 0) return null;
  return (
    <section className={styles.favorites} aria-label="Favorites">
      <h4>Favorites</h4>
      <ul>
        {calls.map((call) => {
          const args = visibleLine(maskLine(model, call.args.replace(/\s+/g, ' ').slice(0, longest)));
          return (
            <li key={`${call.tool} ${call.args}`}>
              <button type="button" title={`${shownName(call.tool)} ${args}`} onClick={() => onChoose(call)}>
                <bdi>{shownName(call.tool)}</bdi> <span className="mono">{args}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
