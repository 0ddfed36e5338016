// The matrix: one row per failure, one column per server that answered. A row opens to the rule for a client and each server's response.

import { ChevronRight, TriangleAlert } from 'lucide-react';
import { type ComponentType, Fragment } from 'react';
import type { FailureClass } from '../../../shared/failure.ts';
import type {
  ComparedCell,
  ComparedRow,
  ComparedServer,
  Comparison,
} from '../../../shared/features/compare/compared.ts';
import { Button } from '../../components/button.tsx';
import { ForeignLine, ForeignName } from '../../components/foreign-text.tsx';
import { Pill } from '../../components/pill.tsx';
import { ServerMark } from '../../components/server-mark.tsx';
import { maskLine } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import { showPage } from '../../model/open-place.ts';
import { showCall } from '../../model/selection.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { cellFace, cellTone, verdictTone } from './cell-look.ts';
import { compareOf, holdOrDiff, useCompare } from './compare-state.ts';
import styles from './matrix.module.css';

export const matrixRowId = (row: string): string => `compare-${row}`;

interface MatrixProps {
  comparison: Comparison;
  /** Those with a column. */
  servers: readonly ComparedServer[];
  running: boolean;
  /** null in a report, which has no host to test a rule. */
  Rule: RuleOf;
}

type RuleOf = ComponentType<{ meaning: FailureClass | null; running: boolean }> | null;

export function Matrix({ comparison, servers, running, Rule }: MatrixProps) {
  const open = useCompare((state) => state.open);
  const at = servers.map((server) => comparison.servers.indexOf(server));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys (WCAG 2.1.1).
    <section className={styles.scroll} aria-label="Comparison" tabIndex={0}>
      <table className={styles.matrix} style={{ minWidth: 166 + servers.length * 112 }}>
        <thead>
          <tr>
            <th scope="col" className={styles.corner}>
              Failure
            </th>
            {servers.map((server) => (
              <th key={server.id} scope="col" title={visibleLine(server.problem || server.style)}>
                <span className={styles.server}>
                  <ServerMark colour={server.colour} />
                  <ForeignName text={server.name} className={styles.serverName} />
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {comparison.rows.map((row) => {
            const cells = at.map((index) => row.cells[index]!);
            if (cells.every(({ state }) => state === 'not_seen' || state === 'left_out')) return null;
            return (
              <Fragment key={row.id}>
                <Line row={row} cells={cells} open={open === row.id} />
                {open === row.id && <Behind row={row} cells={cells} servers={servers} running={running} Rule={Rule} />}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function Line({ row, cells, open }: { row: ComparedRow; cells: readonly ComparedCell[]; open: boolean }) {
  const model = useModel();
  const toggle = () => compareOf(model).setState({ open: open ? null : row.id });
  return (
    <tr id={matrixRowId(row.id)} className={open ? `${styles.row} ${styles.open}` : styles.row}>
      <th scope="row" className={styles.rowHead}>
        <button type="button" className={styles.name} aria-expanded={open} onClick={toggle}>
          <ChevronRight size={13} aria-hidden="true" className={styles.chevron} />
          <span>
            <ForeignLine text={row.name} />
            <em className={styles[verdictTone(row)]} title={visibleLine(maskLine(model, row.verdict.more))}>
              {visibleLine(maskLine(model, row.verdict.words))}
            </em>
          </span>
        </button>
      </th>
      {cells.map((cell) => (
        <td
          key={cell.server}
          className={styles.cell}
          title={visibleLine(maskLine(model, cell.sentence || cell.conformance.sentence || cell.why))}
        >
          <CellFace cell={cell} />
        </td>
      ))}
    </tr>
  );
}

function CellFace({ cell }: { cell: ComparedCell }) {
  const model = useModel();
  if (cell.state === 'not_seen' || cell.state === 'left_out')
    return (
      <span className={styles.missing}>
        <span aria-hidden="true">—</span>
        <span className="visually-hidden">no data</span>
      </span>
    );
  const { first, second } = cellFace(cell);
  const isBroken = cell.conformance.verdict === 'broken';
  return (
    <>
      <Pill tone={cellTone(cell)}>
        {isBroken && <TriangleAlert size={12} aria-label="against the specification" />}
        {visibleLine(maskLine(model, first))}
      </Pill>
      <small className={styles.second}>{visibleLine(maskLine(model, second))}</small>
    </>
  );
}

interface BehindProps {
  row: ComparedRow;
  cells: readonly ComparedCell[];
  servers: readonly ComparedServer[];
  running: boolean;
  Rule: RuleOf;
}

/** The details of a row: the rule for a client, why it is needed, and each server's response. */
function Behind({ row, cells, servers, running, Rule }: BehindProps) {
  const meaning = cells.find(({ meaning }) => meaning !== null && meaning !== 'unknown')?.meaning ?? null;
  return (
    <>
      <tr>
        <td className={styles.behind} colSpan={cells.length + 1}>
          <div className={styles.rule}>
            {Rule && <Rule meaning={meaning} running={running} />}
            <div>
              <b>Why</b>
              <p>{visibleLine(row.verdict.more)}</p>
              {row.expects && (
                <p>
                  {row.expects.sentence} <small>{`${row.expects.revision}, ${row.expects.section}`}</small>
                </p>
              )}
            </div>
          </div>
        </td>
      </tr>
      <tr>
        <th scope="row" className={styles.behind}>
          <span className="visually-hidden">Details</span>
        </th>
        {cells.map((cell, index) => (
          <td key={cell.server} className={`${styles.cell} ${styles.behind}`}>
            {cell.state !== 'not_seen' && cell.state !== 'left_out' && (
              <CellBack cell={cell} name={`${row.name} on ${servers[index]?.name ?? cell.server}`} />
            )}
          </td>
        ))}
      </tr>
    </>
  );
}

const kept = { kept: 'As the specification asks', broken: 'Against the specification', open: '' };

function CellBack({ cell, name }: { cell: ComparedCell; name: string }) {
  const model = useModel();
  const held = useCompare((state) => state.held);
  const { row, conformance } = cell;
  const said = conformance.verdict === 'broken' ? conformance.sentence.split('. ').slice(-1).join('') : cell.why;
  const shown = (text: string) => visibleLine(maskLine(model, text));
  const openRow = () => {
    if (row === null) return;
    showPage(model, 'timeline');
    void showCall(model, row);
  };
  return (
    <div className={styles.back}>
      {kept[conformance.verdict] && (
        <b className={conformance.verdict === 'broken' ? styles.warn : styles.ok}>{kept[conformance.verdict]}</b>
      )}
      {cell.sentence !== '' && (
        <p>
          {shown(cell.sentence)}
          <small className={styles.small}>{cell.owner}</small>
        </p>
      )}
      {said !== '' && <p>{shown(said)}</p>}
      {row !== null && (
        <div className={styles.actions}>
          <Button look="quiet" aria-label={`Open ${name} in the timeline`} onClick={openRow}>
            Open
          </Button>
          {cell.state === 'failed' && (
            <Button
              look="quiet"
              aria-pressed={held?.row === row}
              aria-label={`${held === null || held.row === row ? 'Hold' : 'Compare the held one with'} ${name}`}
              onClick={() => holdOrDiff(model, row, name)}
            >
              {held === null ? 'Hold' : held.row === row ? 'Held' : 'Compare'}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
