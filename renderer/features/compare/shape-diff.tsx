// Two failures side by side: their meaning and their fields. Differences have a sign, not only a color.

import { Dialog } from '../../components/dialog.tsx';
import { serverById, useConnection } from '../../model/connection.ts';
import { useModel } from '../../model/model.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { compareOf, useCompare } from './compare-state.ts';
import styles from './shape-diff.module.css';

export function ShapeDiffDialog() {
  const model = useModel();
  const diff = useCompare((state) => state.diff);
  const servers = useConnection((state) => state.servers);
  const close = () => compareOf(model).setState({ diff: null });
  if (!diff) return null;
  const head = [diff.left, diff.right].map(({ server, headline }) =>
    visibleLine(`${serverById(servers, server)?.name ?? server}: ${headline}`),
  );
  return (
    <Dialog open onClose={close} title="Two failures, side by side" about={visibleLine(diff.words)} width={860}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys. */}
      <section className={styles.body} aria-label="Differences" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Fact</th>
              <th scope="col">{head[0]}</th>
              <th scope="col">{head[1]}</th>
            </tr>
          </thead>
          <tbody>
            {diff.facts.map(({ name, left, right, same }) => (
              <Pair key={name} name={name} left={left} right={right} same={same} />
            ))}
          </tbody>
          <thead>
            <tr>
              <th scope="col">Member</th>
              <th scope="col">type</th>
              <th scope="col">type</th>
            </tr>
          </thead>
          <tbody>
            {diff.members.map(({ path, left, right, same }) => (
              <Pair key={path} name={path} left={left ?? 'not there'} right={right ?? 'not there'} same={same} mono />
            ))}
          </tbody>
        </table>
      </section>
    </Dialog>
  );
}

function Pair(props: { name: string; left: string; right: string; same: boolean; mono?: boolean }) {
  const { name, left, right, same, mono = false } = props;
  return (
    <tr className={same ? undefined : styles.differs}>
      <th scope="row" className={mono ? 'mono' : undefined}>
        <span aria-hidden="true" className={styles.sign}>
          {same ? '' : '≠'}
        </span>
        {visibleLine(name)}
        {!same && <span className="visually-hidden"> differs</span>}
      </th>
      <td>{visibleLine(left)}</td>
      <td>{visibleLine(right)}</td>
    </tr>
  );
}
